/** The invariants of leases of rate limits. */
import * as Schema from "effect/Schema"
import { type Invariants, invariantsOf, text, time } from "../../storage/rows/Invariants.js"
import { LeasesTable } from "./LeaseRepository.js"

/** Invariants of the rows of leases of rate limits. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(LeasesTable, { fields: { key: text, leased: Schema.Number, endsAt: time } })
]
