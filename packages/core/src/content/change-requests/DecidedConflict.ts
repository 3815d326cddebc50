/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp } from "../../foundation/schema/Text.js"
import { User } from "../../people/users/User.js"
import { MergeConflict } from "./MergeConflict.js"

/** A conflict that was decided in a change request, with the values of the time, the decision, and who made it. */
export const DecidedConflict = Schema.Struct({
  ...MergeConflict.fields,
  where: described(
    Schema.String,
    "Names the decision within the item. Pass it back with `item` to reopen the conflict."
  ),
  take: optional(Schema.Literal("main", "request"), "The side whose value was kept. Absent if a text was given."),
  text: optional(Text, "The text that was used instead of both. Absent if a side was taken."),
  by: optional(User, "The user who decided it. Absent if the embedding program did."),
  at: described(Timestamp, "When it was decided.")
}).annotations({
  identifier: "DecidedConflict",
  description: "A conflict that was decided since the change request was last merged."
})
export type DecidedConflict = typeof DecidedConflict.Type

/** Conflicts to reopen, each by the item and the place of its decision. */
export const ReopenConflicts = Schema.Struct({
  conflicts: described(
    Schema.Array(
      Schema.Struct({
        item: described(Schema.String, "The `item` of the decision."),
        where: described(Schema.String, "The `where` of the decision.")
      })
    ).pipe(Schema.minItems(1), Schema.maxItems(1000)),
    "The decided conflicts to reopen, 1 to 1,000."
  )
}).annotations({
  identifier: "ReopenConflicts",
  description: "Decided conflicts to reopen. The other decisions stay."
})
export type ReopenConflicts = typeof ReopenConflicts.Type
