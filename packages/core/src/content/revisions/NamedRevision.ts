/**
 * The names of revisions. They are rows of their own, since a revision never changes.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { UserId } from "../../people/users/User.js"

const controlCharacter = /\p{Cc}/u

/** The name of a revision. */
const RevisionName = text(1, 100).pipe(
  Schema.filter((name) => name.trim() === name || "expected a name without white space at its ends"),
  Schema.filter((name) => !controlCharacter.test(name) || "expected a name without control characters")
)

/** The name of a revision, and what it says about it. It replaces an earlier one as a whole. */
export const NameRevision = Schema.Struct({
  name: described(
    RevisionName,
    "The name, 1 to 100 characters without control characters. No other revision of the space has it."
  ),
  description: optional(text(1, 1000), "What the revision is, up to 1,000 characters.")
}).annotations({
  identifier: "NameRevision",
  description: "A name for a revision. It replaces an earlier name and its description."
})
export type NameRevision = typeof NameRevision.Type

/** A named revision as stored: its place, its name, and who named it when. */
export interface NamedRevisionRecord {
  readonly revision: RevisionId
  readonly space: string
  readonly line: string
  readonly sequence: number
  readonly name: string
  readonly description?: string
  readonly by?: UserId
  readonly at: string
}
