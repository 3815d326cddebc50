/** The rows of sign-in attempts. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, rowOf, text, time } from "../../storage/rows/RowDeclaration.js"
import { type AttemptRecord, everything } from "./Attempt.js"

/** The rows of the table `sign_in_attempts`. */
export const signInAttempts = rowOf<AttemptRecord>()({
  fields: {
    account: Schema.Union(hash, Schema.Literal(everything)),
    address: text,
    failures: Schema.Number,
    notBefore: time,
    known: optional(Schema.Literal(true)),
    forgottenAt: time
  }
})
