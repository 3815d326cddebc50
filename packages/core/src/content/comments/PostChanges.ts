/** Changes shared by comments and replies. */
import * as Effect from "effect/Effect"
import { Conflict, Forbidden, invalid, type LecternError } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import type { Actor } from "../../people/access/Actor.js"
import { requireUser } from "../../people/users/Users.js"
import type { UpdateCommentReply } from "./Comment.js"
import { isOwn, type OpenPlace, requireIn } from "./CommentPlaces.js"
import type { CommentRecord, PostRecord } from "./CommentRecord.js"
import { react } from "./Reactions.js"

/** Fails unless the comment or reply is the caller's own, or the caller may review. */
export const requireOwnOrReview = (place: OpenPlace, post: PostRecord): Effect.Effect<void, LecternError> =>
  Effect.zipRight(requireIn(place, "comment"), isOwn(place, post) ? Effect.void : requireIn(place, "review"))

/** The comment or reply after a change of its text, which is its author's to make, and of the caller's reactions. */
export const changed = <Post extends PostRecord>(
  place: OpenPlace,
  post: Post,
  { body, addedReactions: added = [], removedReactions: removed = [] }: UpdateCommentReply
): Effect.Effect<Post, LecternError, Actor> =>
  Effect.gen(function* () {
    yield* requireIn(place, "comment")
    if (body !== undefined && !isOwn(place, post)) {
      return yield* new Forbidden({ message: "only its author may edit a comment" })
    }
    const at = yield* now
    const edited = body !== undefined && body.markdown !== post.markdown
    const reacts = added.length > 0 || removed.length > 0
    return {
      ...post,
      ...(edited && { markdown: body.markdown, editedAt: at }),
      ...(reacts && { reactions: react(post.reactions, yield* requireUser, at, { added, removed }) })
    }
  })

/** The comment with another text for its suggestion, which is its author's to set until the suggestion is applied. */
export const suggested = (
  place: OpenPlace,
  comment: CommentRecord,
  text: string | undefined
): Effect.Effect<CommentRecord, LecternError> => {
  const { suggestion } = comment
  if (text === undefined) return Effect.succeed(comment)
  if (!isOwn(place, comment)) return new Forbidden({ message: "only its author may change a suggestion" })
  if (suggestion === undefined) return invalid("suggestion", "the comment has no suggestion")
  if (suggestion.applied !== undefined) return new Conflict({ message: "the suggestion was already applied" })
  return Effect.succeed(suggestion.text === text ? comment : { ...comment, suggestion: { text } })
}

/**
 * A comment after the caller resolves or reopens it, which its author and reviewers may do; unchanged if `resolved` is
 * absent or already so.
 */
export const turned = (
  place: OpenPlace,
  comment: CommentRecord,
  resolved: boolean | undefined
): Effect.Effect<CommentRecord, LecternError, Actor> =>
  Effect.gen(function* () {
    if (resolved === undefined) return comment
    yield* requireOwnOrReview(place, comment)
    if (resolved === (comment.resolved !== undefined)) return comment
    yield* place.count(resolved ? -1 : 1)
    const { resolved: _, ...open } = comment
    return resolved ? { ...open, resolved: { at: yield* now, by: yield* requireUser } } : open
  })
