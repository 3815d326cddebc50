/** The invariants of used-once values. */
import { type Invariants, id, invariantsOf, time } from "../../storage/rows/Invariants.js"
import { UsedOnceTable } from "./UsedOnceTable.js"

/** Invariants of the rows of used-once values. */
export const invariants: ReadonlyArray<Invariants> = [invariantsOf(UsedOnceTable, { fields: { id, expiresAt: time } })]
