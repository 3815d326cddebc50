/** The parts that a workspace is copied in, apart from files. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { StorageService } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import type { ListCounters, RawRowsService } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import type { Listing } from "./Differences.js"
import { counterOf, countersOf, pageOf, rowsOf, searchOf } from "./Listings.js"

/** The workspace that is copied. */
export interface From {
  readonly storage: StorageService
  readonly search: SearchIndexService
  readonly counters: ListCounters
}

/** The workspace that the copy is written into. */
export interface To {
  readonly storage: StorageService
  readonly search: SearchIndexService
  readonly raw: RawRowsService
}

/** A part of a workspace on both sides. */
export interface Part {
  readonly kind: "rows" | "counters" | "pages in search"
  /** The name for a person. */
  readonly name: string
  readonly from: Listing
  readonly to: Listing
  readonly insert: (rows: ReadonlyArray<Row>) => Effect.Effect<void, Unavailable>
  readonly remove: (rows: ReadonlyArray<Row>) => Effect.Effect<void, Unavailable>
}

const tablePart = (from: From, { raw, storage }: To, table: Table): Part => ({
  kind: "rows",
  name: `table ${table.name}`,
  from: rowsOf(from.storage, table),
  to: rowsOf(storage, table),
  insert: (rows) => raw.insert(table, rows),
  remove: (rows) =>
    raw.remove(
      table,
      rows.map(({ columns }) => table.key.map((name) => columns[name] ?? null))
    )
})

const counterPart = ({ counters }: From, { raw }: To): Part => ({
  kind: "counters",
  name: "counters",
  from: countersOf(counters),
  to: countersOf(raw.counters),
  insert: (rows) => raw.setCounters(rows.map(counterOf)),
  remove: (rows) => raw.removeCounters(rows.map((row) => counterOf(row)[0]))
})

const ofSameSpace = (a: Row, b: Row): boolean => a.columns.space === b.columns.space

const searchPart = (from: From, { search }: To): Part => {
  const replace = (rows: ReadonlyArray<Row>, withDocuments: boolean) =>
    Effect.forEach(
      Array.isNonEmptyReadonlyArray(rows) ? Array.groupWith(rows, ofSameSpace) : [],
      (pages) =>
        search.replacePages(
          String(pages[0].columns.space),
          pages.map(pageOf).map((page) => (withDocuments ? page : { ...page, documents: [] }))
        ),
      { discard: true }
    )
  return {
    kind: "pages in search",
    name: "the search index",
    from: searchOf(from.search),
    to: searchOf(search),
    insert: (rows) => replace(rows, true),
    remove: (rows) => replace(rows, false)
  }
}

/** The rows of tables, and all counters. */
export const rowParts = (from: From, to: To, tables: ReadonlyArray<Table>): ReadonlyArray<Part> => [
  ...tables.map((table) => tablePart(from, to, table)),
  counterPart(from, to)
]

/** Everything but files. */
export const allParts = (from: From, to: To, tables: ReadonlyArray<Table>): ReadonlyArray<Part> => [
  ...rowParts(from, to, tables),
  searchPart(from, to)
]
