/**
 * Changes to a workspace when it is restored, so that it does nothing on its own until an operator has looked at it.
 */
import type { ApiTokenRecord } from "@lectern/core/api-tokens/ApiToken"
import { eachRow } from "@lectern/core/internal/operations/integrity/Scanning"
import { ApiTokensTable } from "@lectern/core/internal/people/api-tokens/ApiTokenRepository"
import { encoder } from "@lectern/core/internal/storage/rows/RowJson"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Failed, reasonOf } from "../output/Failures.js"
import { paused } from "../workspace/Marks.js"
import { rebuildSearch } from "./RebuildSearch.js"

/** Options for a restored workspace. */
export interface Wishes {
  /** Whether its tokens keep working. */
  readonly keepTokens: boolean
  /** Whether its search index has to be made. */
  readonly search: boolean
}

const encode = encoder(ApiTokensTable)

/** Lets every token expire. */
const disableTokens = Effect.gen(function* () {
  const storage = yield* Storage
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  yield* eachRow<ApiTokenRecord>(storage, ApiTokensTable, {}, ({ columns, value, version }) =>
    value === undefined || (value.expiresAt !== undefined && value.expiresAt < now)
      ? undefined
      : Effect.orDie(storage.update(ApiTokensTable, columns, encode({ ...value, expiresAt: now }), version))
  )
})

/** Migrates a restored file, and prepares it. */
export const prepare = (filename: string, { keepTokens, search }: Wishes): Effect.Effect<void, Failed> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    if (!keepTokens) yield* disableTokens
    if ((yield* storage.counter(paused)) === 0) yield* storage.increment(paused)
    if (search) yield* rebuildSearch(storage, yield* SearchIndex)
  }).pipe(
    Effect.provide(SqliteStorage.layer({ filename })),
    Effect.mapError((error) => new Failed({ message: reasonOf(error) }))
  )
