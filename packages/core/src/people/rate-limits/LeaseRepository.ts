import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { LeaseRecord } from "./LeaseRows.js"

/** The leases of rate limits: one row for each key with many calls. */
export const LeasesTable = recordTable({
  name: "rate_leases",
  columns: { key: "text", endsAt: "integer" },
  key: ["key"],
  indexes: { end: { on: ["endsAt"] } },
  lockedBy: "row",
  columnsOf: ({ endsAt, key }: LeaseRecord) => ({ key, endsAt }),
  unaudited: "uses",
  row: () => import("./LeaseRows.js").then(({ rateLeases }) => rateLeases)
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
