/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { described } from "../../foundation/schema/Described.js"
import { Text } from "../../foundation/schema/Text.js"
import { commentBounds } from "../../text/markdown/TextBounds.js"
import { lengthProblem } from "../../text/markdown/TextSize.js"

/** A text as written, up to the maximum length of a comment; the other bounds are checked where it is read. */
export const CommentText = Schema.Struct({
  markdown: described(
    Text.pipe(Schema.filter((markdown) => lengthProblem(markdown, commentBounds) ?? true)),
    "The text in markdown, at most 64 KB."
  )
})
export type CommentText = typeof CommentText.Type
