/** The invariants of what is used once. */
import * as Schema from "effect/Schema"
import { type Invariants, id, invariantsOf, time } from "../../storage/rows/Invariants.js"
import { UsedOnceTable } from "./UsedOnceTable.js"

/** What the rows of what is used once must be. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(UsedOnceTable, Schema.Struct({ id, expiresAt: time }))
]
