/**
 * Several writes in few statements. Consecutive writes of one kind to one table are one part of a statement, and parts
 * that cannot affect each other are combined into one statement.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import { locksOfWrites } from "@lectern/core/internal/storage/rows/WriteLocks"
import type { EnsureWrite, Write } from "@lectern/core/storage/Batches"
import { type Change, Duplicate, type StorageService, VersionMismatch } from "@lectern/core/storage/Storage"
import type { Table, Value } from "@lectern/core/storage/Table"
import { jsonColumn, versionColumn } from "@lectern/storage-sql/internal/Ddl"
import { type Dialect, quote } from "@lectern/storage-sql/internal/Dialect"
import type { SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Statements from "@lectern/storage-sql/internal/Statements"
import * as Effect from "effect/Effect"
import { arrayOf } from "./Arrays.js"
import type { PostgresDriver } from "./PostgresDriver.js"
import { poison } from "./PostgresTransaction.js"

type Failure = Duplicate | VersionMismatch | Unavailable
type RowWrite = Exclude<Write, { kind: "add" }>

/** Handles the consequences of inserting a row that might have existed. */
type Ensured = (write: EnsureWrite) => void

const keyOf = (write: RowWrite): ReadonlyArray<Value> =>
  write.kind === "delete" ? write.key : write.table.key.map((column) => write.columns[column] ?? null)

/** Writes of one kind to one table, each of another row. */
type Run = ReadonlyArray<RowWrite>

const keyTextOf = (write: RowWrite): string => JSON.stringify(keyOf(write))

const hasUniqueIndex = ({ indexes }: Table): boolean => Object.values(indexes).some(({ unique }) => unique === true)

/**
 * Whether a write must be a statement of its own. Updates must if there is a unique index: a collision of one would
 * hide that the version of an earlier one was wrong. So must inserts of rows that may exist: only their key may be
 * taken.
 */
const isAlone = ({ kind, table }: RowWrite): boolean =>
  (kind === "update" || kind === "ensure") && hasUniqueIndex(table)

const runsOf = (writes: ReadonlyArray<RowWrite>): ReadonlyArray<Run> => {
  const runs: Array<Array<RowWrite>> = []
  let keys = new Set<string>()
  for (const write of writes) {
    const run = runs.at(-1)
    const [first] = run ?? []
    const key = keyTextOf(write)
    const continues = first?.kind === write.kind && first.table === write.table && !isAlone(write) && !keys.has(key)
    if (run !== undefined && continues) run.push(write)
    else {
      runs.push([write])
      keys = new Set()
    }
    keys.add(key)
  }
  return runs
}

/** The maximum number of runs in a statement. It bounds how many different statements there are. */
const runsAtOnce = 6

/**
 * Runs that can be one statement, whose parts do not see each other: no row is in two of them, and none can free or take
 * the place of another one in a unique index.
 */
const statementsOf = (runs: ReadonlyArray<Run>): ReadonlyArray<ReadonlyArray<Run>> => {
  const statements: Array<Array<Run>> = []
  let keys = new Map<Table, ReadonlySet<string>>()
  let isFull = true
  for (const run of runs) {
    const first = run[0]!
    const { table } = first
    const known = keys.get(table)
    const isApart =
      known === undefined || (!hasUniqueIndex(table) && run.every((write) => !known.has(keyTextOf(write))))
    if (isFull || isAlone(first) || !isApart) {
      statements.push([])
      keys = new Map()
    }
    const statement = statements.at(-1)!
    statement.push(run)
    keys.set(table, new Set([...(keys.get(table) ?? []), ...run.map(keyTextOf)]))
    isFull = isAlone(first) || statement.length === runsAtOnce
  }
  return statements
}

const numbered = (types: ReadonlyArray<string>, from: number): string =>
  types.map((type, i) => `$${i + from}::${type}`).join(", ")

const list = (columns: ReadonlyArray<string>, prefix = ""): string =>
  columns.map((column) => prefix + quote(column)).join(", ")

const insertText = (dialect: Dialect, table: Table, from: number): string => {
  const columns = Statements.columnsOf(table)
  const types = [...columns.map((column) => arrayOf(table, column)), "text[]"]
  const names = columns.map((_, i) => `v${i}`)
  return `insert into ${dialect.table(table.name)} (${list(columns)}, ${versionColumn}, ${jsonColumn})
    select ${names.join(", ")}, 1, json from unnest(${numbered(types, from)}) as v (${[...names, "json"].join(", ")})
    on conflict do nothing returning ${list(table.key)}`
}

const matches = (table: Table): string =>
  table.key.map((column) => `t.${quote(column)} = v.${quote(`k_${column}`)}`).join(" and ")

const updateText = (dialect: Dialect, table: Table, from: number): string => {
  const settable = Statements.settable(table)
  const types = [...[...settable, ...table.key].map((column) => arrayOf(table, column)), "bigint[]", "text[]"]
  const names = [...settable.map((column) => `s_${column}`), ...table.key.map((column) => `k_${column}`)].map(quote)
  const sets = settable.map((column) => `${quote(column)} = v.${quote(`s_${column}`)}`)
  return `update ${dialect.table(table.name)} as t
    set ${[...sets, `${versionColumn} = t.${versionColumn} + 1`, `${jsonColumn} = v.json`].join(", ")}
    from unnest(${numbered(types, from)}) as v (${[...names, "version", "json"].join(", ")})
    where ${matches(table)} and t.${versionColumn} = v.version returning ${list(table.key, "t.")}`
}

const deleteText = (dialect: Dialect, table: Table, from: number): string => {
  const types = table.key.map((column) => arrayOf(table, column))
  const names = table.key.map((column) => quote(`k_${column}`))
  return `delete from ${dialect.table(table.name)} as t using unnest(${numbered(types, from)}) as v (${names.join(", ")})
    where ${matches(table)} returning ${list(table.key, "t.")}`
}

const texts = { insert: insertText, ensure: insertText, update: updateText, delete: deleteText }

/** The parameters of a run, an array for each placeholder. */
const parametersOf = (run: ReadonlyArray<RowWrite>, table: Table): Array<ReadonlyArray<Value>> => {
  const settable = Statements.settable(table)
  const columns = Statements.columnsOf(table)
  const rows = run.map((write): ReadonlyArray<Value> => {
    if (write.kind === "delete") return write.key
    const values = (names: ReadonlyArray<string>) => names.map((name) => write.columns[name] ?? null)
    return write.kind === "update"
      ? [...values(settable), ...values(table.key), write.version, write.json]
      : [...values(columns), write.json]
  })
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null))
}

/** The run of a row that was written, and its key. */
const asKey = ([run, key]: SqlRow): string => `${run} ${JSON.stringify(JSON.parse(String(key)))}`

/** Several writes to the storage behind a driver; `storage` does single ones. */
export const make = (driver: PostgresDriver, storage: StorageService): StorageService["writes"] => {
  const statements = new Map<string, ReturnType<typeof driver.writeAll<string>>>()

  const prepared = (runs: ReadonlyArray<Run>) => {
    const shape = runs.map(([first]) => `${first!.kind} ${first!.table.name}`).join("\n")
    const known = statements.get(shape)
    if (known !== undefined) return known
    let from = 1
    const parts = runs.map((run, i) => {
      const { kind, table } = run[0]!
      const text = `w${i} as (${texts[kind](driver.dialect, table, from)})`
      from += parametersOf(run, table).length
      return text
    })
    const written = runs.map(
      ([first], i) => `select ${i}, json_build_array(${list(first!.table.key)})::text from w${i}`
    )
    const statement = driver.writeAll(`with ${parts.join(", ")} ${written.join(" union all ")}`, asKey)
    statements.set(shape, statement)
    return statement
  }

  const one = (write: RowWrite, ensured: Ensured): Effect.Effect<unknown, Failure> => {
    if (write.kind === "insert") return storage.insert(write.table, write.columns, write.json)
    if (write.kind === "ensure") {
      const inserted = Effect.map(storage.insert(write.table, write.columns, write.json), () => ensured(write))
      return Effect.catchIf(
        inserted,
        (error) => error._tag === "Duplicate" && error.index === "key",
        () => Effect.void
      )
    }
    if (write.kind === "update") return storage.update(write.table, write.columns, write.json, write.version)
    return storage.delete(write.table, write.key)
  }

  /** Why a row was not written. */
  const explain = (left: RowWrite): Effect.Effect<void, Failure> => {
    const { kind, table } = left
    if (kind === "update") return Effect.fail(new VersionMismatch({ table: table.name }))
    return Effect.zipRight(
      one(left, () => {}),
      Effect.fail(new Duplicate({ table: table.name, index: "key" }))
    )
  }

  const writeRuns = (
    runs: ReadonlyArray<Run>,
    changes: Array<Change>,
    ensured: Ensured
  ): Effect.Effect<void, Failure> => {
    const [first] = runs
    if (runs.length === 1 && first?.length === 1) return Effect.asVoid(one(first[0]!, ensured))
    const parameters = runs.flatMap((run) => parametersOf(run, run[0]!.table))
    return Effect.flatMap(prepared(runs)(parameters), (keys) => {
      const done = new Set(keys)
      for (const [i, run] of runs.entries()) {
        for (const write of run) {
          const { kind, table } = write
          const key = keyOf(write)
          if (done.has(`${i} ${JSON.stringify(key)}`)) {
            changes.push({ table: table.name, key, kind: kind === "ensure" ? "insert" : kind })
            if (kind === "ensure") ensured(write)
          } else if (kind === "insert" || kind === "update") return explain(write)
        }
      }
      return Effect.void
    })
  }

  return (writes) => {
    const rows = writes.filter((write) => write.kind !== "add")
    if (writes.length === 0) return Effect.void
    const written: Effect.Effect<void, Failure> = Effect.withFiberRuntime((fiber) => {
      const transaction = driver.active(fiber)!
      const add = (counter: string, by: number): void => {
        transaction.added.set(counter, (transaction.added.get(counter) ?? 0) + by)
      }
      for (const write of writes) if (write.kind === "add") add(write.counter, write.by)
      const ensured: Ensured = ({ adds }) => {
        for (const [counter, by] of adds) add(counter, by)
      }
      const all = Effect.forEach(statementsOf(runsOf(rows)), (runs) => writeRuns(runs, transaction.changes, ensured), {
        discard: true
      })
      return Effect.tapError(all, (error) => Effect.sync(() => poison(transaction, error)))
    })
    return driver.together(written, locksOfWrites(writes))
  }
}
