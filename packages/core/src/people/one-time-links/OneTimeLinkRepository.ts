import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { UserId } from "../users/User.js"
import type { OneTimeLinkRecord } from "./OneTimeLink.js"
import { OneTimeLinksTable } from "./OneTimeLinksTable.js"

/** Reads and writes one-time links. */
export interface OneTimeLinkRepositoryService {
  readonly find: (hash: string) => Effect.Effect<OneTimeLinkRecord | undefined, Unavailable>
  readonly ofUser: (user: UserId) => Effect.Effect<ReadonlyArray<OneTimeLinkRecord>, Unavailable>
  readonly insert: (link: OneTimeLinkRecord) => Effect.Effect<void, Unavailable>
  readonly removeAll: (user: UserId) => Effect.Effect<void, Unavailable>
  /** Removes the links that expired before a time. */
  readonly clean: (before: number) => Effect.Effect<void, Unavailable>
}

/** The repository of one-time links. */
export class OneTimeLinkRepository extends Context.Tag("@lectern/core/OneTimeLinkRepository")<
  OneTimeLinkRepository,
  OneTimeLinkRepositoryService
>() {}

const make = Effect.map(Storage, (storage): OneTimeLinkRepositoryService => {
  const links = rows(storage, OneTimeLinksTable)
  const removeAll = (user: UserId) => links.removeAll({ index: "user", prefix: [user] })
  return {
    find: (hash) => Effect.map(links.find(hash), (found) => found?.value),
    ofUser: (user) =>
      Effect.map(links.scan({ index: "user", prefix: [user] }), (found) => found.map(({ value }) => value)),
    insert: (link) => withoutConflict(links.insert(link)),
    removeAll,
    clean: (before) => links.removeAll({ index: "expiry", lt: before })
  }
})

/** {@link OneTimeLinkRepository} over Storage. */
export const service = serviceOf(OneTimeLinkRepository, make)
