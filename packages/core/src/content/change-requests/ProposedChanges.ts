/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { Changes } from "../comparison/Change.js"
import { MergeConflict } from "./MergeConflict.js"

/** The changes of a change request relative to its base, and their conflicts with main as it is now. */
export const ProposedChanges = Schema.Struct({
  ...Changes.fields,
  conflicts: described(Schema.Array(MergeConflict), "The conflicts with main that are not decided yet.")
}).annotations({
  identifier: "ProposedChanges",
  description: "What a change request changes, and what of it conflicts with main as it is now."
})
export type ProposedChanges = typeof ProposedChanges.Type
