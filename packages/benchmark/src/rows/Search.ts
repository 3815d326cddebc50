import { Search } from "@lectern/core/search/Search"
import * as Effect from "effect/Effect"
import { type Family, timed, timedSync } from "../Harness.js"
import { checkSearched, searchedSpace } from "../SearchedSpace.js"
import { within } from "../Workspace.js"

const pageCount = 2_000
const bytes = 2_000
/** The queries of the bench. */
export const queries = [
  "restore backup",
  "merging conflicts",
  "deploy server tok",
  "configure",
  "migrating tables",
  "page 1234",
  "branch review4",
  "installing clients"
]
/** The queries in turn. */
export const queryOf = (i: number): string => queries[i % queries.length] ?? ""

/**
 * Searches a space of 2,000 pages, compared with one FTS5 table and hand-written responses: once with the same pages,
 * where pages with all words come before pages with some, and, for comparison only, once with just the former.
 */
export const search: Family = {
  name: "search",
  rows: Effect.gen(function* () {
    const searched = yield* searchedSpace(pageCount, bytes)
    const { raw, space, workspace } = searched
    yield* Effect.forEach(queries, (query) => checkSearched(searched, query))
    const calls = queries.length * 5
    const subject = within(
      workspace,
      Effect.flatMap(Search, (service) => timed(calls, (i) => service.space(space, { query: queryOf(i) })))
    )
    const baseline = (allWords: boolean) =>
      timedSync(calls, (i) => raw.search(workspace.user, space, queryOf(i), allWords))
    const common = { subject: "in-process, search a space", unit: "µs", rounds: 7 }
    return [
      {
        ...common,
        name: "search",
        baseline: "raw FTS5",
        target: { of: "ratio", kind: "at most", value: 3 },
        pair: { subject, baseline: baseline(false) }
      },
      {
        ...common,
        name: "search-all-words",
        baseline: "raw FTS5, pages with all words only",
        pair: { subject, baseline: baseline(true) }
      }
    ]
  })
}
