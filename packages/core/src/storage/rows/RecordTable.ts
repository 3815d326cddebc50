/** A table of the engine, declared once: its repository, the check of its rows and the audit trail derive from it. */
import * as Context from "effect/Context"
import { type Lazy, lazy } from "../../foundation/loading/Lazy.js"
import type { AuditedRow, RowDeclaration } from "./RowDeclaration.js"
import { type Columns, type ColumnType, type Table, table } from "./Table.js"

/** A table whose rows are values of `A`, with the columns that are derived from them. */
export interface ColumnedTable<in A extends object = never, Column extends string = string> extends Table<Column> {
  readonly columnsOf: (value: A) => Columns<Table<Column>>
}

/** The reason why changes of a table are not events of the audit trail. */
export type Unaudited =
  /** The table is content: revisions and change requests tell who changed what. */
  | "content"
  /** It is content of readers, who are anonymous. */
  | "readers"
  /** It is work on content, which goes on or waits. */
  | "work"
  /** It is derived from other rows. */
  | "derived"
  /** It notes uses, attempts and challenges: they change no settings, or are counted in other events. */
  | "uses"
  /** It is the audit trail itself. */
  | "trail"

/** A table of the engine. */
export interface RecordTable<in A extends object = never, Column extends string = string>
  extends ColumnedTable<A, Column> {
  /** Why its changes are not events; `undefined` if they are. */
  readonly unaudited: Unaudited | undefined
  /** Whether some changes of its rows are events, as their declaration says. */
  readonly emits: boolean
  /** The declaration of its rows; loaded on first use. */
  readonly row: Lazy<RowDeclaration<A>>
}

/** All tables of the engine. */
export class Tables extends Context.Tag("@lectern/core/Tables")<Tables, ReadonlyArray<RecordTable>>() {}

/**
 * Declares a table of the engine. `row` loads the declaration of its rows, which is in a file of its own because it needs
 * the schemas of all fields; changes of the rows are events of the audit trail unless `unaudited` says why they are not.
 */
export const recordTable = <A extends object, const C extends Record<string, ColumnType>>(
  declaration: Parameters<typeof table<C>>[0] & {
    readonly columnsOf: (value: A) => Columns<Table<keyof C & string>>
    readonly emits?: true
  } & (
      | { readonly unaudited: Unaudited; readonly row: () => Promise<RowDeclaration<NoInfer<A>>> }
      | { readonly unaudited?: never; readonly row: () => Promise<AuditedRow<NoInfer<A>>> }
    )
): RecordTable<A, keyof C & string> => {
  const { columnsOf, emits = false, row, unaudited, ...declared } = declaration
  return { ...table<C>(declared), columnsOf, emits, row: lazy(`the rows of ${declared.name}`, row), unaudited }
}
