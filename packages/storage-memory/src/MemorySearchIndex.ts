/** Full-text search in memory: an inverted index on ordered maps that belongs to the storage's transactions. */
import type { SearchHit, SearchIndexService, SearchQuery, SectionText } from "@lectern/core/search-index/SearchIndex"
import { compareValues } from "@lectern/core/storage/Table"
import * as Exit from "effect/Exit"
import { type Found, find, listPages, removeSpace, replacePage, type Section, type Sections } from "./Sections.js"
import type { Transactions } from "./Transactions.js"

const k1 = 1.2
const b = 0.75
const smallestIdf = 1e-6

/** The sections in which every term occurs in one of its alternatives. */
const matches = (terms: ReadonlyArray<ReadonlyArray<Found>>, query: SearchQuery): ReadonlySet<Section> => {
  const breadth = (term: ReadonlyArray<Found>) => term.reduce((sum, { size }) => sum + size, 0)
  const [rarest, ...others] = terms.toSorted((x, y) => breadth(x) - breadth(y))
  const matching = new Set<Section>()
  for (const alternative of rarest ?? []) {
    alternative.forEach((_, section) => {
      if (section.document.organization !== query.organization) return
      if (query.space !== undefined && section.document.space !== query.space) return
      if (others.every((term) => term.some((other) => other.get(section) !== undefined))) matching.add(section)
    })
  }
  return matching
}

const byRank = (x: SearchHit, y: SearchHit): number =>
  y.score - x.score || compareValues(x.page, y.page) || x.section - y.section

const search = (sections: Sections, query: SearchQuery): ReadonlyArray<SearchHit> => {
  const terms = query.terms.map((term) => term.alternatives.map((alternative) => find(sections, alternative)))
  const average = sections.length / sections.count
  const weights = terms.flat().map((found) => {
    const idf = Math.log((sections.count - found.size + 0.5) / (found.size + 0.5))
    return { found, idf: idf <= 0 ? smallestIdf : idf }
  })
  const hits = Array.from(matches(terms, query), (section): SearchHit => {
    const { document, length } = section
    const norm = k1 * (1 - b + (b * length) / average)
    let score = 0
    for (const { found, idf } of weights) {
      const tf = found.get(section) ?? 0
      score += idf * ((tf * (k1 + 1)) / (tf + norm))
    }
    return { space: document.space, page: document.page, section: document.section, score }
  })
  return hits.sort(byRank).slice(0, query.limit)
}

const textsOf = ({ pages }: Sections, hits: ReadonlyArray<SearchHit>): ReadonlyArray<SectionText> =>
  hits.flatMap((hit) => {
    const found = pages.get([hit.space, hit.page])?.find(({ document }) => document.section === hit.section)
    if (found === undefined) return []
    const { page, section, anchor, heading, text } = found.document
    return [{ page, section, anchor, heading, text }]
  })

/** The search index over a storage's state. */
export const make = (transactions: Transactions): SearchIndexService => ({
  replacePage: (space, page, documents) =>
    transactions.write(({ draft }) => {
      replacePage(draft, space, page, documents)
      return Exit.void
    }),
  removeSpace: (space) =>
    transactions.write(({ draft }) => {
      removeSpace(draft, space)
      return Exit.void
    }),
  query: (query) => transactions.read(({ sections }) => search(sections, query)),
  read: (hits) => transactions.read(({ sections }) => textsOf(sections, hits)),
  list: (after, limit) => transactions.read(({ sections }) => listPages(sections, after, limit))
})
