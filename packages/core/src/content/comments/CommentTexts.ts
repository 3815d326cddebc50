/** The bounds of the texts of comments, replies and reviews. */
import * as Effect from "effect/Effect"
import type { Conflict, Invalid, Unavailable } from "../../foundation/errors/Errors.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { commentBounds, PageBounds, requireBounds } from "../../text/markdown/TextBounds.js"
import type { CommentText } from "./Comment.js"

/**
 * Fails with `Invalid`, which names the field and the bound, if a text exceeds the limits of a comment. An absent one
 * never does. Not inside a transaction, since a text may have to be read for it.
 */
export type RequireCommentBounds = (
  field: string,
  text: CommentText | undefined
) => Effect.Effect<void, Invalid | Conflict | Unavailable>

/** {@link RequireCommentBounds} over the workers of the context. */
export const makeCommentTexts = Effect.map(
  Workers,
  (workers): RequireCommentBounds =>
    (field, text) =>
      text === undefined ? Effect.void : requireBounds(workers, `${field}.markdown`, text.markdown, commentBounds)
)

/** Fails with `Invalid` if a suggestion exceeds the limits of a page. An absent one never does. Not inside a transaction. */
export const makeSuggestionTexts = Effect.gen(function* () {
  const workers = yield* Workers
  const bounds = yield* PageBounds
  return (text: string | undefined): Effect.Effect<void, Invalid | Conflict | Unavailable> =>
    text === undefined ? Effect.void : requireBounds(workers, "suggestion", text, bounds)
})
