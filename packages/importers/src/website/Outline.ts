/** Determines the order and nesting of the pages of a site from its navigation, and from their URLs for the rest. */
import type { ImportPlace } from "@lectern/core/imports/Importer"
import { decoded, type Scope, segmentsOf } from "./Addresses.js"
import type { NavigationNode } from "./NavigationTree.js"

/** A page that was imported. */
export interface KeptPage {
  readonly key: string
  readonly title: string
}

interface OutlineNode {
  readonly key?: string
  readonly title?: string
  readonly places: Array<OutlineNode>
}

interface Folder {
  page: KeptPage | undefined
  readonly folders: Map<string, Folder>
}

const titleOf = (segment: string): string => {
  const words = decoded(segment).replaceAll(/[-_]+/g, " ").trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Nests pages by the folders in their URLs. A folder of several pages that has no page itself becomes a group. */
const byFolder = (pages: ReadonlyArray<KeptPage>): Array<OutlineNode> => {
  const top: Folder = { page: undefined, folders: new Map() }
  const more: Array<KeptPage> = []
  for (const page of pages) {
    let folder = top
    for (const segment of segmentsOf(page.key)) {
      const next = folder.folders.get(segment) ?? { page: undefined, folders: new Map() }
      folder.folders.set(segment, next)
      folder = next
    }
    if (folder.page === undefined) folder.page = page
    else more.push(page)
  }
  const placesOf = (folder: Folder): Array<OutlineNode> =>
    [...folder.folders].flatMap(([name, each]) => {
      const places = placesOf(each)
      if (each.page !== undefined) return [{ key: each.page.key, places }]
      return places.length > 1 ? [{ title: titleOf(name), places }] : places
    })
  const root = top.page === undefined ? [] : [{ key: top.page.key, places: [] }]
  return [...root, ...placesOf(top), ...more.map(({ key }) => ({ key, places: [] }))]
}

/** Removes groups around everything, which only repeat the folder of the scope or the name of the site. */
const unwrapped = (places: Array<OutlineNode>): Array<OutlineNode> => {
  const [only] = places
  return places.length === 1 && only !== undefined && only.key === undefined ? unwrapped(only.places) : places
}

/** The places for all keys in a navigation that have a page, each of them once. */
const placesOf = (
  nodes: ReadonlyArray<NavigationNode>,
  titles: ReadonlyMap<string, string>,
  pageOf: (key: string) => string,
  placed: Map<string, OutlineNode>
): Array<OutlineNode> =>
  nodes.flatMap((node): Array<OutlineNode> => {
    const key = node.key === undefined ? undefined : pageOf(node.key)
    const title = key === undefined ? undefined : titles.get(key)
    const isPage = key !== undefined && title !== undefined && !placed.has(key)
    const place: OutlineNode = isPage
      ? { key, ...(title === node.title ? {} : { title: node.title }), places: [] }
      : { title: node.title, places: [] }
    if (isPage) placed.set(key, place)
    for (const each of placesOf(node.children, titles, pageOf, placed)) place.places.push(each)
    return isPage || place.places.length > 0 ? [place] : []
  })

/** The nearest page above a URL that has a place, except the first page of the site. */
const aboveOf = (key: string, scope: Scope, placedAt: ReadonlyMap<string, OutlineNode>): OutlineNode | undefined => {
  const segments = segmentsOf(key)
  for (let length = segments.length - 1; length > 0; length--) {
    const place = placedAt.get(segments.slice(0, length).join("/"))
    if (place !== undefined && place.key !== scope.start) return place
  }
  return undefined
}

/** Moves the children of the first page up to its own level if it is alone at the top level. */
const levelled = (places: Array<OutlineNode>, scope: Scope): Array<OutlineNode> => {
  const [only] = places
  if (places.length !== 1 || only === undefined || only.key !== scope.start) return places
  return [{ ...only, places: [] }, ...only.places]
}

/**
 * The outline of all pages. `navigations` are the orders that the site shows, the most reliable first: the first one
 * that covers half of the pages is used, otherwise the one that covers the most. Other pages are added by folder, in
 * the order of `pages`. `pageOf` returns the key under which a page was kept.
 */
export const outlineOf = (
  scope: Scope,
  pages: ReadonlyArray<KeptPage>,
  navigations: ReadonlyArray<ReadonlyArray<NavigationNode>>,
  pageOf: (key: string) => string
): ReadonlyArray<ImportPlace> => {
  const titles = new Map(pages.map(({ key, title }) => [key, title]))
  const shown = navigations.map((nodes) => {
    const placed = new Map<string, OutlineNode>()
    return { placed, places: placesOf(nodes, titles, pageOf, placed) }
  })
  const best =
    shown.find(({ placed }) => placed.size * 2 >= pages.length) ??
    shown.reduce((most, each) => (each.placed.size > most.placed.size ? each : most), shown[0]!)
  if (best === undefined || best.placed.size < 2) return levelled(unwrapped(byFolder(pages)), scope)
  const { placed, places } = best
  const placedAt = new Map([...placed].map(([key, place]) => [segmentsOf(key).join("/"), place]))
  const rest = new Map<OutlineNode | undefined, Array<KeptPage>>()
  for (const page of pages) {
    if (placed.has(page.key)) continue
    const above = aboveOf(page.key, scope, placedAt)
    const beside = rest.get(above)
    if (beside === undefined) rest.set(above, [page])
    else beside.push(page)
  }
  const top = levelled(unwrapped(places), scope)
  for (const [above, left] of rest) {
    if (above === undefined) continue
    for (const place of unwrapped(byFolder(left))) above.places.push(place)
  }
  const last = rest.get(undefined) ?? []
  const first = last.filter(({ key }) => key === scope.start)
  const others = last.filter(({ key }) => key !== scope.start)
  return [...first.map(({ key }) => ({ key, places: [] })), ...top, ...unwrapped(byFolder(others))]
}
