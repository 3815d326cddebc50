/**
 * The road to PostgreSQL: the storage over an `@effect/sql` client, here that of SQLite. Search and blobs are not part
 * of it; the suites that need some search index to roll back get one of rows.
 */
import * as Reactivity from "@effect/experimental/Reactivity"
import { SqlClient } from "@effect/sql/SqlClient"
import { SqliteClient } from "@effect/sql-sqlite-node"
import { BlobStore, type BlobStoreService } from "@lectern/core/blobs/BlobStore"
import { type SearchDocument, SearchIndex, type SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import { contract } from "@lectern/storage-testing/contract"
import { newFile } from "@lectern/storage-testing/files"
import { tables } from "@lectern/storage-testing/tables"
import { Array, Context, Effect, Layer, Stream } from "effect"
import { createTables } from "../src/Ddl.js"
import { sqlite } from "../src/Dialect.js"
import * as SqlClientDriver from "../src/SqlClientDriver.js"
import * as SqlStorage from "../src/SqlStorage.js"

const indexed = table({
  name: "indexed",
  columns: { space: "text", page: "text", section: "integer" },
  key: ["space", "page", "section"],
  indexes: {}
})

/** A search index of rows that knows what is indexed, and finds nothing. */
const searchIndex = (storage: StorageService): SearchIndexService => {
  const remove = (prefix: ReadonlyArray<string>) =>
    Effect.flatMap(storage.scan(indexed, { prefix }), (rows) =>
      Effect.forEach(rows, ({ columns }) => storage.delete(indexed, [columns.space, columns.page, columns.section]), {
        discard: true
      })
    )
  return {
    replacePages: (space, pages) =>
      Effect.forEach(
        pages,
        ({ documents, page }) =>
          Effect.zipRight(
            remove([space, page]),
            Effect.forEach(
              documents,
              (document) =>
                Effect.orDie(
                  storage.insert(indexed, { space, page, section: document.section }, JSON.stringify(document))
                ),
              { discard: true }
            )
          ),
        { discard: true }
      ),
    removeSpace: (space) => remove([space]),
    query: () => Effect.succeed([]),
    vocabulary: () => Effect.succeed([]),
    read: () => Effect.succeed([]),
    list: (after, limit) =>
      Effect.map(storage.scan(indexed, {}), (rows) => {
        const isAfter = (space: unknown, page: unknown) =>
          after === undefined || `${space}\0${page}` > `${after.space}\0${after.page}`
        const later = rows.filter(({ columns }) => isAfter(columns.space, columns.page))
        const pages = Object.values(Array.groupBy(later, ({ columns }) => `${columns.space}\0${columns.page}`))
        return pages.slice(0, limit).flatMap((page) => page.map(({ json }) => JSON.parse(json) as SearchDocument))
      })
  }
}

const noBlobs = Effect.dieMessage("no blobs here")
const blobs: BlobStoreService = {
  put: () => noBlobs,
  putStream: () => noBlobs,
  get: () => noBlobs,
  stat: () => noBlobs,
  read: () => Stream.fromEffect(noBlobs),
  delete: () => noBlobs,
  list: () => Stream.fromEffect(noBlobs),
  sweep: () => noBlobs
}

const layer = (filename: string) =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const sql = yield* SqliteClient.make({ filename })
      const reads = yield* SqliteClient.make({ filename, readonly: true, disableWAL: true })
      yield* Effect.forEach(createTables(sqlite, [...tables, indexed]), (statement) => sql.unsafe(statement), {
        discard: true
      })
      const storage = SqlStorage.make(yield* Effect.provideService(SqlClientDriver.make(reads), SqlClient, sql))
      return Context.make(Storage, storage).pipe(
        Context.add(SearchIndex, searchIndex(storage)),
        Context.add(BlobStore, blobs)
      )
    })
  ).pipe(Layer.provide(Reactivity.layer))

contract("SQL client", newFile(layer), { concerns: { search: false, blobs: false } })
