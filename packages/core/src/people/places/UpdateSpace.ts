/**
 * The input that changes spaces, which an engine in a browser loads on first use.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { Emoji, text, Url } from "../../foundation/schema/Text.js"
import { DefaultLevel } from "../access/Role.js"
import { SpaceMergeRules } from "../merge-rules/MergeRule.js"
import { EditMode } from "./SpaceInput.js"
import { Synonyms } from "./Synonyms.js"

/** A partial update; `emoji` and `icon` are mutually exclusive, `null` for either removes it. */
export const UpdateSpace = Schema.Struct({
  title: optional(text(0, 50), "The new name, at most 50 characters."),
  emoji: optional(Schema.NullOr(Emoji), "One emoji in place of the icon; `null` removes what is set. Excludes `icon`."),
  icon: optional(
    Schema.NullOr(Url),
    "An http or https address of a picture in place of the emoji; `null` removes what is set. Excludes `emoji`."
  ),
  editMode: optional(EditMode, "Whether direct edits are allowed (`live`) or only change requests (`locked`)."),
  mergeRules: optional(
    SpaceMergeRules,
    "The rules of approval: `inherit` takes those of the organization. Only administrators of the organization change them."
  ),
  defaultLevel: optional(
    DefaultLevel,
    "The level of members without a grant: `null` for none, `inherit` to take that of the collection or the organization."
  ),
  synonyms: optional(
    Synonyms,
    "Groups of 2 to 10 words, or short phrases, that mean the same in its search: at most 200 groups of words of at most 50 characters, in place of those that there are."
  )
}).annotations({ identifier: "UpdateSpace", description: "Changes of a space. Omitted fields stay as they are." })
export type UpdateSpace = typeof UpdateSpace.Type
