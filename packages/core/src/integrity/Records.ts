/**
 * The invariants of each row of a table: JSON that matches a schema, columns that agree with it, and references to
 * existing rows. Each table has one declaration; the same code checks all of them.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import { collectionsStamp, moveAccess, organizationStamp, sitesStamp, spacesStamp } from "../access/Cached.js"
import type { Unavailable } from "../errors/Errors.js"
import { BacklinksTable, LinkCountsTable, PageLinksTable } from "../link-index/LinkTables.js"
import { toInvalid } from "../schema/Input.js"
import type { StorageService } from "../storage/Storage.js"
import type { Columns, Table, Value } from "../storage/Table.js"
import type { Mend, Report, Unit } from "./Finding.js"
import { type ReindexingPorts, reindexing, rewriting } from "./Mending.js"
import { eachRow, exists, parsed } from "./Scanning.js"

/**
 * A reference from a row to another: `what` names it in a finding; `key` are leading values of the key, or of `index`.
 */
export interface Reference {
  readonly what: string
  readonly table: Table
  readonly key: ReadonlyArray<Value>
  readonly index?: string
}

/** What the rows of one table must be. */
export interface Records {
  readonly table: Table
  /** The columns of a value; `undefined` if it is damaged. */
  readonly columnsOf: (value: unknown) => Columns<Table> | undefined
  /** Checks a row by itself, and returns what it references. */
  readonly examine: (columns: Columns<Table>, json: string) => Examined
}

interface Examined {
  readonly problems: ReadonlyArray<string>
  readonly references: ReadonlyArray<Reference>
  /** Which of its columns differ from its JSON. */
  readonly differing: ReadonlyArray<string>
}

/** The declaration of rows besides their schema. A column holds the field of its name, unless it is listed here. */
interface Declared<A, C extends string> {
  readonly columns?: Partial<Record<C, (value: A) => Value>>
  readonly references?: (value: A) => ReadonlyArray<Reference | undefined>
  /** Further problems of a value by itself. */
  readonly problem?: (value: A) => string | undefined
}

const plain = (value: unknown): Value =>
  typeof value === "boolean" ? (value ? 1 : 0) : typeof value === "string" || typeof value === "number" ? value : null

/** Declares the invariants of a table's rows. */
export const records = <A extends object, I, C extends string>(
  table: Table<C>,
  schema: Schema.Schema<A, I>,
  { columns = {}, problem, references }: Declared<A, C> = {}
): Records => {
  const decode = ParseResult.decodeUnknownEither(schema)
  const derived = Object.keys(table.columns).map((name) => {
    const stated = columns[name as C]
    return [name, stated ?? ((value: A) => plain(value[name as keyof A]))] as const
  })
  const columnsOf = (value: A) => Object.fromEntries(derived.map(([name, of]) => [name, of(value)]))
  const damaged = (problem: string): Examined => ({ problems: [problem], differing: [], references: [] })
  return {
    table,
    columnsOf: (value) => Either.getOrUndefined(Either.map(decode(value), columnsOf)),
    examine: (stored, json) => {
      const value = parsed(table, json)
      if (value === undefined) return damaged("its JSON does not parse")
      const decoded = decode(value)
      if (Either.isLeft(decoded)) return damaged(`its JSON is damaged: ${toInvalid(decoded.left).message}`)
      const other = problem?.(decoded.right)
      return {
        problems: other === undefined ? [] : [other],
        differing: Object.entries(columnsOf(decoded.right)).flatMap(([name, expected]) => {
          const actual = stored[name] ?? null
          if (expected === actual) return []
          return [`its column ${name} is ${JSON.stringify(actual)}, but its JSON says ${JSON.stringify(expected)}`]
        }),
        references: (references?.(decoded.right) ?? []).filter((each) => each !== undefined)
      }
    }
  }
}

/** A reference to the row with this key. */
export const to =
  (what: string, table: Table, index?: string) =>
  (...key: ReadonlyArray<Value>): Reference => ({ what, table, key, ...(index !== undefined && { index }) })

/** How many existing rows are remembered, so that one that many others reference is looked up once. */
const remembered = 10_000

/** The tables whose rows are derived from texts as a whole, each with the space in the column `space`. */
const ofTexts: ReadonlySet<Table> = new Set([PageLinksTable, BacklinksTable, LinkCountsTable])

/** Moves what caches of access are kept under, wherever a row of an organization decides about it. */
const accessMoved = (storage: StorageService, value: object): Effect.Effect<void, Unavailable> => {
  const id = "organization" in value ? value.organization : undefined
  if (typeof id !== "string") return Effect.void
  const stamps = [organizationStamp, collectionsStamp, sitesStamp, spacesStamp]
  return Effect.forEach(stamps, (stamp) => moveAccess(storage, id, stamp(id)), { discard: true })
}

/** Writes the columns of a row again, from its JSON. */
const columnsMend = (storage: StorageService, { columnsOf, table }: Records, key: ReadonlyArray<Value>): Mend =>
  rewriting<object>(storage, table, key, {
    right: (value) => Effect.as(accessMoved(storage, value), value),
    columns: columnsOf
  })

/** The check of all rows of a table. */
export const recordsUnit = (ports: ReindexingPorts, records: Records): Unit => ({
  where: `table ${records.table.name}`,
  run: (report) => Effect.suspend(() => examineAll(ports, records, report))
})

const examineAll = (ports: ReindexingPorts, records: Records, report: Report): Effect.Effect<void, Unavailable> => {
  const { storage } = ports
  const { examine, table } = records
  const known = new Set<string>()
  const isThere = ({ index, key, table: other }: Reference): Effect.Effect<boolean, Unavailable> => {
    const name = JSON.stringify([other.name, index, ...key])
    if (known.has(name)) return Effect.succeed(true)
    return Effect.map(exists(storage, other, key, index), (found) => {
      if (found && known.size < remembered) known.add(name)
      return found
    })
  }
  return eachRow(storage, table, {}, ({ columns, json }) => {
    const key = table.key.map((name) => columns[name] ?? null)
    const where = `${table.name} ${key.join(" ")}`
    const { differing, problems, references } = examine(columns, json)
    const whole = ofTexts.has(table) ? reindexing(ports, String(columns.space)) : undefined
    for (const problem of problems) report(where, problem, whole)
    for (const problem of differing) report(where, problem, whole ?? columnsMend(storage, records, key))
    if (references.length === 0) return undefined
    return Effect.forEach(
      references,
      (reference) =>
        Effect.map(isThere(reference), (found) => {
          if (!found) report(where, `its ${reference.what} ${reference.key.join(" ")} does not exist`)
        }),
      { discard: true }
    )
  })
}
