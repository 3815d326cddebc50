/** Rows that somebody watches: what a change of one calls for is done in the transaction that makes the change. */
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { StorageService } from "./Storage.js"
import type { Table } from "./Table.js"

/** What the change of a row calls for, from what it held to what it holds; `undefined` where that is nothing. */
export type RowWatch = (
  before: object | undefined,
  after: object | undefined
) => Effect.Effect<void, Unavailable> | undefined

/** A storage whose rows are watched. */
export interface WatchedStorage extends StorageService {
  /** What watches the rows of a table; `undefined` where nothing does. */
  readonly watch: (table: Table) => RowWatch | undefined
}

/** Whether somebody watches the rows of a storage. */
export const isWatched = (storage: StorageService): storage is WatchedStorage => "watch" in storage
