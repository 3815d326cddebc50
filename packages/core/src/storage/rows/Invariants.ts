/**
 * The invariants of each row of a table: JSON with exactly the fields of its record, columns that agree with it, and
 * references to existing rows. Each table has one declaration, next to its repository; the same code checks all of them.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { toInvalid } from "../../foundation/schema/Input.js"
import type { ColumnedTable } from "./RecordTable.js"
import type { Reference, RowDeclaration } from "./RowDeclaration.js"
import type { Columns, Table, Value } from "./Table.js"

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

/** The invariants of the rows of a table. */
export const invariantsOf = <A extends object>(
  table: ColumnedTable<A>,
  { fields, problem, references }: RowDeclaration<A>
): Invariants => {
  const decode = ParseResult.decodeUnknownEither(Schema.make<A>(Schema.Struct(fields).ast))
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
