/** A SQLite file that a workspace is copied into. */
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Row, Table } from "@lectern/core/storage/Table"
import { jsonColumn, versionColumn } from "@lectern/storage-sql/internal/Ddl"
import { type Dialect, quote } from "@lectern/storage-sql/internal/Dialect"
import type { SqlDriver } from "@lectern/storage-sql/internal/SqlDriver"
import * as SqlStorage from "@lectern/storage-sql/internal/SqlStorage"
import * as Statements from "@lectern/storage-sql/internal/Statements"
import { listCounters, RawRows, type RawRowsService } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqliteBlobStore from "./SqliteBlobStore.js"
import * as SqliteDriver from "./SqliteDriver.js"
import * as SqliteFile from "./SqliteFile.js"
import type { SqliteOpenError } from "./SqliteOpenError.js"
import * as SqliteSearchIndex from "./SqliteSearchIndex.js"

/** The statement that inserts a row with its version. Parameters: the columns, the version, the JSON. */
const insertion = (dialect: Dialect, table: Table): string => {
  const columns = [...Statements.columnsOf(table), versionColumn, jsonColumn]
  return `insert into ${dialect.table(table.name)} (${columns.map(quote).join(", ")}) values (${columns.map(() => "?").join(", ")})`
}

/** Runs a statement for each of some values, in one transaction. */
const forAll = <A>(
  driver: SqlDriver,
  values: ReadonlyArray<A>,
  run: (value: A) => ReturnType<ReturnType<SqlDriver["write"]>>
) => driver.transaction(Effect.forEach(values, run, { discard: true }))

const rawRows = (driver: SqlDriver): RawRowsService => {
  const insertions = new Map<Table, ReturnType<SqlDriver["write"]>>()
  const removals = new Map<Table, ReturnType<SqlDriver["write"]>>()
  const prepared = (known: typeof insertions, table: Table, sql: (table: Table) => string) => {
    const statement = known.get(table) ?? driver.write(sql(table))
    known.set(table, statement)
    return statement
  }
  const setCounter = driver.write("insert or replace into {counters} (name, value) values (?, ?)")
  const removeCounter = driver.write("delete from {counters} where name = ?")
  return {
    counters: listCounters(driver),
    insert: (table, rows) => {
      const columns = Statements.columnsOf(table)
      const insert = prepared(insertions, table, (of) => insertion(driver.dialect, of))
      const valuesOf = ({ columns: values, json, version }: Row) => [
        ...columns.map((name) => values[name] ?? null),
        version,
        json
      ]
      return forAll(driver, rows, (row) => insert(valuesOf(row)))
    },
    remove: (table, keys) => {
      const remove = prepared(removals, table, (of) => Statements.remove(driver.dialect, of))
      return forAll(driver, keys, (key) => remove(key))
    },
    setCounters: (counters) => forAll(driver, counters, (counter) => setCounter(counter)),
    removeCounters: (names) => forAll(driver, names, (name) => removeCounter([name]))
  }
}

/** Opens a file, which is created if it does not exist, to copy a workspace into it. */
export const layer = (filename: string): Layer.Layer<Storage | SearchIndex | BlobStore | RawRows, SqliteOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const connections = yield* SqliteFile.open(filename, [])
      const driver = yield* Effect.acquireRelease(SqliteDriver.make(connections), (driver) => driver.close)
      return Context.make(Storage, SqlStorage.make(driver)).pipe(
        Context.add(SearchIndex, SqliteSearchIndex.make(driver)),
        Context.add(BlobStore, SqliteBlobStore.make(driver)),
        Context.add(RawRows, rawRows(driver))
      )
    })
  )
