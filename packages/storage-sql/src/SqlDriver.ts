/**
 * The operations that the storage needs from a database: prepared reads and writes, and transactions that track their
 * changes.
 */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { Change, StorageService } from "@lectern/core/storage/Storage"
import type { Value } from "@lectern/core/storage/Table"
import type * as Effect from "effect/Effect"
import type { Dialect } from "./Dialect.js"

/** A row of a result: its values in the order of the statement's columns. */
export type SqlRow = ReadonlyArray<unknown>

/** The values of a statement's placeholders, in order; lists are for databases with arrays. */
export type Parameters = ReadonlyArray<Value | Uint8Array | ReadonlyArray<Value>>

/**
 * A database. The functions that take SQL are called once for each statement and return a prepared statement, to be run
 * many times. Inside a transaction, a statement sees its writes; outside, only committed data. An invalid statement is
 * a defect; any other failure is `Unavailable`.
 */
export interface SqlDriver {
  readonly dialect: Dialect
  /** Reads the first row, or `undefined`. */
  readonly first: <A>(
    sql: string,
    decode: (row: SqlRow) => A
  ) => (parameters: Parameters) => Effect.Effect<A | undefined, Unavailable>
  /** Reads all rows. */
  readonly all: <A>(
    sql: string,
    decode: (row: SqlRow) => A
  ) => (parameters: Parameters) => Effect.Effect<Array<A>, Unavailable>
  /** Writes, and returns the number of rows affected; `change` is announced with the commit if there are any. */
  readonly write: (sql: string) => (parameters: Parameters, change?: Change) => Effect.Effect<number, Unavailable>
  /** Writes one row with a statement that has a `returning` clause, and returns the returned columns. */
  readonly returning: <A>(
    sql: string,
    decode: (row: SqlRow) => A
  ) => (parameters: Parameters) => Effect.Effect<A, Unavailable>
  /** Writes rows with a statement that has a `returning` clause, and returns the returned columns. */
  readonly writeAll: <A>(
    sql: string,
    decode: (row: SqlRow) => A
  ) => (parameters: Parameters) => Effect.Effect<Array<A>, Unavailable>
  /** See {@link StorageService.transaction}. */
  readonly transaction: StorageService["transaction"]
  /** See {@link StorageService.generation}. */
  readonly generation: StorageService["generation"]
  /** See {@link StorageService.inTransaction}. */
  readonly inTransaction: StorageService["inTransaction"]
  /** See {@link StorageService.changes}. */
  readonly changes: StorageService["changes"]
}
