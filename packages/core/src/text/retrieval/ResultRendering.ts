/** The results of a search as shown. */
import type { FoundPage, FoundSection } from "../search-index/SearchIndex.js"
import { type Found, keyOfPage, type ReadIndex, type Searching } from "./Finding.js"
import type { Ranked } from "./Ranking.js"
import { selectSections } from "./SectionSelection.js"
import { snippets } from "./Snippet.js"

/** The maximum number of pages that are read from an index in one call. */
const readAtOnce = 1_000

/** The parts of a list that are read in one call each. */
const parts = <A>(all: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / readAtOnce) }, (_, i) => all.slice(i * readAtOnce, (i + 1) * readAtOnce))

/** Whether two pages rank equal. */
const alike = (a: Ranked | undefined, b: Ranked | undefined): boolean =>
  a !== undefined && b !== undefined && a.tier === b.tier && a.score === b.score

/** A range of ranked pages, with the pages around it that rank equal to its first and to its last one. */
const withEqual = (pages: ReadonlyArray<Ranked>, from: number, to: number) => {
  let first = from
  while (first > 0 && alike(pages[first - 1], pages[first])) first--
  let last = Math.min(to, pages.length)
  while (last < pages.length && alike(pages[last], pages[last - 1])) last++
  return { first, pages: pages.slice(first, last) }
}

/**
 * A range of each of several lists of ranked pages; equal ones are ordered by id. Only pages whose order depends on
 * their ids are read, the ones of all lists together.
 */
export function* windows<R>(
  index: ReadIndex<R>,
  lists: ReadonlyArray<ReadonlyArray<Ranked>>,
  from: number,
  to: number
): Searching<R, ReadonlyArray<ReadonlyArray<Ranked>>> {
  const ranges = lists.map((pages) => withEqual(pages, from, to))
  const equal = ranges.flatMap(({ pages }) =>
    pages.filter((page, i) => alike(pages[i - 1], page) || alike(page, pages[i + 1]))
  )
  const ids = new Map<string, string>()
  for (const part of parts(equal)) {
    const read = yield* index.read(part.map(({ number, space }) => ({ space, number, sections: [] })))
    for (const page of read) ids.set(keyOfPage(page), page.page)
  }
  const idOf = (page: Ranked): string => ids.get(keyOfPage(page)) ?? ""
  return ranges.map(({ first, pages }) =>
    pages
      .sort((a, b) => a.tier - b.tier || b.score - a.score || (idOf(a) < idOf(b) ? -1 : 1))
      .slice(from - first, to - first)
  )
}

/** A found page, with the sections that matched, best first. */
export interface ShownPage extends Pick<FoundPage, "space" | "number" | "page" | "path" | "title"> {
  readonly sections: ReadonlyArray<FoundSection & { readonly excerpt: string }>
}

/** Some of the found pages, with the sections that matched. */
export function* renderResults<Y>(
  index: ReadIndex<Y>,
  { lists, rarities, units }: Found,
  pages: ReadonlyArray<Pick<FoundPage, "space" | "number">>
): Searching<Y, ReadonlyArray<ShownPage>> {
  const excerpt = snippets(units)
  const shown: Array<ShownPage> = []
  for (const part of parts(pages)) {
    const chosen = new Map(
      part.map((page) => [keyOfPage(page), selectSections(lists, units, rarities, page.space, page.number)])
    )
    const read = yield* index.read(
      part.map((page) => ({ space: page.space, number: page.number, sections: chosen.get(keyOfPage(page)) ?? [] }))
    )
    for (const page of read) {
      const found = new Map(page.sections.map((section) => [section.section, section]))
      const sections = (chosen.get(keyOfPage(page)) ?? []).flatMap((number) => found.get(number) ?? [])
      shown.push({ ...page, sections: sections.map((section) => ({ ...section, excerpt: excerpt(section.text) })) })
    }
  }
  return shown
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
