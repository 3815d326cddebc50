/** Sections to index in the suites, and the answers of an index about them. */
import { pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import type {
  SearchDocument,
  SearchIndexService,
  SearchQuery,
  SearchToken
} from "@lectern/core/search-index/SearchIndex"
import * as Effect from "effect/Effect"

/** A section of the organization `o`, without words unless given; `title` and `body` are words joined by spaces. */
export const section = (
  space: string,
  page: string,
  number: number,
  fields: Partial<SearchDocument> = {}
): SearchDocument => ({
  organization: "o",
  space,
  page,
  path: "",
  section: number,
  anchor: number === 0 ? "" : `anchor-${number}`,
  heading: `Heading ${number} of ${page}`,
  text: `Text of section ${number} of ${page}`,
  title: "",
  body: "",
  ...fields
})

/** The token of one word; a `*` at its end makes it a prefix. */
export const token = (text: string): SearchToken => ({ token: text.replace("*", ""), prefix: text.endsWith("*") })

/** The places to look for tokens: everywhere in the organization `o` unless given. */
export type Where = Partial<Omit<SearchQuery, "tokens">>

/** The entries of a list, by the number of the page in its block. */
const entriesIn = (list: string): ReadonlyArray<readonly [place: number, entry: string]> => {
  const [first] = placeOf(0)
  const found: Array<readonly [number, string]> = []
  for (let at = 0; at < list.length; ) {
    let end = at + 1
    while (end < list.length && list.charCodeAt(end) < first!.charCodeAt(0)) end++
    found.push([list.charCodeAt(at) - first!.charCodeAt(0), list.slice(at + 1, end)])
    at = end
  }
  return found
}

/** The entries of each of some tokens, as `space page entry` and sorted; a page has several for a prefix. */
export const entriesWith = (index: SearchIndexService, tokens: ReadonlyArray<string>, where: Where = {}) =>
  Effect.gen(function* () {
    const query = { tokens: tokens.map(token), organization: "o", covers: () => true, ...where }
    const found: Array<Array<string>> = tokens.map(() => [])
    for (const { block, list, space, token } of yield* index.query(query)) {
      const entries = entriesIn(list)
      const places = entries.map(([place]) => ({ space, number: block * pagesOfBlock + place, sections: [] }))
      const pages = yield* index.read(places)
      const ids = new Map(pages.map(({ number, page }) => [number % pagesOfBlock, page]))
      found[token]!.push(...entries.map(([place, entry]) => `${space} ${ids.get(place)} ${entry}`))
    }
    return found.map((entries) => entries.sort())
  })

/** The ids of the pages in which a token occurs, sorted. */
export const pagesWith = (index: SearchIndexService, token: string, where: Where = {}) =>
  Effect.map(entriesWith(index, [token], where), ([entries = []]) => [
    ...new Set(entries.map((entry) => entry.split(" ")[1]!))
  ])
