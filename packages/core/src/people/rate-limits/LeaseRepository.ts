import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { recordTable } from "../../storage/rows/Table.js"
import { repositoryOf } from "../../storage/services/Service.js"

/** The amount of a limit that all processes together have leased in a window. */
export interface LeaseRecord {
  /** The key that is counted, such as `token:` and an id. */
  readonly key: string
  readonly leased: number
  /** The end of the window, in milliseconds since 1970. */
  readonly endsAt: number
}

/** The leases of rate limits: one row for each key with many calls. */
export const LeasesTable = recordTable({
  name: "rate_leases",
  columns: { key: "text", endsAt: "integer" },
  key: ["key"],
  indexes: { end: { on: ["endsAt"] } },
  lockedBy: "row",
  columnsOf: ({ endsAt, key }: LeaseRecord) => ({ key, endsAt })
})

/** Reads and writes leases; writes belong in a transaction that has read the rows they replace. */
export interface LeaseRepositoryService {
  readonly find: (key: string) => Effect.Effect<Stored<LeaseRecord> | undefined, Unavailable>
  readonly put: (read: Stored<LeaseRecord> | undefined, lease: LeaseRecord) => Effect.Effect<void, Unavailable>
  /** Removes the leases whose window ended before a time. */
  readonly clean: (before: number) => Effect.Effect<void, Unavailable>
}

/** The repository of leases. */
export class LeaseRepository extends Context.Tag("@lectern/core/LeaseRepository")<
  LeaseRepository,
  LeaseRepositoryService
>() {}

const make = Effect.map(Storage, (storage): LeaseRepositoryService => {
  const leases = rows(storage, LeasesTable)
  return {
    find: (key) => leases.find(key),
    put: (read, record) => withoutConflict(read === undefined ? leases.insert(record) : leases.replace(read, record)),
    clean: (before) => leases.removeAll({ index: "end", lt: before })
  }
})

/** {@link LeaseRepository} over Storage. */
export const service = repositoryOf(LeaseRepository, make, [LeasesTable])
