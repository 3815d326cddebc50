/** The contents of a workspace, as lists in an order that all storages share: rows, counters, and pages in search. */
import type { IndexedPageDocuments, SearchDocument, SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import type { StorageService } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import type { CounterValue, ListCounters } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { copying } from "../workspace/Marks.js"
import type { Listing } from "./Differences.js"

/** The rows of a table. */
export const rowsOf = (storage: StorageService, table: Table): Listing => ({
  key: table.key,
  read: (after, limit) => storage.scan(table, { limit, ...(after !== undefined && { after }) })
})

/** The counters, as rows whose version is the value, without the one that marks an unfinished copy. */
export const countersOf = (list: ListCounters): Listing => ({
  key: ["name"],
  read: ([after] = [""], limit) =>
    Effect.map(list(String(after), limit + 1), (found) =>
      found
        .filter(([name]) => name !== copying)
        .slice(0, limit)
        .map(([name, version]): Row => ({ columns: { name }, version, json: "" }))
    )
})

/** A counter that {@link countersOf} lists. */
export const counterOf = ({ columns, version }: Row): CounterValue => [String(columns.name), version]

const Sections = Schema.parseJson(
  Schema.Array(
    Schema.Struct({
      organization: Schema.String,
      path: Schema.String,
      section: Schema.Number,
      anchor: Schema.String,
      heading: Schema.String,
      text: Schema.String,
      title: Schema.String,
      body: Schema.String
    })
  )
)
const encode = Schema.encodeSync(Sections)
const decode = Schema.decodeSync(Sections)

const pageRow = (documents: Array.NonEmptyReadonlyArray<SearchDocument>): Row => {
  const [{ page, space }] = documents
  return { columns: { space, page }, version: 1, json: encode(documents) }
}

const samePage = (a: SearchDocument, b: SearchDocument): boolean => a.space === b.space && a.page === b.page

/** The pages of the search index, as rows with their sections. */
export const searchOf = (search: SearchIndexService): Listing => ({
  key: ["space", "page"],
  read: (after, limit) =>
    Effect.map(search.list(after && { space: String(after[0]), page: String(after[1]) }, limit), (documents) =>
      Array.isNonEmptyReadonlyArray(documents) ? Array.groupWith(documents, samePage).map(pageRow) : []
    )
})

/** A page that {@link searchOf} lists, as the index stores it. */
export const pageOf = ({ columns, json }: Row): IndexedPageDocuments => {
  const place = { space: String(columns.space), page: String(columns.page) }
  return { page: place.page, documents: decode(json).map((section) => ({ ...section, ...place })) }
}
