import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { UsedOnceTable } from "./UsedOnceTable.js"

/** Records used-once values. */
export interface UsedOnceRepositoryService {
  /** Uses something that expires at `expiresAt`; `false` if it has been used before. */
  readonly use: (kind: string, id: string, expiresAt: number) => Effect.Effect<boolean, Unavailable>
  readonly clean: (before: number) => Effect.Effect<void, Unavailable>
}

/** The repository of used single-use values. */
export class UsedOnceRepository extends Context.Tag("@lectern/core/UsedOnceRepository")<
  UsedOnceRepository,
  UsedOnceRepositoryService
>() {}

const make = Effect.map(Storage, (storage): UsedOnceRepositoryService => {
  const used = rows(storage, UsedOnceTable)
  return {
    use: (kind, id, expiresAt) =>
      used.insert({ id: `${kind}:${id}`, expiresAt }).pipe(
        Effect.as(true),
        Effect.catchTag("Duplicate", () => Effect.succeed(false))
      ),
    clean: (before) => used.removeAll({ index: "expiry", lt: before })
  }
})

/** {@link UsedOnceRepository} over Storage. */
export const service = serviceOf(UsedOnceRepository, make)
