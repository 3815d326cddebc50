/** The rows of comments. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { type Emits, emitting } from "../../storage/rows/Emits.js"
import { count, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import type { NewEvent } from "../../storage/trail/Event.js"
import type { CommenterRecord, CommentRecord, CommentReplyRecord, PostRecord } from "./CommentRecord.js"

const user = to("user", "users")
const space = to("space", "spaces")
const request = to("change request", "change_requests")
const revision = to("revision", "revisions")
const post = {
  place: id,
  space: id,
  postedBy: id,
  postedAt: text,
  editedAt: optional(text),
  markdown: Schema.String,
  mentioned: optional(Schema.Array(id)),
  reactions: Schema.Array(Schema.Struct({ emoji: text, user: id, at: text }))
}

/** What a comment is on: a change request, unless it is on the space itself. */
const placeOf = ({ place, space }: { readonly place: string; readonly space: string }) =>
  place === space ? { object: "space", id: space } : { object: "change-request", id: place }

/** The events of a post: those of its row, and one for each user whom it mentions for the first time. */
const emittingPosts = <Post extends PostRecord>(
  own: Emits<Post>,
  container: (post: Post) => Pick<NewEvent, "container" | "page">
): Emits<Post> => {
  const mentions: Emits<Post> = (before, after) =>
    (after?.mentioned ?? [])
      .filter((user) => before?.mentioned?.includes(user) !== true)
      .map((user) => ({
        type: "user_mentioned",
        ...(after !== undefined && { space: after.space, ...container(after) }),
        subject: { object: "user", id: user }
      }))
  return (before, after) => [...own(before, after), ...mentions(before, after)]
}

/** The rows of the table `comments`. */
export const comments = rowOf<CommentRecord>()({
  emits: emittingPosts(
    emitting(
      { created: "comment_created", updated: "comment_updated", deleted: "comment_deleted" },
      ["markdown", "editedAt", "reactions", "resolved", "suggestion"],
      (comment) => ({
        space: comment.space,
        subject: { object: "comment", id: comment.id },
        container: placeOf(comment),
        ...(comment.page !== undefined && { page: comment.page })
      })
    ),
    ({ id, page }) => ({ container: { object: "comment", id }, ...(page !== undefined && { page }) })
  ),
  fields: {
    ...post,
    id,
    revision: id,
    page: optional(id),
    node: optional(text),
    quote: optional(Schema.Struct({ document: id, start: count, end: count, text: Schema.String })),
    suggestion: optional(
      Schema.Struct({ text: Schema.String, applied: optional(Schema.Struct({ at: text, by: id, revision: id })) })
    ),
    review: optional(id),
    replies: count,
    resolved: optional(Schema.Struct({ at: text, by: id }))
  },
  references: (each) => [
    space(each.space),
    each.place === each.space ? undefined : request(each.place),
    user(each.postedBy),
    revision(each.revision),
    each.quote === undefined ? undefined : to("text", "documents")(each.space, each.quote.document),
    each.suggestion?.applied === undefined ? undefined : revision(each.suggestion.applied.revision),
    each.review === undefined ? undefined : to("review", "change_request_reviews")(each.review),
    to("commenter", "commenters")(each.place, each.postedBy)
  ]
})

/** The rows of the table `comment_replies`. */
export const commentReplies = rowOf<CommentReplyRecord>()({
  emits: emittingPosts(
    emitting(
      { created: "comment_reply_created", updated: "comment_reply_updated", deleted: "comment_reply_deleted" },
      ["markdown", "editedAt", "reactions"],
      ({ comment, id, space }) => ({
        space,
        subject: { object: "comment-reply", id },
        container: { object: "comment", id: comment }
      })
    ),
    ({ id }) => ({ container: { object: "comment-reply", id } })
  ),
  fields: { ...post, id, comment: id },
  references: (each) => [
    to("comment", "comments")(each.comment),
    user(each.postedBy),
    to("commenter", "commenters")(each.place, each.postedBy)
  ]
})

/** The rows of the table `commenters`. */
export const commenters = rowOf<CommenterRecord>()({
  fields: { place: id, space: id, user: id, since: text, posts: count },
  references: (each) => [
    space(each.space),
    each.place === each.space ? undefined : request(each.place),
    user(each.user)
  ]
})
