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
      /** What is shown in place of a page: the change requests of the space, or the review of the one in `request`. */
      readonly screen?: "requests" | "review" | undefined
      /** The part of a review that is shown; the overview when absent. */
      readonly part?: "changes" | "conflicts" | undefined
      /** The id of the page, or other item, whose change is shown. */
      readonly item?: string | undefined
    }

const pathname = signal(location.pathname)

/** The part of an address below `/app`. */
const within = (path: string): ReadonlyArray<string> =>
  path.slice(at("/app").length).split("/").filter(Boolean).map(decodeURIComponent)

const partOf = (name: string | undefined) => (name === "changes" || name === "conflicts" ? name : undefined)

/** The place that a path names. */
export const placeOf = (path: string): Place => {
  const [kind, id, ...rest] = within(path)
  if (id === undefined) return { kind: "home" }
  if (kind === "o") return { kind: "home", organization: id }
  if (kind === "c") return { kind: "home", collection: id }
  if (kind !== "s") return { kind: "home" }
  const [tilde, changes, request, ...below] = rest
  if (tilde === "~" && changes === "changes") {
    if (request === undefined) return { kind: "space", space: id, screen: "requests" }
    const [mark, screen, part, item] = below
    if (mark === "~" && screen === "review") {
      return { kind: "space", space: id, request, screen, part: partOf(part), item }
    }
    return { kind: "space", space: id, request, path: below.join("/") || undefined }
  }
  return { kind: "space", space: id, path: rest.join("/") || undefined }
}

/** The path of a place. */
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
  const path = place.path === undefined ? "" : `/${place.path.split("/").map(encodeURIComponent).join("/")}`
  return at(`/app/s/${place.space}${request}${path}`)
}

/** The current place. */
export const place = computed(() => placeOf(pathname.value))

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

/** Goes to a place. `replace` leaves no entry in the history, as when the address of the same page has changed. */
export const go = (to: Place, { replace = false } = {}): void => {
  const path = pathOf(to)
  if (path !== location.pathname) history[replace ? "replaceState" : "pushState"](null, "", path)
  pathname.value = path
  if (!replace) noteMove()
}

addEventListener("popstate", () => {
  pathname.value = location.pathname
  noteMove()
})

/** Follows links of the console without loading the page again. */
export const followLinks = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = event.target instanceof Element ? event.target.closest("a") : null
  if (link === null || link.target !== "" || link.origin !== location.origin) return
  if (!/^\/app(\/|$)/.test(link.pathname.slice(at("").length))) return
  event.preventDefault()
  go(placeOf(link.pathname))
}
