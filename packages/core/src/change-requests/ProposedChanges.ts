import * as Schema from "effect/Schema"
import { Changes } from "../revisions/Change.js"
import { MergeConflict } from "./MergeConflict.js"

/** What a change request changes of what it is based on, and what of that conflicts with main as it is now. */
export const ProposedChanges = Schema.Struct({
  ...Changes.fields,
  conflicts: Schema.Array(MergeConflict)
}).annotations({ identifier: "ProposedChanges" })
/** @see {@link ProposedChanges} */
export type ProposedChanges = typeof ProposedChanges.Type
