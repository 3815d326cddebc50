/** The invariants of what is used once. */
import * as Schema from "effect/Schema"
import { type Invariants, invariantsOf } from "../storage/Invariants.js"
import { UsedOnceTable } from "./UsedOnceRepository.js"

const id = Schema.String
const time = Schema.Number

/** What the rows of what is used once must be. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(UsedOnceTable, Schema.Struct({ id, expiresAt: time }))
]
