/**
 * A table is declared once, here in core, and every storage serves every table with the same code: a row is its key
 * and indexed columns, a version, and the object itself as JSON text.
 * @since 0.1.0
 */

/** The value of a column. Booleans are 0 and 1, times are ISO text. */
export type Value = string | number | null

/** A column's type; `?` marks a column that may be null. */
export type ColumnType = "text" | "integer" | "text?" | "integer?"

/** An index: its columns in order. In a unique index, rows that are null in any of its columns do not collide. */
export interface Index<Column extends string = string> {
  readonly on: ReadonlyArray<Column>
  readonly unique?: boolean
}

/** Turns the object of a row as written by one version of its table into the object of the next version. */
export type Upgrade = (older: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/**
 * One way to lock the rows of a table (see `Locks.ts`): a kind of object and the column with its id, such as `"space id"`,
 * or the kind alone if no column names the object. `"row"` is the lock of a single row. `"free"` rows need no lock: each
 * decision on them is at most one statement.
 */
export type LockedByOne<Column extends string = string> =
  | LockedByThing
  | `${LockedByThing} ${Column}`
  | "server"
  | "row"
  | "free"

/** The kinds of things that lock the rows that belong to them. */
export type LockedByThing = "organization" | "space" | "user" | "job" | "claim"

/**
 * The lock that a transaction holds to write rows of a table. The first entry whose column is non-empty, that is,
 * neither null nor `""`, applies. Inserting a row that is the thing itself, by its new id, does not need its lock.
 */
export type LockedBy<Column extends string = string> = LockedByOne<Column> | ReadonlyArray<LockedByOne<Column>>

/**
 * The declaration of a table. `key` names the columns of the primary key, in order; the key itself is an index.
 * `upgrades` are the changes of the schema of its rows, oldest first; they run when an older row is read. They must be
 * kept as long as such rows may exist, and never change.
 */
export interface Table<Column extends string = string> {
  readonly name: string
  readonly columns: Readonly<Record<Column, ColumnType>>
  readonly key: ReadonlyArray<Column>
  readonly indexes: Readonly<Record<string, Index<Column>>>
  readonly upgrades?: ReadonlyArray<Upgrade>
  /** The lock of its rows; when absent, only a transaction that locks everything may write them. */
  readonly lockedBy?: LockedBy<Column>
  /**
   * The number of rows that stay decoded in memory, for small rows that are read much more often than they change.
   * Short scans of them are cached as well, until the next commit. Only for a key of one column.
   */
  readonly keeps?: number
  /** Whether nothing that is read from it is cached, so that writing it leaves what is. */
  readonly uncached?: true
}

/** The values of a table's columns. */
export type Columns<T extends Table> = { readonly [K in keyof T["columns"]]: Value }

/** A stored row. `version` is 1 after the insert and grows by 1 with every update; `json` is the object's JSON text. */
export interface Row<T extends Table = Table> {
  readonly columns: Columns<T>
  readonly version: number
  readonly json: string
}

/** Declares a table, checking at compile time that key and indexes name its columns. */
export const table = <const C extends Record<string, ColumnType>>(declaration: {
  readonly name: string
  readonly columns: C
  readonly key: ReadonlyArray<keyof C & string>
  readonly indexes: Readonly<Record<string, Index<keyof C & string>>>
  readonly upgrades?: ReadonlyArray<Upgrade>
  readonly lockedBy?: LockedBy<keyof C & string>
  readonly keeps?: number
  readonly uncached?: true
}): Table<keyof C & string> => declaration

/**
 * The columns an index sorts by: its own, then the columns of the key that it lacks, so that the order is total. The key
 * itself is the index `key`, or none.
 */
export const sortColumns = (table: Table, index = "key"): ReadonlyArray<string> => {
  if (index === "key") return table.key
  const declared = table.indexes[index]
  if (declared === undefined) throw new Error(`table ${table.name} has no index ${index}`)
  return [...declared.on, ...table.key.filter((column) => !declared.on.includes(column))]
}

/** The position of a row in an index: the cursor to continue a scan after it. */
export const position = (table: Table, index: string | undefined, row: Row): ReadonlyArray<Value> =>
  sortColumns(table, index).map((column) => row.columns[column] ?? null)

/**
 * The one order of values, the same in every storage: null first, then numbers, then text by code point (which is the
 * byte order of UTF-8, and differs from JavaScript's `<` where surrogates are involved).
 */
export const compareValues = (a: Value, b: Value): number => {
  if (a === b) return 0
  if (a === null) return -1
  if (b === null) return 1
  if (typeof a === "number") return typeof b === "number" ? a - b : -1
  if (typeof b === "number") return 1
  return compareText(a, b)
}

const compareText = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

/** Moves surrogates above the rest of the basic plane, where the code points that they encode sort. */
const rank = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit)
