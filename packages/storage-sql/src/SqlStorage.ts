/** The Storage port over any {@link SqlDriver}. */

import type { Unavailable } from "@lectern/core/errors/Errors"
import { withDefaults } from "@lectern/core/storage/Batches"
import {
  type Change,
  Duplicate,
  type Range,
  type Scan,
  type StorageService,
  VersionMismatch
} from "@lectern/core/storage/Storage"
import { type Columns, type Row, sortColumns, type Table, type Value } from "@lectern/core/storage/Table"
import * as Effect from "effect/Effect"
import { stretches, valuesOf } from "./Ranges.js"
import type { Parameters, SqlDriver, SqlRow } from "./SqlDriver.js"
import * as Statements from "./Statements.js"

type Reading<A> = (parameters: Parameters) => Effect.Effect<A, Unavailable>

/** The statements on one table, each prepared once. */
interface TableStatements {
  readonly get: Reading<Row | undefined>
  readonly insert: ReturnType<SqlDriver["write"]>
  readonly update: ReturnType<SqlDriver["write"]>
  readonly remove: ReturnType<SqlDriver["write"]>
  readonly atVersion: Reading<true | undefined>
  /** The key first, as `key`, then the unique indexes in the order of their declaration. */
  readonly taken: ReadonlyArray<readonly [index: string, on: ReadonlyArray<string>, find: Reading<true | undefined>]>
  readonly scans: Map<string, Reading<Array<Row>>>
  readonly counts: Map<string, Reading<number | undefined>>
  readonly decode: (row: SqlRow) => Row
  readonly columns: ReadonlyArray<string>
  readonly settable: ReadonlyArray<string>
}

const found = (): true => true

const rowDecoder = (table: Table, names = Statements.columnsOf(table)): ((row: SqlRow) => Row) => {
  const integer = names.map((name) => table.columns[name]?.startsWith("integer") === true)
  const width = names.length
  return (row) => {
    const columns: Record<string, Value> = {}
    for (let i = 0; i < width; i++) {
      const value = row[i] as Value
      columns[names[i]!] = integer[i] && typeof value === "string" ? Number(value) : value
    }
    return { columns, version: Number(row[width]), json: row[width + 1] as string }
  }
}

const prepare = (driver: SqlDriver, table: Table): TableStatements => {
  const { dialect } = driver
  const decode = rowDecoder(table)
  return {
    get: driver.first(Statements.get(dialect, table), decode),
    insert: driver.write(Statements.insert(dialect, table)),
    update: driver.write(Statements.update(dialect, table)),
    remove: driver.write(Statements.remove(dialect, table)),
    atVersion: driver.first(Statements.atVersion(dialect, table), found),
    taken: Statements.uniqueIndexes(table).map(
      ([name, on]) => [name, on, driver.first(Statements.taken(dialect, table, on), found)] as const
    ),
    scans: new Map(),
    counts: new Map(),
    decode,
    columns: Statements.columnsOf(table),
    settable: Statements.settable(table)
  }
}

const pick = (columns: Columns<Table>, names: ReadonlyArray<string>): Array<Value> =>
  names.map((name) => columns[name] ?? null)

const indexOf = (range: Range): string | undefined => (range.index === "key" ? undefined : range.index)

const numberOf = (row: SqlRow): number => Number(row[0])

/** How often a row is added again after it collided with a row that has since been removed. */
const mostAttempts = 100

/** A storage whose rows are in the database behind `driver`, which has all the tables that will be used. */
export const make = (driver: SqlDriver): StorageService => {
  const { dialect } = driver
  const prepared = new Map<Table, TableStatements>()
  const increment = driver.returning(Statements.increment(dialect), numberOf)
  const counter = driver.first(Statements.counter(dialect), numberOf)

  const of = (table: Table): TableStatements => {
    const known = prepared.get(table)
    if (known !== undefined) return known
    const statements = prepare(driver, table)
    prepared.set(table, statements)
    return statements
  }

  const change = (table: Table, key: ReadonlyArray<Value>, kind: Change["kind"]): Change => ({
    table: table.name,
    key,
    kind,
    ...(table.uncached === true && { uncached: true })
  })

  /** Fails with the unique index in which another row collides with these columns, or does nothing. */
  const refuseTaken = (table: Table, columns: Columns<Table>, key: ReadonlyArray<Value>) =>
    Effect.forEach(
      of(table).taken,
      ([index, on, find]) =>
        Effect.flatMap(find([...pick(columns, on), ...key]), (other) =>
          other ? Effect.fail(new Duplicate({ table: table.name, index })) : Effect.void
        ),
      { discard: true }
    )

  const insert = <T extends Table>(table: T, columns: Columns<T>, json: string) => {
    const statements = of(table)
    const key = pick(columns, table.key)
    const parameters = [...pick(columns, statements.columns), json]
    const add = statements.insert(parameters, change(table, key, "insert"))
    const explain = Effect.fnUntraced(function* () {
      // Where rows need no lock, another writer may remove the colliding row before it is looked at.
      for (let left = mostAttempts; left > 0; left--) {
        if ((yield* add) > 0) return
        if (yield* statements.get(key)) return yield* new Duplicate({ table: table.name, index: "key" })
        yield* refuseTaken(table, columns, key)
      }
      return yield* Effect.dieMessage(`a row of ${table.name} was neither added nor refused`)
    })
    return Effect.flatMap(add, (affected) => (affected > 0 ? Effect.void : driver.transaction(explain())))
  }

  const update = <T extends Table>(table: T, columns: Columns<T>, json: string, version: number) => {
    const statements = of(table)
    const key = pick(columns, table.key)
    const parameters = [...pick(columns, statements.settable), json, ...key, version]
    for (const [, on] of statements.taken) parameters.push(...pick(columns, on), ...key)
    const replace = statements.update(parameters, change(table, key, "update"))
    const explain = Effect.fnUntraced(function* () {
      if ((yield* replace) > 0) return
      if (!(yield* statements.atVersion([...key, version]))) return yield* new VersionMismatch({ table: table.name })
      yield* refuseTaken(table, columns, key)
      return yield* Effect.dieMessage(`a row of ${table.name} was neither replaced nor refused`)
    })
    return Effect.flatMap(replace, (affected) => (affected > 0 ? Effect.void : driver.transaction(explain())))
  }

  const scan = (table: Table, asked: Scan): Effect.Effect<Array<Row>, Unavailable> => {
    const statements = of(table)
    const parts = stretches(table, asked)
    if (parts.length === 0) return Effect.succeed([])
    const reverse = asked.reverse === true
    const limited = asked.limit !== undefined
    const index = indexOf(asked)
    const skipping = limited && asked.skip !== undefined
    const lean = asked.lean === true
    const shape = `${index ?? "key"} ${reverse} ${limited} ${skipping} ${lean} ${Statements.shapeOf(parts)}`
    let read = statements.scans.get(shape)
    if (read === undefined) {
      // A union can only be ordered by columns that it selects.
      const leanly = parts.length === 1 ? table.key : sortColumns(table, index)
      const columns = lean ? leanly : statements.columns
      const text = Statements.scan(dialect, table, index, parts, reverse, limited, skipping, columns)
      read = driver.all(text, lean ? rowDecoder(table, columns) : statements.decode)
      statements.scans.set(shape, read)
    }
    const parameters = valuesOf(parts, dialect)
    if (asked.limit !== undefined) parameters.push(asked.limit)
    if (skipping) parameters.push(asked.skip ?? 0)
    return read(parameters)
  }

  const count = (table: Table, range: Range): Effect.Effect<number, Unavailable> => {
    const statements = of(table)
    const parts = stretches(table, range)
    if (parts.length === 0) return Effect.succeed(0)
    const index = indexOf(range)
    const shape = `${index ?? "key"} ${Statements.shapeOf(parts)}`
    let read = statements.counts.get(shape)
    if (read === undefined) {
      read = driver.first(Statements.count(dialect, table, index, parts), numberOf)
      statements.counts.set(shape, read)
    }
    return Effect.map(read(valuesOf(parts, dialect)), (number) => number ?? 0)
  }

  return withDefaults({
    get: <T extends Table>(table: T, key: ReadonlyArray<Value>) =>
      of(table).get(key) as Effect.Effect<Row<T> | undefined, Unavailable>,
    insert,
    update,
    delete: (table, key) => Effect.map(of(table).remove(key, change(table, key, "delete")), (affected) => affected > 0),
    scan: <T extends Table>(table: T, asked: Scan) =>
      Effect.suspend(() => scan(table, asked)) as Effect.Effect<ReadonlyArray<Row<T>>, Unavailable>,
    count: (table, range) => Effect.suspend(() => count(table, range)),
    increment: (name, by = 1) => increment([name, by]),
    counter: (name) => Effect.map(counter([name]), (value) => value ?? 0),
    transaction: driver.transaction,
    inTransaction: driver.inTransaction,
    generation: driver.generation,
    changes: driver.changes
  })
}
