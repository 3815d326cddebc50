import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage, type VersionMismatch } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { removeBefore } from "../../storage/trail/OldEvents.js"
import type { IdempotencyKeyRecord } from "./IdempotencyKey.js"
import { IdempotencyKeysTable } from "./IdempotencyKeysTable.js"

/** A call that was made under a key, if there is one. */
export type FoundKey = Stored<IdempotencyKeyRecord> | undefined

/** Reads and writes the calls that were made under keys. */
export interface IdempotencyKeyRepositoryService {
  readonly find: (caller: string, id: string) => Effect.Effect<FoundKey, Unavailable>
  /** The same, with the number of keys of the caller. */
  readonly findAndCount: (
    caller: string,
    id: string
  ) => Effect.Effect<readonly [found: FoundKey, count: number], Unavailable>
  /** Replaces what was read, or adds a call; fails if another one came first. */
  readonly put: (
    read: Stored<IdempotencyKeyRecord> | undefined,
    record: IdempotencyKeyRecord
  ) => Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
  readonly remove: (caller: string, id: string) => Effect.Effect<void, Unavailable>
  readonly removeAll: (caller: string) => Effect.Effect<void, Unavailable>
  /** Removes the calls that began before a time; returns their number. */
  readonly clean: (before: number) => Effect.Effect<number, Unavailable>
}

/** The repository of the calls that were made under keys. */
export class IdempotencyKeyRepository extends Context.Tag("@lectern/core/IdempotencyKeyRepository")<
  IdempotencyKeyRepository,
  IdempotencyKeyRepositoryService
>() {}

const make = Effect.map(Storage, (storage): IdempotencyKeyRepositoryService => {
  const keys = rows(storage, IdempotencyKeysTable)
  const counting = (caller: string): BatchedRead<number> => ({
    reads: [{ kind: "count", table: IdempotencyKeysTable, range: { prefix: [caller] } }],
    take: (answers, from) => Number(answers[from])
  })
  return {
    find: (caller, id) => keys.find(caller, id),
    findAndCount: (caller, id) => readBatched(storage, combinedReads([keys.finding(caller, id), counting(caller)])),
    put: (read, record) => (read === undefined ? keys.insert(record) : keys.replace(read, record)),
    remove: (caller, id) => Effect.asVoid(keys.remove(caller, id)),
    removeAll: (caller) => keys.removeAll({ prefix: [caller] }),
    clean: (before) =>
      removeBefore(
        storage,
        {
          oldest: (limit) => keys.scan({ index: "time", limit }),
          remove: ({ caller, id }) => keys.remove(caller, id)
        },
        before
      )
  }
})

/** {@link IdempotencyKeyRepository} over Storage. */
export const service = serviceOf(IdempotencyKeyRepository, make)
