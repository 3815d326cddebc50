/** Several writes in few statements: consecutive writes of one kind to one table are combined. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { Write } from "@lectern/core/storage/Batches"
import { type Lock, lockOf } from "@lectern/core/storage/Locks"
import { type Change, Duplicate, type StorageService, VersionMismatch } from "@lectern/core/storage/Storage"
import type { Columns, Table, Value } from "@lectern/core/storage/Table"
import { indexName, jsonColumn, versionColumn } from "@lectern/storage-sql/internal/Ddl"
import { quote } from "@lectern/storage-sql/internal/Dialect"
import type { SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Statements from "@lectern/storage-sql/internal/Statements"
import { Effect } from "effect"
import { arrayOf } from "./Arrays.js"
import type { PostgresDriver } from "./PostgresDriver.js"
import { violatedIndex } from "./PostgresFailure.js"
import { poison } from "./PostgresTransaction.js"

type Failure = Duplicate | VersionMismatch | Unavailable
type RowWrite = Exclude<Write, { kind: "add" }>

const keyOf = (write: RowWrite): ReadonlyArray<Value> =>
  write.kind === "delete" ? write.key : write.table.key.map((column) => write.columns[column] ?? null)

const columnsOfKey = (table: Table, key: ReadonlyArray<Value>): Partial<Columns<Table>> =>
  Object.fromEntries(table.key.map((column, i) => [column, key[i] ?? null]))

/** The locks that writes need; `undefined` if that of one of them cannot be determined. */
export const locksOf = (writes: ReadonlyArray<Write>): ReadonlyArray<Lock> | undefined => {
  const locks: Array<Lock> = []
  for (const write of writes) {
    if (write.kind === "add") continue
    const lock = lockOf(write.table, write.kind === "delete" ? columnsOfKey(write.table, write.key) : write.columns)
    if (lock === undefined) return undefined
    if (lock !== "free") locks.push(lock)
  }
  return locks
}

/**
 * Whether writes of a kind to a table can be one statement. Updates cannot if there is a unique index: a collision of one
 * would hide that the version of an earlier one was wrong.
 */
const combines = ({ kind, table }: RowWrite): boolean =>
  kind !== "update" || Object.values(table.indexes).every(({ unique }) => unique !== true)

/** Writes that can be one statement: of one kind, to one table, each of another row. */
const runsOf = (writes: ReadonlyArray<RowWrite>): ReadonlyArray<ReadonlyArray<RowWrite>> => {
  const runs: Array<Array<RowWrite>> = []
  let keys = new Set<string>()
  for (const write of writes) {
    const run = runs.at(-1)
    const [first] = run ?? []
    const key = JSON.stringify(keyOf(write))
    const continues = first?.kind === write.kind && first.table === write.table && combines(write) && !keys.has(key)
    if (run !== undefined && continues) run.push(write)
    else {
      runs.push([write])
      keys = new Set()
    }
    keys.add(key)
  }
  return runs
}

const numbered = (types: ReadonlyArray<string>): string => types.map((type, i) => `$${i + 1}::${type}`).join(", ")

const list = (columns: ReadonlyArray<string>, prefix = ""): string =>
  columns.map((column) => prefix + quote(column)).join(", ")

const insertText = (table: Table): string => {
  const columns = Statements.columnsOf(table)
  const types = [...columns.map((column) => arrayOf(table, column)), "text[]"]
  const names = columns.map((_, i) => `v${i}`)
  return `insert into ${quote(table.name)} (${list(columns)}, ${versionColumn}, ${jsonColumn})
    select ${names.join(", ")}, 1, json from unnest(${numbered(types)}) as v (${[...names, "json"].join(", ")})
    on conflict do nothing returning ${list(table.key)}`
}

const matches = (table: Table): string =>
  table.key.map((column) => `t.${quote(column)} = v.${quote(`k_${column}`)}`).join(" and ")

const updateText = (table: Table): string => {
  const settable = Statements.settable(table)
  const types = [...[...settable, ...table.key].map((column) => arrayOf(table, column)), "bigint[]", "text[]"]
  const names = [...settable.map((column) => `s_${column}`), ...table.key.map((column) => `k_${column}`)].map(quote)
  const sets = settable.map((column) => `${quote(column)} = v.${quote(`s_${column}`)}`)
  return `update ${quote(table.name)} as t
    set ${[...sets, `${versionColumn} = t.${versionColumn} + 1`, `${jsonColumn} = v.json`].join(", ")}
    from unnest(${numbered(types)}) as v (${[...names, "version", "json"].join(", ")})
    where ${matches(table)} and t.${versionColumn} = v.version returning ${list(table.key, "t.")}`
}

const deleteText = (table: Table): string => {
  const types = table.key.map((column) => arrayOf(table, column))
  const names = table.key.map((column) => quote(`k_${column}`))
  return `delete from ${quote(table.name)} as t using unnest(${numbered(types)}) as v (${names.join(", ")})
    where ${matches(table)} returning ${list(table.key, "t.")}`
}

const texts = { insert: insertText, update: updateText, delete: deleteText }

/** The parameters of a run, an array for each placeholder. */
const parametersOf = (run: ReadonlyArray<RowWrite>, table: Table): Array<ReadonlyArray<Value>> => {
  const settable = Statements.settable(table)
  const columns = Statements.columnsOf(table)
  const rows = run.map((write): ReadonlyArray<Value> => {
    if (write.kind === "delete") return write.key
    const values = (names: ReadonlyArray<string>) => names.map((name) => write.columns[name] ?? null)
    return write.kind === "insert"
      ? [...values(columns), write.json]
      : [...values(settable), ...values(table.key), write.version, write.json]
  })
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null))
}

const asKey = (row: SqlRow): string => JSON.stringify(row)

/** Several writes to the storage behind a driver; `storage` does single ones. */
export const make = (driver: PostgresDriver, storage: StorageService): StorageService["writes"] => {
  const statements = new Map<string, ReturnType<typeof driver.writeAll<string>>>()

  const prepared = (kind: RowWrite["kind"], table: Table) => {
    const shape = `${kind} ${table.name}`
    const statement = statements.get(shape) ?? driver.writeAll(texts[kind](table), asKey)
    statements.set(shape, statement)
    return statement
  }

  const one = (write: RowWrite): Effect.Effect<unknown, Failure> => {
    if (write.kind === "insert") return storage.insert(write.table, write.columns, write.json)
    if (write.kind === "update") return storage.update(write.table, write.columns, write.json, write.version)
    return storage.delete(write.table, write.key)
  }

  /** Why not all rows of a run were written: `left` are those that were not. */
  const explain = (first: RowWrite, left: RowWrite): Effect.Effect<void, Failure> => {
    const { table } = first
    if (first.kind === "update") return Effect.fail(new VersionMismatch({ table: table.name }))
    return Effect.zipRight(one(left), Effect.fail(new Duplicate({ table: table.name, index: "key" })))
  }

  const collided = (table: Table, error: Unavailable): Failure => {
    const violated = violatedIndex(error.cause)
    const index = ["key", ...Object.keys(table.indexes)].find((name) => indexName(table, name) === violated)
    return index === undefined ? error : new Duplicate({ table: table.name, index })
  }

  const writeRun = (run: ReadonlyArray<RowWrite>, changes: Array<Change>): Effect.Effect<void, Failure> => {
    const first = run[0]!
    if (run.length === 1) return Effect.asVoid(one(first))
    const { kind, table } = first
    const written = Effect.mapError(prepared(kind, table)(parametersOf(run, table)), (error) => collided(table, error))
    return Effect.flatMap(written, (keys) => {
      const done = new Set(keys)
      for (const write of run) {
        const key = keyOf(write)
        if (done.has(JSON.stringify(key))) changes.push({ table: table.name, key, kind })
        else if (kind !== "delete") return explain(first, write)
      }
      return Effect.void
    })
  }

  return (writes) => {
    const rows = writes.filter((write) => write.kind !== "add")
    if (writes.length === 0) return Effect.void
    const written: Effect.Effect<void, Failure> = Effect.withFiberRuntime((fiber) => {
      const transaction = driver.active(fiber)!
      for (const write of writes) {
        if (write.kind !== "add") continue
        transaction.added.set(write.counter, (transaction.added.get(write.counter) ?? 0) + write.by)
      }
      const all = Effect.forEach(runsOf(rows), (run) => writeRun(run, transaction.changes), { discard: true })
      return Effect.tapError(all, (error) => Effect.sync(() => poison(transaction, error)))
    })
    return driver.together(written, locksOf(writes))
  }
}
