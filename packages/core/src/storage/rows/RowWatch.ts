/** Watching rows: the effect that a change requires runs in the transaction that makes the change. */
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { StorageService } from "./Storage.js"
import type { Table } from "./Table.js"

/**
 * The effect that a change of a row requires, given its old and new value, and the version that the row has since;
 * `undefined` if there is none.
 */
export type RowWatch = (
  before: object | undefined,
  after: object | undefined,
  version: number
) => Effect.Effect<void, Unavailable> | undefined

/** A storage whose rows are watched. */
export interface WatchedStorage extends StorageService {
  /**
   * The watch of a table's rows; `undefined` if there is none. With `asParts`, that of rows that are removed along with
   * what they belong to.
   */
  readonly watch: (table: Table, asParts?: boolean) => RowWatch | undefined
}

/** Whether the rows of a storage are watched. */
export const isWatched = (storage: StorageService): storage is WatchedStorage => "watch" in storage
