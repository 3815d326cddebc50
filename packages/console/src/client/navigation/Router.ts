/** Where in the console one is: the address says it, and it says the address. */
import { computed, signal } from "@preact/signals"
import { at } from "../api/Session.js"

/** Screens of a space that are no page of it. */
const views = ["history"] as const
export type View = (typeof views)[number]

/** A place of the console. */
export type Place =
  | { readonly kind: "home"; readonly organization?: string | undefined; readonly collection?: string | undefined }
  | {
      readonly kind: "space"
      readonly space: string
      /** The id of the change request whose content is shown; main when absent. */
      readonly request?: string | undefined
      /** The path of the page. */
      readonly path?: string | undefined
      /** What is shown in place of a page. */
      readonly view?: View | undefined
      /** The id of the page that the view is about; the whole space when absent. */
      readonly page?: string | undefined
    }

/** Of an address, the parts that name a place. */
type Address = Pick<URL, "pathname" | "search">

const address = signal<Address>({ pathname: location.pathname, search: location.search })

/** The part of an address below `/app`. */
const within = (path: string): ReadonlyArray<string> =>
  path.slice(at("/app").length).split("/").filter(Boolean).map(decodeURIComponent)

/** The place that an address names. */
export const placeOf = ({ pathname, search }: Address): Place => {
  const [kind, id, ...rest] = within(pathname)
  if (id === undefined) return { kind: "home" }
  if (kind === "o") return { kind: "home", organization: id }
  if (kind === "c") return { kind: "home", collection: id }
  if (kind !== "s") return { kind: "home" }
  const request = rest[0] === "~" && rest[1] === "changes" ? rest[2] : undefined
  const [tilde, named, ...below] = request === undefined ? rest : rest.slice(3)
  const view = tilde === "~" && below.length === 0 ? views.find((each) => each === named) : undefined
  const here = { kind: "space", space: id, request } as const
  if (view !== undefined) return { ...here, view, page: new URLSearchParams(search).get("page") ?? undefined }
  return { ...here, path: (request === undefined ? rest : rest.slice(3)).join("/") || undefined }
}

/** The address of a place, from the root of the server. */
export const pathOf = (place: Place): string => {
  if (place.kind === "home") {
    if (place.collection !== undefined) return at(`/app/c/${place.collection}`)
    return at(place.organization === undefined ? "/app" : `/app/o/${place.organization}`)
  }
  const request = place.request === undefined ? "" : `/~/changes/${place.request}`
  const about = place.page === undefined ? "" : `?page=${encodeURIComponent(place.page)}`
  const view = place.view === undefined ? "" : `/~/${place.view}${about}`
  const path = place.path === undefined ? "" : `/${place.path.split("/").map(encodeURIComponent).join("/")}`
  return at(`/app/s/${place.space}${request}${view || path}`)
}

/** The current place. */
export const place = computed(() => placeOf(address.value))

/** Counts how often somebody has gone somewhere, also where they were already. */
export const moves = signal(0)
let focusedBefore: Element | undefined = document.body

const noteMove = (): void => {
  focusedBefore = document.activeElement ?? document.body
  moves.value++
}

/**
 * What had the focus when somebody went where they are now, for the one who asks first. What opens for another reason,
 * such as a page that is brought back, leaves the focus where it is.
 */
export const takeMove = (): Element | undefined => {
  const focused = focusedBefore
  focusedBefore = undefined
  return focused
}

const note = (): void => {
  address.value = { pathname: location.pathname, search: location.search }
}

/** Goes to a place. `replace` leaves no entry in the history, as when the address of the same page has changed. */
export const go = (to: Place, { replace = false } = {}): void => {
  const path = pathOf(to)
  if (path !== location.pathname + location.search) history[replace ? "replaceState" : "pushState"](null, "", path)
  note()
  if (!replace) noteMove()
}

addEventListener("popstate", () => {
  note()
  noteMove()
})

/** Follows links of the console without loading the page again. */
export const followLinks = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link === null || link.target !== "" || link.origin !== location.origin) return
  if (!/^\/app(\/|$)/.test(link.pathname.slice(at("").length))) return
  event.preventDefault()
  go(placeOf(link))
}
