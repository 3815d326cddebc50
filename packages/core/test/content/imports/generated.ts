/** Generated sites, and their expected import, read plainly. */
import type { ImportPlace } from "@lectern/core/imports/Importer"
import { FastCheck as fc } from "effect"
import type { Site } from "./site.js"

const key = fc.nat(9).map((at) => `https://site.example/${at}`)
const title = fc.constantFrom("Guide", "guide!", "Install", "Über uns", "FAQ", "日本")

const link = fc.oneof(
  fc.tuple(key, fc.constantFrom("", "#anchor")).map(([to, anchor]) => `[link](${to}${anchor})`),
  fc.constant("[gone](import:/gone.md)"),
  fc.constant("[away](https://other.example/)"),
  fc.nat(3).map((at) => `![picture](https://site.example/${at}.png)`)
)

const place = (depth: number): fc.Arbitrary<ImportPlace> =>
  fc.record(
    { key, title, places: depth === 0 ? fc.constant([]) : fc.array(place(depth - 1), { maxLength: 3 }) },
    { requiredKeys: ["places"] }
  )

/** A site of at most ten pages, whose places need not be of existing pages. Each text begins with its page's key. */
export const site: fc.Arbitrary<Site> = fc
  .record({
    pages: fc.uniqueArray(fc.record({ key, title, links: fc.array(link, { maxLength: 3 }) }), {
      selector: (page) => page.key,
      minLength: 1,
      maxLength: 8
    }),
    files: fc.uniqueArray(fc.nat(3), { maxLength: 3 }),
    places: fc.array(place(2), { maxLength: 4 })
  })
  .map(({ files, pages, places }) => ({
    pages: pages.map(({ links, ...page }) => ({
      ...page,
      markdown: [page.key.replace("https://", ""), ...links].join("\n\n")
    })),
    files: files.map((at) => ({ key: `https://site.example/${at}.png`, name: `${at}.png`, text: `file ${at}` })),
    places
  }))

/** A page of the wanted tree: the name of its page, or its title where it has none. */
export interface Wanted {
  readonly name: string
  readonly pages: ReadonlyArray<Wanted>
}

/** The tree that a site must become. */
export const wanted = ({ pages, places = [] }: Site): ReadonlyArray<Wanted> => {
  const names = new Map(pages.map((page) => [page.key, page.key.replace("https://", "")]))
  const titles = new Map(pages.map((page) => [page.key, page.title]))
  const done = new Set<string>()
  const visit = (place: ImportPlace): ReadonlyArray<Wanted> => {
    const name = place.key === undefined || done.has(place.key) ? undefined : names.get(place.key)
    if (place.key !== undefined) done.add(place.key)
    const below = place.places.flatMap(visit)
    if (name !== undefined) return [{ name, pages: below }]
    const known = place.key === undefined ? undefined : titles.get(place.key)
    return below.length === 0 ? [] : [{ name: place.title ?? known ?? "Untitled", pages: below }]
  }
  const placed = places.flatMap(visit)
  return [
    ...placed,
    ...pages.filter((page) => !done.has(page.key)).map((page) => ({ name: names.get(page.key) ?? "", pages: [] }))
  ]
}
