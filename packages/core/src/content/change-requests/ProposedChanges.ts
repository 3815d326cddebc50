/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { Changes } from "../comparison/Change.js"
import { DecidedConflict } from "./DecidedConflict.js"
import { MergeConflict } from "./MergeConflict.js"

/** The changes of a change request relative to its base, and their conflicts with main as it is now. */
export const ProposedChanges = Schema.Struct({
  ...Changes.fields,
  conflicts: described(Schema.Array(MergeConflict), "The conflicts with main that are not decided yet."),
  marked: described(
    Schema.Array(MergeConflict),
    "The conflicts that are between markers in texts of the request, where an update has left them."
  ),
  decided: described(
    Schema.Array(DecidedConflict),
    "The conflicts that were decided since the request was last merged, newest first. The newest 1,000 are kept."
  )
}).annotations({
  identifier: "ProposedChanges",
  description: "What a change request changes, and what of it conflicts with main as it is now."
})
export type ProposedChanges = typeof ProposedChanges.Type
