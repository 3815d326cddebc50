/** The results of a search as shown. */
import type { FoundPage, FoundSection } from "../search-index/SearchIndex.js"
import { chosenSections } from "./Choice.js"
import type { Found, ReadIndex, Searching } from "./Finding.js"
import type { Ranked } from "./Ranking.js"
import { snippets } from "./Snippet.js"

/** A found page, with the sections that matched, best first. */
export interface ShownPage extends Pick<FoundPage, "space" | "number" | "page" | "path" | "title"> {
  readonly sections: ReadonlyArray<FoundSection & { readonly excerpt: string }>
}

/** Some of the found pages, with the sections that matched. */
export function* showing<Y>(
  index: ReadIndex<Y>,
  { lists, rarities, units }: Found,
  pages: ReadonlyArray<Pick<FoundPage, "space" | "number">>
): Searching<Y, ReadonlyArray<ShownPage>> {
  const chosen = new Map(
    pages.map(({ number, space }) => [`${space} ${number}`, chosenSections(lists, units, rarities, space, number)])
  )
  const sectionsOf = ({ number, space }: Pick<FoundPage, "space" | "number">): ReadonlyArray<number> =>
    chosen.get(`${space} ${number}`) ?? []
  const read = yield* index.read(
    pages.map((page) => ({ space: page.space, number: page.number, sections: sectionsOf(page) }))
  )
  const excerpt = snippets(units)
  return read.map((page) => {
    const sections = new Map(page.sections.map((section) => [section.section, section]))
    return {
      ...page,
      sections: sectionsOf(page).flatMap((number) => {
        const section = sections.get(number)
        return section === undefined ? [] : [{ ...section, excerpt: excerpt(section.text) }]
      })
    }
  })
}

/** Ranked pages by their space, with the spaces ordered by their best page, equal ones by id. */
export const bySpace = (pages: ReadonlyArray<Ranked>): ReadonlyArray<ReadonlyArray<Ranked>> => {
  const groups = new Map<string, Array<Ranked>>()
  for (const page of pages) {
    const group = groups.get(page.space)
    if (group === undefined) groups.set(page.space, [page])
    else group.push(page)
  }
  return [...groups.values()].sort(([a], [b]) =>
    a === undefined || b === undefined ? 0 : a.tier - b.tier || b.score - a.score || (a.space < b.space ? -1 : 1)
  )
}
