/** The rows of the table `idempotency_keys`. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, id, rowOf, text, time } from "../../storage/rows/RowDeclaration.js"
import type { IdempotencyKeyRecord } from "./IdempotencyKey.js"

const requirement = Schema.Struct({
  kind: Schema.Literal("account", "scope", "organization", "collection", "space", "site", "any-space"),
  id: optional(text),
  organization: optional(text),
  level: optional(text)
})

/** The rows of the table `idempotency_keys`. */
export const idempotencyKeys = rowOf<IdempotencyKeyRecord>()({
  fields: {
    caller: id,
    id: hash,
    time,
    input: text,
    state: Schema.Literal("started", "done"),
    required: Schema.Array(requirement),
    answer: optional(text),
    withheld: optional(Schema.Literal("secret", "large", "other"))
  }
})
