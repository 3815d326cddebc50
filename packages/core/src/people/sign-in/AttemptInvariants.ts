/** The invariants of sign-in attempts. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, type Invariants, invariantsOf, text, time } from "../../storage/rows/Invariants.js"
import { AttemptsTable, everything } from "./AttemptRepository.js"

/** Invariants of the rows of sign-in attempts. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(AttemptsTable, {
    fields: {
      account: Schema.Union(hash, Schema.Literal(everything)),
      address: text,
      failures: Schema.Number,
      notBefore: time,
      known: optional(Schema.Literal(true)),
      forgottenAt: time
    }
  })
]
