/**
 * Reads and writes of a storage as data, so that several can be done in one call.
 * @since 0.1.0
 */
import type { Columns, Row, Table, Value } from "./Table.js"

/** A read of the row with a key. */
export interface GetRead<T extends Table = Table> {
  readonly kind: "get"
  readonly table: T
  readonly key: ReadonlyArray<Value>
}

/** A read of the rows of a scan. */
export interface ScanRead<T extends Table = Table> {
  readonly kind: "scan"
  readonly table: T
  readonly scan: Scan
}

/** A read of the number of rows in a range. */
export interface CountRead {
  readonly kind: "count"
  readonly table: Table
  readonly range: Range
}

/** A read of the value of a counter. */
export interface CounterRead {
  readonly kind: "counter"
  readonly counter: string
}

/** One of several reads. */
export type Read = GetRead | ScanRead | CountRead | CounterRead

/** The result of a read. */
export type Answer<R extends Read> =
  R extends GetRead<infer T> ? Row<T> | undefined : R extends ScanRead<infer T> ? ReadonlyArray<Row<T>> : number

/** The results of several reads, in order. */
export type Answers<R extends ReadonlyArray<Read>> = { readonly [K in keyof R]: Answer<R[K]> }

/**
 * The insertion of a row unless there is one with its key already. Only if it is inserted, `adds` are added to counters.
 */
export interface EnsureWrite {
  readonly kind: "ensure"
  readonly table: Table
  readonly columns: Columns<Table>
  readonly json: string
  readonly adds: ReadonlyArray<readonly [counter: string, by: number]>
}

/** One of several writes; `add` adds to a counter. */
export type Write =
  | { readonly kind: "insert"; readonly table: Table; readonly columns: Columns<Table>; readonly json: string }
  | EnsureWrite
  | {
      readonly kind: "update"
      readonly table: Table
      readonly columns: Columns<Table>
      readonly json: string
      readonly version: number
    }
  | { readonly kind: "delete"; readonly table: Table; readonly key: ReadonlyArray<Value> }
  | { readonly kind: "add"; readonly counter: string; readonly by: number }

/**
 * Bounds on the first sort column after the prefix, in the order of `compareValues`: null sorts before everything else.
 */
export interface Bounds {
  readonly gt?: Value
  readonly gte?: Value
  readonly lt?: Value
  readonly lte?: Value
}

/** Part of an index: the rows whose leading sort columns equal `prefix`, and whose next one lies within the bounds. */
export interface Range extends Bounds {
  /** The index's name; the primary key when absent or `key`. */
  readonly index?: string
  readonly prefix?: ReadonlyArray<Value>
}

/** An ordered scan of a {@link Range}. */
export interface Scan extends Range {
  /** Only rows whose next column after the prefix has any of these values, of which none is null. */
  readonly anyOf?: ReadonlyArray<Value>
  /** Continue after this position (see `Table.position`), in the direction of the scan. It need no longer exist. */
  readonly after?: ReadonlyArray<Value>
  /** Whether to scan from last to first. */
  readonly reverse?: boolean
  readonly limit?: number
  /**
   * The number of rows to skip first: this takes a step in the index for each, but reads none. Only together with a
   * limit.
   */
  readonly skip?: number
  /** Whether only the columns of the key are needed: a storage may omit the others. */
  readonly lean?: boolean
}
