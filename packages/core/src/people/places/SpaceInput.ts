/**
 * The input of spaces, separate from their answers, which an engine in a browser need not load.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { Emoji, text } from "../../foundation/schema/Text.js"
import { CollectionId } from "./CollectionId.js"

/** The audience of a space's content. */
export const Visibility = Schema.Literal("public", "unlisted", "share-link", "visitor-auth", "in-collection", "private")
/** Whether a space allows direct edits. */
export const EditMode = Schema.Literal("live", "locked")

/** Input for creating a space; the title defaults to `Untitled`, and its place without `parent` is the root. */
export const CreateSpace = Schema.Struct({
  title: optional(text(0, 50), "The name, at most 50 characters; `Untitled` when omitted."),
  emoji: optional(Emoji, "One emoji, as a character or as code points in hex joined by `-`."),
  parent: optional(CollectionId, "The id of the collection to create it in; the root when omitted.")
}).annotations({ identifier: "CreateSpace", description: "A new space, which is empty." })
export type CreateSpace = typeof CreateSpace.Type

/** The default emoji of a space. */
export const defaultEmoji = "1f4d6"
