/**
 * The invariants of each row of a table: JSON that matches a schema, columns that agree with it, and references to
 * existing rows. Each table has one declaration, next to its repository; the same code checks all of them.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { toInvalid } from "../../foundation/schema/Input.js"
import type { Columns, Table, Value } from "./Table.js"

/** An id of any kind; its target is declared as a {@link Reference}. */
export const id = Schema.String

/** Any text. */
export const text = Schema.String

/** A number of items. */
export const count = Schema.Number

/** A time, in milliseconds since 1970. */
export const time = Schema.Number

/** A SHA-256 in hexadecimal. */
export const hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

/**
 * A reference from a row to another: `what` names it in a finding; `key` has the leading values of the key, or of
 * `index`.
 */
export interface Reference {
  readonly what: string
  readonly table: Table
  readonly key: ReadonlyArray<Value>
  readonly index?: string
}

/** Invariants of the rows of one table. */
export interface Invariants {
  readonly table: Table
  /** The columns of a value; `undefined` if it is damaged. */
  readonly columnsOf: (value: unknown) => Columns<Table> | undefined
  /**
   * Checks the columns and the parsed JSON of a row by themselves, `undefined` if it does not parse, and returns its
   * references.
   */
  readonly examine: (columns: Columns<Table>, value: unknown) => Examined
}

interface Examined {
  readonly problems: ReadonlyArray<string>
  readonly references: ReadonlyArray<Reference>
  /** The columns that differ from its JSON. */
  readonly differing: ReadonlyArray<string>
}

/**
 * The declaration of rows in addition to their schema. A column holds the field of its name, unless it is listed here.
 */
interface Declared<A, C extends string> {
  readonly columns?: Partial<Record<C, (value: A) => Value>>
  readonly references?: (value: A) => ReadonlyArray<Reference | undefined>
  /** Further problems of a value by itself. */
  readonly problem?: (value: A) => string | undefined
}

const plain = (value: unknown): Value =>
  typeof value === "boolean" ? (value ? 1 : 0) : typeof value === "string" || typeof value === "number" ? value : null

/** Declares the invariants of a table's rows. */
export const invariantsOf = <A extends object, I, C extends string>(
  table: Table<C>,
  schema: Schema.Schema<A, I>,
  { columns = {}, problem, references }: Declared<A, C> = {}
): Invariants => {
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
    examine: (stored, value) => {
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
