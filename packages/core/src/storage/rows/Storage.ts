/**
 * The port that every storage implements: rows of declared tables, ordered scans, counters and transactions. Its
 * contract is the suites of `@lectern/storage-testing`. Only repositories use it.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Lock } from "./Locks.js"
import type { Answers, Range, Read, Scan, Write } from "./Reads.js"
import type { Columns, Row, Table, Value } from "./Table.js"

export type { Bounds, Range, Scan } from "./Reads.js"

/** A row with this key, or with these values of a unique index, already exists. `index` is `key` for the key. */
export class Duplicate extends Data.TaggedError("Duplicate")<{ readonly table: string; readonly index: string }> {}

/** The row does not exist, or its version is not the expected one. */
export class VersionMismatch extends Data.TaggedError("VersionMismatch")<{ readonly table: string }> {}

/** The effect of a commit on one row. */
export interface Change {
  readonly table: string
  readonly key: ReadonlyArray<Value>
  readonly kind: "insert" | "update" | "delete"
  /** Whether nothing that is read from the table is cached. */
  readonly uncached?: true
}

/**
 * The port. Every operation outside a transaction is atomic by itself; one that writes takes the lock that the table
 * declares for the row (see `lockOf`), or all locks if that cannot be determined. Statements inside one transaction are
 * sequential; no network or file access belongs there. `withDefaults` provides the optional operations.
 */
export interface StorageService {
  /** The row with this key, or `undefined`. */
  readonly get: <T extends Table>(table: T, key: ReadonlyArray<Value>) => Effect.Effect<Row<T> | undefined, Unavailable>
  /** Adds a row at version 1; fails with {@link Duplicate} and then changes nothing. */
  readonly insert: <T extends Table>(
    table: T,
    columns: Columns<T>,
    json: string
  ) => Effect.Effect<void, Duplicate | Unavailable>
  /** Replaces the row with the key in `columns` if its version is `version`, and increments the version. */
  readonly update: <T extends Table>(
    table: T,
    columns: Columns<T>,
    json: string,
    version: number
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /** Removes the row; `false` if there was none. */
  readonly delete: (table: Table, key: ReadonlyArray<Value>) => Effect.Effect<boolean, Unavailable>
  /** The rows of a scan, in the order of its index, made total by the key. */
  readonly scan: <T extends Table>(table: T, scan: Scan) => Effect.Effect<ReadonlyArray<Row<T>>, Unavailable>
  /** The number of rows in a range. */
  readonly count: (table: Table, range: Range) => Effect.Effect<number, Unavailable>
  /**
   * Adds `by` (1 when absent) to a named counter, which starts at 0, and returns its new value. Part of a transaction.
   */
  readonly increment: (counter: string, by?: number) => Effect.Effect<number, Unavailable>
  /** A named counter's value. */
  readonly counter: (counter: string) => Effect.Effect<number, Unavailable>
  /**
   * Several reads in one call. No read sees an earlier state than one before it in the list; a storage may read all of
   * them from one snapshot.
   */
  readonly reads: <const R extends ReadonlyArray<Read>>(reads: R) => Effect.Effect<Answers<R>, Unavailable>
  /** The values of several counters, like {@link reads}. */
  readonly counters: (counters: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, Unavailable>
  /** Adds to several counters, each named once, and returns their new values, atomically. */
  readonly increments: (
    counters: ReadonlyArray<readonly [counter: string, by: number]>
  ) => Effect.Effect<ReadonlyArray<number>, Unavailable>
  /**
   * Several writes in one call, in their order: all of them or, if one fails, none. Inside a transaction, some may have
   * been done when one fails: the transaction must not continue after that. Additions to counters may be deferred until
   * the transaction ends, but are visible to reads inside it.
   */
  readonly writes: (writes: ReadonlyArray<Write>) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  /**
   * Runs the effect in a transaction: all of its writes or, when it fails, dies or is interrupted, none. It sees its
   * own writes; others see them once it has committed. A fiber forked inside belongs to the transaction while that
   * runs, and to none afterwards.
   *
   * It holds the `locks` until it ends: of two transactions with a lock in common, one waits for the other, and then
   * sees the other's committed writes. Without `locks`, it excludes all other writers. A nested transaction is a
   * savepoint, which takes the `locks` that are not held yet; it is a defect if one of them comes earlier in the order
   * of locks than one that is held. The effect may be run again if the transaction could not commit.
   */
  readonly transaction: <A, E, R>(
    effect: Effect.Effect<A, E, R>,
    locks?: ReadonlyArray<Lock>
  ) => Effect.Effect<A, E | Unavailable, R>
  /**
   * Takes more locks in the running transaction, by the same rule as a nested one. Does nothing outside a transaction.
   */
  readonly lock: (locks: ReadonlyArray<Lock>) => Effect.Effect<void, Unavailable>
  /** Whether the caller is in a transaction: data that is read there may never get committed. */
  readonly inTransaction: Effect.Effect<boolean>
  /**
   * A number that differs from an earlier answer whenever a commit, by this process or another, has become visible in
   * between. A commit of this process that changed nothing but `uncached` tables may leave it. Inside a transaction that has written, every answer is new. Data that was read under a generation may be
   * cached until it changes. `undefined` for a storage without such a number: then counters decide what may be cached.
   */
  readonly generation: Effect.Effect<number, Unavailable> | undefined
  /**
   * The commits of this process from now on, in order, each with all of its changes in the order they were made;
   * without changes that were rolled back.
   */
  readonly changes: Stream.Stream<ReadonlyArray<Change>>
  /** The library behind the storage with its version, for logs and metrics, such as `node:sqlite 3.49.1`. */
  readonly library?: string
}

/** The storage of an engine. */
export class Storage extends Context.Tag("@lectern/core/Storage")<Storage, StorageService>() {}
