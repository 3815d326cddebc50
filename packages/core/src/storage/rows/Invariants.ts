/**
 * The invariants of each row of a table: JSON with exactly the fields of its record, columns that agree with it, and
 * references to existing rows. Each table has one declaration, next to its repository; the same code checks all of them.
 */
import type * as Brand from "effect/Brand"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { toInvalid } from "../../foundation/schema/Input.js"
import type { Held, Keys } from "./Audited.js"
import type { Columns, RecordTable, Table, Value } from "./Table.js"

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

/** The declaration of a record: the schema of each of its fields, its references, and further conditions. */
interface Declared<A, F extends Schema.Struct.Fields> {
  readonly fields: F & Exactly<A, F>
  readonly references?: (value: A) => ReadonlyArray<Reference | undefined>
  /** Further problems of a value by itself. */
  readonly problem?: (value: A) => string | undefined
}

/** A type as a schema of stored JSON has it: an id is any text. */
type Plain<A> = unknown extends A
  ? A
  : A extends string
    ? A extends Brand.Brand<string>
      ? string
      : A
    : A extends ReadonlyArray<infer E>
      ? ReadonlyArray<Plain<E>>
      : A extends object
        ? { readonly [K in keyof A]: Plain<A[K]> }
        : A

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/**
 * The schemas `F` if they are exactly those of the fields of a record: a missing field, one that the record does not
 * have, and one of another type do not compile.
 */
type Exactly<A, F extends Schema.Struct.Fields> = {
  readonly [K in Keys<A> | keyof F]: K extends keyof F
    ? K extends Keys<A>
      ? Same<Plain<Held<A, K>>, Plain<Held<Schema.Struct.Type<F>, K>>> extends true
        ? F[K]
        : Schema.Schema<Plain<Held<A, K>>>
      : never
    : Schema.Schema<Plain<Held<A, K>>>
}

/** Declares the invariants of a table's rows. */
export const invariantsOf = <A extends object, F extends Schema.Struct.Fields>(
  table: RecordTable<A>,
  { fields, problem, references }: Declared<A, F>
): Invariants => {
  const decode = ParseResult.decodeUnknownEither(Schema.make<A>(Schema.Struct<Schema.Struct.Fields>(fields).ast))
  const damaged = (problem: string): Examined => ({ problems: [problem], differing: [], references: [] })
  return {
    table,
    columnsOf: (value) => Either.getOrUndefined(Either.map(decode(value), table.columnsOf)),
    examine: (stored, value) => {
      if (value === undefined) return damaged("its JSON does not parse")
      const decoded = decode(value)
      if (Either.isLeft(decoded)) return damaged(`its JSON is damaged: ${toInvalid(decoded.left).message}`)
      const other = problem?.(decoded.right)
      return {
        problems: other === undefined ? [] : [other],
        differing: Object.entries<Value>(table.columnsOf(decoded.right)).flatMap(([name, expected]) => {
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
