/**
 * Several reads as one statement: a branch for each scan and each count, and one for all rows of a table that are read
 * by key.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { Answers, GetRead, Read } from "@lectern/core/storage/Batches"
import type { StorageService } from "@lectern/core/storage/Storage"
import type { Columns, Row, Table, Value } from "@lectern/core/storage/Table"
import { jsonColumn, versionColumn } from "@lectern/storage-sql/internal/Ddl"
import { type Dialect, isNowhere, quote } from "@lectern/storage-sql/internal/Dialect"
import { stretches, valuesOf } from "@lectern/storage-sql/internal/Ranges"
import type { Parameters, SqlRow } from "@lectern/storage-sql/internal/SqlDriver"
import * as Statements from "@lectern/storage-sql/internal/Statements"
import * as Effect from "effect/Effect"
import { arrayOf } from "./Arrays.js"
import type { PostgresDriver } from "./PostgresDriver.js"

/** A row of the statement: the branch, the place within it, and the row found there. */
interface Found {
  readonly branch: number
  readonly place: number
  readonly number: number
  readonly json: string | null
  readonly columns: string | null
}

const foundOf = (row: SqlRow): Found => ({
  branch: row[0] as number,
  place: row[1] as number,
  number: Number(row[2]),
  json: row[3] as string | null,
  columns: row[4] as string | null
})

/** A part of the statement, and the reads that its rows answer. */
interface Branch {
  readonly shape: string
  /** Its text; the first of its parameters is at `from`. */
  readonly text: (branch: number, from: number) => string
  readonly parameters: Parameters
  readonly answer: (rows: ReadonlyArray<Found>, answers: Array<unknown>) => void
}

const at = (dialect: Dialect, from: number): Dialect => ({
  ...dialect,
  parameter: (position) => `$${from + position - 1}`
})

const columnsText = (table: Table, of: string): string =>
  `json_build_array(${Statements.columnsOf(table)
    .map((column) => `${of}.${quote(column)}`)
    .join(", ")})::text`

const rowOf = (table: Table, { columns, json, number }: Found): Row => {
  const values: ReadonlyArray<Value> = JSON.parse(columns ?? "[]")
  const named = Statements.columnsOf(table).map((name, i) => [name, values[i] ?? null] as const)
  return { columns: Object.fromEntries(named) as Columns<Table>, version: number, json: json ?? "" }
}

const getBranch = (
  dialect: Dialect,
  table: Table,
  gets: ReadonlyArray<readonly [place: number, key: ReadonlyArray<Value>]>
): Branch => ({
  shape: `get ${table.name}`,
  text: (branch, from) => {
    const arrays = table.key.map((column, i) => `$${from + i}::${arrayOf(table, column)}`)
    const names = table.key.map((_, i) => `k${i}`)
    const on = table.key.map((column, i) => `t.${quote(column)} = k.k${i}`)
    return `select ${branch}, k.place::int, t.${versionColumn}, t.${jsonColumn}, ${columnsText(table, "t")}
      from unnest(${arrays.join(", ")}) with ordinality as k (${names.join(", ")}, place)
      join ${dialect.table(table.name)} as t on ${on.join(" and ")}`
  },
  parameters: table.key.map((_, i) => gets.map(([, key]) => key[i] ?? null)),
  answer: (rows, answers) => {
    for (const row of rows) answers[gets[row.place - 1]![0]] = rowOf(table, row)
  }
})

const counterBranch = (counters: ReadonlyArray<readonly [place: number, name: string]>): Branch => ({
  shape: "counters",
  text: (branch, from) => `select ${branch}, k.place::int, c.value, null, null
    from unnest($${from}::text[]) with ordinality as k (name, place) join {counters} as c on c.name = k.name`,
  parameters: [counters.map(([, name]) => name)],
  answer: (rows, answers) => {
    for (const [place] of counters) answers[place] = 0
    for (const row of rows) answers[counters[row.place - 1]![0]] = row.number
  }
})

const scanBranch = (
  dialect: Dialect,
  place: number,
  { scan, table }: Extract<Read, { kind: "scan" }>
): Branch | undefined => {
  const parts = stretches(table, scan)
  if (parts.length === 0) return undefined
  const index = scan.index === "key" ? undefined : scan.index
  const reverse = scan.reverse === true
  const limited = scan.limit !== undefined
  const skipping = limited && scan.skip !== undefined
  return {
    shape: `scan ${table.name} ${index ?? "key"} ${reverse} ${limited} ${skipping} ${Statements.shapeOf(parts)}`,
    text: (branch, from) => {
      const text = Statements.scan(at(dialect, from), table, index, parts, reverse, limited, skipping)
      return `select ${branch}, 0, s.${versionColumn}, s.${jsonColumn}, ${columnsText(table, "s")} from (${text}) as s`
    },
    parameters: [
      ...valuesOf(parts, dialect),
      ...(scan.limit === undefined ? [] : [scan.limit]),
      ...(skipping ? [scan.skip ?? 0] : [])
    ],
    answer: (rows, answers) => {
      answers[place] = rows.map((row) => rowOf(table, row))
    }
  }
}

const countBranch = (
  dialect: Dialect,
  place: number,
  { range, table }: Extract<Read, { kind: "count" }>
): Branch | undefined => {
  const parts = stretches(table, range)
  if (parts.length === 0) return undefined
  const index = range.index === "key" ? undefined : range.index
  return {
    shape: `count ${table.name} ${index ?? "key"} ${Statements.shapeOf(parts)}`,
    text: (branch, from) =>
      `select ${branch}, 0, (${Statements.count(at(dialect, from), table, index, parts)})::bigint, null, null`,
    parameters: valuesOf(parts, dialect),
    answer: ([row], answers) => {
      answers[place] = row?.number ?? 0
    }
  }
}

/** The result of a read that finds nothing. */
const nothing = (read: Read): unknown => (read.kind === "get" ? undefined : read.kind === "scan" ? [] : 0)

const branchesOf = (dialect: Dialect, reads: ReadonlyArray<Read>): ReadonlyArray<Branch> => {
  const gets = new Map<Table, Array<readonly [number, ReadonlyArray<Value>]>>()
  const counters: Array<readonly [number, string]> = []
  const branches: Array<Branch | undefined> = []
  const askByKey = (place: number, { key, table }: GetRead): void => {
    const known = gets.get(table)
    if (known === undefined) gets.set(table, [[place, key]])
    else known.push([place, key])
  }
  for (const [place, read] of reads.entries()) {
    if (read.kind === "get") {
      if (!read.key.some(isNowhere)) askByKey(place, read)
    } else if (read.kind === "counter") {
      if (!isNowhere(read.counter)) counters.push([place, read.counter])
    } else branches.push(read.kind === "scan" ? scanBranch(dialect, place, read) : countBranch(dialect, place, read))
  }
  for (const [table, asked] of gets) branches.push(getBranch(dialect, table, asked))
  if (counters.length > 0) branches.push(counterBranch(counters))
  return branches.filter((branch) => branch !== undefined)
}

/** Reads of the storage behind a driver; `storage` does single ones. */
export const make = (driver: PostgresDriver, storage: StorageService): StorageService["reads"] => {
  const statements = new Map<string, (parameters: Parameters) => Effect.Effect<Array<Found>, Unavailable>>()

  const prepared = (branches: ReadonlyArray<Branch>) => {
    const shape = branches.map((branch) => branch.shape).join("\n")
    const known = statements.get(shape)
    if (known !== undefined) return known
    let from = 1
    const texts = branches.map(({ parameters, text }, branch) => {
      const written = `(${text(branch, from)})`
      from += parameters.length
      return written
    })
    const statement = driver.all(texts.join(" union all "), foundOf)
    statements.set(shape, statement)
    return statement
  }

  const readAll = (reads: ReadonlyArray<Read>): Effect.Effect<ReadonlyArray<unknown>, Unavailable> =>
    Effect.withFiberRuntime((fiber) => {
      const branches = branchesOf(driver.dialect, reads)
      const answers = reads.map(nothing)
      const added = driver.active(fiber)?.added
      const asked = branches.filter(({ parameters }) => !parameters.some(isNowhere))
      const found =
        asked.length === 0 ? Effect.succeed([]) : prepared(asked)(asked.flatMap(({ parameters }) => parameters))
      return Effect.map(found, (rows) => {
        const ofBranch = asked.map((): Array<Found> => [])
        for (const row of rows) ofBranch[row.branch]!.push(row)
        for (const [i, branch] of asked.entries()) branch.answer(ofBranch[i]!, answers)
        for (const [place, read] of reads.entries()) {
          if (read.kind === "counter") answers[place] = Number(answers[place]) + (added?.get(read.counter) ?? 0)
        }
        return answers
      })
    })

  const one = (read: Exclude<Read, { kind: "counter" }>): Effect.Effect<unknown, Unavailable> => {
    if (read.kind === "get") return storage.get(read.table, read.key)
    return read.kind === "scan" ? storage.scan(read.table, read.scan) : storage.count(read.table, read.range)
  }

  return <const R extends ReadonlyArray<Read>>(reads: R) => {
    const [first] = reads
    const found =
      reads.length === 1 && first !== undefined && first.kind !== "counter"
        ? Effect.map(one(first), (answer) => [answer])
        : readAll(reads)
    return found as Effect.Effect<Answers<R>, Unavailable>
  }
}
