/** Search on PostgreSQL, compared with the same search on SQLite, and with the size of FTS5. */
import { Search } from "@lectern/core/search/Search"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { constant, type Family, type Measure, timed } from "../Harness.js"
import { durable, execute, newDatabase, newServer } from "../postgres/Server.js"
import { openDatabase } from "../postgres/Workspace.js"
import { sameAnswer } from "../SameAnswer.js"
import { indexedPage, indexPages, searchedSpace } from "../SearchedSpace.js"
import { administered, emptySpace, type OpenWorkspace, within } from "../Workspace.js"
import { queries, queryOf } from "./Search.js"

const pageCount = 10_000
const bytes = 2_000
const edits = 20

const sizeOf = "select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relname like 'search\\_%'"

type IndexedSpace = Parameters<typeof indexPages>[0]

/** Searches with each query a few times. */
const searching = (workspace: OpenWorkspace, space: SpaceId): Measure =>
  within(
    workspace,
    Effect.flatMap(Search, (search) => timed(queries.length * 3, (i) => search.space(space, { query: queryOf(i) })))
  )

/** Replaces the texts of pages, one after another, each in its own transaction. */
const indexing = (place: IndexedSpace, index: SearchIndex["Type"]): Measure => {
  let text = pageCount
  return timed(edits, (i) => index.replacePages(place.space, [indexedPage(place, i * 31, text++, bytes)]))
}

/** The pages and sections that were found, in order. */
const foundBy = (workspace: OpenWorkspace, space: SpaceId, query: string) =>
  Effect.map(
    within(
      workspace,
      Effect.flatMap(Search, (search) => search.space(space, { query }))
    ),
    ({ items }) => items.map(({ id, sections }) => [id, sections?.map((section) => section.id)])
  )

/** Searches 10,000 pages, replaces the texts of some of them in the index, and compares the size of the index. */
export const postgresSearch: Family = {
  name: "postgres-search",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const sqlite = yield* searchedSpace(pageCount, bytes)
    const server = yield* newServer(durable)
    const { url } = yield* newDatabase(server)
    const workspace = yield* administered(yield* openDatabase(url))
    const space = yield* emptySpace(workspace, "Searched")
    const place: IndexedSpace = { organization: workspace.organization, space }
    const placeInFile: IndexedSpace = { organization: sqlite.workspace.organization, space: sqlite.space }
    const index = yield* Effect.provide(SearchIndex, yield* Layer.build(PostgresStorage.layer({ url })))
    const { filename } = sqlite.workspace
    const indexOfFile = yield* Effect.provide(SearchIndex, yield* Layer.build(SqliteStorage.layer({ filename })))
    yield* Effect.provideService(indexPages(place, pageCount, bytes), SearchIndex, index)
    // The server does it by itself, some minutes later.
    yield* Effect.promise(() => execute(url, "vacuum analyze"))
    const [[size] = []] = yield* Effect.promise(() => execute(url, sizeOf))
    for (const query of queries) {
      sameAnswer(yield* foundBy(workspace, space, query), yield* foundBy(sqlite.workspace, sqlite.space, query))
    }
    const megabytes = 1_000_000
    return [
      {
        name: "postgres-search",
        subject: "PostgreSQL, search 10,000 pages",
        baseline: "SQLite",
        unit: "µs",
        target: { of: "ratio", kind: "at most", value: 3 },
        rounds: 5,
        pair: { subject: searching(workspace, space), baseline: searching(sqlite.workspace, sqlite.space) }
      },
      {
        name: "postgres-search-edit",
        subject: "PostgreSQL, a page indexed again",
        baseline: "SQLite",
        unit: "µs",
        target: { of: "ratio", kind: "at most", value: 2 },
        rounds: 5,
        pair: { subject: indexing(place, index), baseline: indexing(placeInFile, indexOfFile) }
      },
      constant(
        "postgres-search-size",
        ["PostgreSQL, search index of 10,000 pages", Number(size) / megabytes],
        ["raw FTS5", sqlite.raw.bytes() / megabytes],
        "MB",
        { of: "ratio", kind: "at most", value: 1.5 }
      )
    ]
  })
}
