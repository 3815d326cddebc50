/**
 * The invariants of each row of a table: JSON that matches a schema, columns that agree with it, and references to
 * existing rows. Each table has one declaration; the same code checks all of them.
 */
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import type * as Schema from "effect/Schema"
import type { Unavailable } from "../errors/Errors.js"
import { toInvalid } from "../schema/Input.js"
import type { StorageService } from "../storage/Storage.js"
import type { Columns, Table, Value } from "../storage/Table.js"
import type { Report, Unit } from "./Finding.js"
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
  /** Checks a row by itself, and returns what it references. */
  readonly examine: (columns: Columns<Table>, json: string) => Examined
}

interface Examined {
  readonly problems: ReadonlyArray<string>
  readonly references: ReadonlyArray<Reference>
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
  return {
    table,
    examine: (stored, json) => {
      const value = parsed(table, json)
      if (value === undefined) return { problems: ["its JSON does not parse"], references: [] }
      const decoded = decode(value)
      if (Either.isLeft(decoded)) {
        return { problems: [`its JSON is damaged: ${toInvalid(decoded.left).message}`], references: [] }
      }
      const problems = derived.flatMap(([name, of]) => {
        const expected = of(decoded.right)
        const actual = stored[name] ?? null
        return expected === actual
          ? []
          : [`its column ${name} is ${JSON.stringify(actual)}, but its JSON says ${JSON.stringify(expected)}`]
      })
      const other = problem?.(decoded.right)
      return {
        problems: other === undefined ? problems : [...problems, other],
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

/** The check of all rows of a table. */
export const recordsUnit = (storage: StorageService, { examine, table }: Records): Unit => ({
  where: `table ${table.name}`,
  run: (report) => Effect.suspend(() => examineAll(storage, table, examine, report))
})

const examineAll = (
  storage: StorageService,
  table: Table,
  examine: Records["examine"],
  report: Report
): Effect.Effect<void, Unavailable> => {
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
    const where = `${table.name} ${table.key.map((name) => columns[name]).join(" ")}`
    const { problems, references } = examine(columns, json)
    for (const problem of problems) report(where, problem)
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
