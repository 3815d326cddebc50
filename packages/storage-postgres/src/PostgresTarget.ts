/** A database that a workspace is copied into. */
import type { BlobStore } from "@lectern/core/blobs/BlobStore"
import type { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import type { Storage } from "@lectern/core/storage/Storage"
import type { Row, Table, Value } from "@lectern/core/storage/Table"
import { jsonColumn, versionColumn } from "@lectern/storage-sql/internal/Ddl"
import { type Dialect, quote } from "@lectern/storage-sql/internal/Dialect"
import * as Statements from "@lectern/storage-sql/internal/Statements"
import { listCounters, RawRows, type RawRowsService } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { arrayOf } from "./Arrays.js"
import { bringUpToDate } from "./Migrating.js"
import { addressOf } from "./PostgresAddress.js"
import * as PostgresDriver from "./PostgresDriver.js"
import type { PostgresOpenError } from "./PostgresOpenError.js"
import * as PostgresPool from "./PostgresPool.js"
import { portsOf } from "./PostgresPorts.js"
import type { PostgresOptions } from "./PostgresStorage.js"

const listed = (columns: ReadonlyArray<string>): string => columns.map(quote).join(", ")

/** The statement that inserts rows with their versions. Parameters: an array for each column, the versions, the JSON. */
const insertion = (dialect: Dialect, table: Table): string => {
  const columns = Statements.columnsOf(table)
  const types = [...columns.map((column) => arrayOf(table, column)), "bigint[]", "text[]"]
  return `insert into ${dialect.table(table.name)} (${listed([...columns, versionColumn, jsonColumn])})
    select * from unnest(${types.map((type, i) => `$${i + 1}::${type}`).join(", ")})`
}

/** The statement that removes rows. Parameters: an array for each column of the key. */
const removal = (dialect: Dialect, table: Table): string => {
  const arrays = table.key.map((column, i) => `$${i + 1}::${arrayOf(table, column)}`)
  const names = table.key.map((_, i) => `k${i}`)
  const matches = table.key.map((column, i) => `t.${quote(column)} = k.k${i}`)
  return `delete from ${dialect.table(table.name)} as t using unnest(${arrays.join(", ")}) as k (${names.join(", ")})
    where ${matches.join(" and ")}`
}

/** The values of each column, from rows of values. */
const transposed = (width: number, rows: ReadonlyArray<ReadonlyArray<Value>>): ReadonlyArray<ReadonlyArray<Value>> =>
  Array.from({ length: width }, (_, column) => rows.map((row) => row[column] ?? null))

/**
 * Writes rows without waiting for the disk, and counters with it: the counter that ends a copy is on the disk only after
 * everything that was written before it.
 */
const rawRows = (driver: PostgresDriver.PostgresDriver, confirmed: PostgresDriver.PostgresDriver): RawRowsService => {
  const setCounters = confirmed.write(
    `insert into {counters} (name, value) select * from unnest($1::text[], $2::bigint[])
    on conflict (name) do update set value = excluded.value`
  )
  const removeCounters = confirmed.write("delete from {counters} where name = any($1::text[])")
  return {
    counters: listCounters(driver),
    insert: (table, rows) => {
      const columns = Statements.columnsOf(table)
      const values = rows.map(({ columns: of, json, version }: Row) => [
        ...columns.map((name) => of[name] ?? null),
        version,
        json
      ])
      return Effect.asVoid(driver.write(insertion(driver.dialect, table))(transposed(columns.length + 2, values)))
    },
    remove: (table, keys) =>
      Effect.asVoid(driver.write(removal(driver.dialect, table))(transposed(table.key.length, keys))),
    setCounters: (counters) =>
      Effect.asVoid(setCounters([counters.map(([name]) => name), counters.map(([, value]) => value)])),
    removeCounters: (names) => Effect.asVoid(removeCounters([names]))
  }
}

/** Opens a database, whose tables are created if they do not exist, to copy a workspace into it. */
export const layer = (
  options: PostgresOptions
): Layer.Layer<Storage | SearchIndex | BlobStore | RawRows, PostgresOpenError> =>
  Layer.scopedContext(
    Effect.gen(function* () {
      const address = yield* addressOf(options.url)
      const pool = yield* PostgresPool.ofWorkspace(address, { ...PostgresPool.completed(options), commitsLater: true })
      yield* bringUpToDate(pool, options.tables ?? [])
      const driver = yield* PostgresDriver.make(pool)
      const confirmed = yield* PostgresDriver.make(yield* PostgresPool.ofWorkspace(address, PostgresPool.patient))
      return Context.add(portsOf(driver), RawRows, rawRows(driver, confirmed))
    })
  )
