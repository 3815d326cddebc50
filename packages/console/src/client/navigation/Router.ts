/** Where in the console one is: the address says it, and it says the address. */
import { computed, signal } from "@preact/signals"
import { at } from "../api/Session.js"

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
      /**
       * What is shown in place of a page: the change requests of the space, the review of the one in `request`, or the
       * history of what is shown.
       */
      readonly screen?: "requests" | "review" | "history" | undefined
      /** The part of a review that is shown; the overview when absent. */
      readonly part?: "changes" | "conflicts" | undefined
      /** The id of the page, or other item, whose change is shown. */
      readonly item?: string | undefined
      /** The id of the page whose history is shown; that of the whole space or request when absent. */
      readonly page?: string | undefined
    }

/** Of an address, the parts that name a place. */
type Address = Pick<URL, "pathname" | "search">

const address = signal<Address>({ pathname: location.pathname, search: location.search })

/** The part of an address below `/app`. */
const within = (path: string): ReadonlyArray<string> =>
  path.slice(at("/app").length).split("/").filter(Boolean).map(decodeURIComponent)

const partOf = (name: string | undefined) => (name === "changes" || name === "conflicts" ? name : undefined)

/** The place that an address names. */
export const placeOf = ({ pathname, search }: Address): Place => {
  const [kind, id, ...rest] = within(pathname)
  if (id === undefined) return { kind: "home" }
  if (kind === "o") return { kind: "home", organization: id }
  if (kind === "c") return { kind: "home", collection: id }
  if (kind !== "s") return { kind: "home" }
  const isRequests = rest[0] === "~" && rest[1] === "changes"
  if (isRequests && rest[2] === undefined) return { kind: "space", space: id, screen: "requests" }
  const here = { kind: "space", space: id, request: isRequests ? rest[2] : undefined } as const
  const below = isRequests ? rest.slice(3) : rest
  const [tilde, screen, part, item] = below
  if (tilde === "~" && screen === "review" && isRequests) return { ...here, screen, part: partOf(part), item }
  if (tilde === "~" && screen === "history") {
    return { ...here, screen, page: new URLSearchParams(search).get("page") ?? undefined }
  }
  return { ...here, path: below.join("/") || undefined }
}

/** The address of a place, from the root of the server. */
export const pathOf = (place: Place): string => {
  if (place.kind === "home") {
    if (place.collection !== undefined) return at(`/app/c/${place.collection}`)
    return at(place.organization === undefined ? "/app" : `/app/o/${place.organization}`)
  }
  if (place.screen === "requests") return at(`/app/s/${place.space}/~/changes`)
  const request = place.request === undefined ? "" : `/~/changes/${place.request}`
  if (place.screen === "review") {
    const below = [place.part, place.item].filter((name) => name !== undefined).map(encodeURIComponent)
    return at(`/app/s/${[place.space + request, "~/review", ...below].join("/")}`)
  }
  if (place.screen === "history") {
    const about = place.page === undefined ? "" : `?page=${encodeURIComponent(place.page)}`
    return at(`/app/s/${place.space}${request}/~/history${about}`)
  }
  const path = place.path === undefined ? "" : `/${place.path.split("/").map(encodeURIComponent).join("/")}`
  return at(`/app/s/${place.space}${request}${path}`)
}

/** The current place. */
export const place = computed(() => placeOf(address.value))

/** Whether a page is shown that is on the same line as another place. */
export const isOnLineOf = (other: Place): boolean => {
  const now = place.peek()
  if (now.kind !== "space" || other.kind !== "space" || now.screen !== undefined) return false
  return now.space === other.space && now.request === other.request
}

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
