import * as Schema from "effect/Schema"
import { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import { PageId } from "../content/Page.js"
import { RevisionId } from "../content/RevisionId.js"
import { ListQuery } from "../lists/List.js"
import { DocumentNode } from "../markdown/DocumentNode.js"
import { commentBounds, lengthProblem } from "../markdown/TextBounds.js"
import { ReviewId } from "../reviews/ReviewId.js"
import { optional } from "../schema/Input.js"
import { Emoji, Text, Timestamp, text } from "../schema/Text.js"
import { SpaceId } from "../spaces/Space.js"
import { User, UserId } from "../users/User.js"

/** A comment's id. */
export const CommentId = Schema.String.pipe(Schema.brand("CommentId"))
/** @see {@link CommentId} */
export type CommentId = typeof CommentId.Type

/** A reply's id. */
export const CommentReplyId = Schema.String.pipe(Schema.brand("CommentReplyId"))
/** @see {@link CommentReplyId} */
export type CommentReplyId = typeof CommentReplyId.Type

/** What the caller may do with a comment or a reply; `reply` and `react` are always alike. */
export const CommentPermissions = Schema.Struct({
  view: Schema.Boolean,
  edit: Schema.Boolean,
  reply: Schema.Boolean,
  react: Schema.Boolean,
  delete: Schema.Boolean
})
/** @see {@link CommentPermissions} */
export type CommentPermissions = typeof CommentPermissions.Type

const Body = Schema.Union(Schema.Struct({ markdown: Schema.String }), Schema.Struct({ document: DocumentNode }))

/** One emoji with everybody who reacted with it, first to last; written as the first of them wrote it. */
export const EmojiReaction = Schema.Struct({
  emoji: Text,
  count: Schema.Number,
  users: Schema.Array(Schema.Struct({ user: User, reactedAt: Timestamp }))
})
/** @see {@link EmojiReaction} */
export type EmojiReaction = typeof EmojiReaction.Type

const post = {
  postedBy: User,
  postedAt: Timestamp,
  editedAt: optional(Timestamp),
  reactions: Schema.Array(EmojiReaction),
  body: Body,
  urls: Schema.Struct({ location: Schema.String }),
  permissions: CommentPermissions
}

const TargetPage = Schema.Struct({
  id: PageId,
  title: Text,
  emoji: optional(Text),
  icon: optional(Text),
  createdAt: optional(Timestamp),
  updatedAt: optional(Timestamp),
  path: Text,
  outdated: Schema.Boolean
})

/** What a comment is about. `page` is as the place has it now, or, `outdated` because it is gone, as it was last. */
export const CommentTarget = Schema.Struct({
  space: SpaceId,
  revision: RevisionId,
  changeRequest: optional(ChangeRequestId),
  review: optional(ReviewId),
  page: optional(TargetPage),
  node: optional(Schema.Struct({ id: Text }))
})
/** @see {@link CommentTarget} */
export type CommentTarget = typeof CommentTarget.Type

/** A comment as answered: the head of a thread. */
export const Comment = Schema.Struct({
  object: Schema.Literal("comment"),
  id: CommentId,
  ...post,
  replies: Schema.Number,
  target: CommentTarget,
  status: Schema.Literal("open", "resolved"),
  resolvedAt: optional(Timestamp),
  resolvedBy: optional(User)
}).annotations({ identifier: "Comment" })
/** @see {@link Comment} */
export type Comment = typeof Comment.Type

/** A reply as answered. */
export const CommentReply = Schema.Struct({
  object: Schema.Literal("comment-reply"),
  id: CommentReplyId,
  ...post
}).annotations({ identifier: "CommentReply" })
/** @see {@link CommentReply} */
export type CommentReply = typeof CommentReply.Type

/** A text as it is written, of at most the length of a comment; the other bounds are checked where it is read. */
export const CommentText = Schema.Struct({
  markdown: Text.pipe(Schema.filter((markdown) => lengthProblem(markdown, commentBounds) ?? true))
})
/** @see {@link CommentText} */
export type CommentText = typeof CommentText.Type

/** What a comment is made from: a text, about the place itself, one of its pages, or a node in one. */
export const PostComment = Schema.Struct({
  body: CommentText,
  page: optional(PageId),
  node: optional(text(1, 256))
}).annotations({ identifier: "PostComment" })
/** @see {@link PostComment} */
export type PostComment = typeof PostComment.Type

/** What a reply is made from. */
export const PostCommentReply = Schema.Struct({ body: CommentText }).annotations({ identifier: "PostCommentReply" })
/** @see {@link PostCommentReply} */
export type PostCommentReply = typeof PostCommentReply.Type

const replyChanges = {
  body: optional(CommentText),
  addedReactions: optional(Schema.Array(Emoji)),
  removedReactions: optional(Schema.Array(Emoji))
}

/** A partial update of a comment; reactions are the caller's own. */
export const UpdateComment = Schema.Struct({
  ...replyChanges,
  resolved: optional(Schema.Boolean)
}).annotations({ identifier: "UpdateComment" })
/** @see {@link UpdateComment} */
export type UpdateComment = typeof UpdateComment.Type

/** A partial update of a reply; reactions are the caller's own. */
export const UpdateCommentReply = Schema.Struct(replyChanges).annotations({ identifier: "UpdateCommentReply" })
/** @see {@link UpdateCommentReply} */
export type UpdateCommentReply = typeof UpdateCommentReply.Type

/** How texts are answered: as `markdown` when absent, or as a tree. */
export const CommentFormat = Schema.Struct({ format: optional(Schema.Literal("markdown", "document")) })
/** @see {@link CommentFormat} */
export type CommentFormat = typeof CommentFormat.Type

/** The queries of a list of comments: newest first and all of them when nothing else is said. */
export const CommentsQuery = Schema.Struct({
  ...ListQuery.fields,
  ...CommentFormat.fields,
  order: optional(Schema.Literal("asc", "desc")),
  status: optional(Schema.Literal("all", "open", "resolved")),
  targetPage: optional(PageId),
  authors: optional(Schema.Array(UserId))
})
/** @see {@link CommentsQuery} */
export type CommentsQuery = typeof CommentsQuery.Type

/** The queries of a list of replies: on change requests newest first, elsewhere oldest, unless asked otherwise. */
export const CommentRepliesQuery = Schema.Struct({
  ...ListQuery.fields,
  ...CommentFormat.fields,
  order: optional(Schema.Literal("asc", "desc"))
})
/** @see {@link CommentRepliesQuery} */
export type CommentRepliesQuery = typeof CommentRepliesQuery.Type

/** A reaction as stored; the emoji as it was written. */
export interface Reaction {
  readonly emoji: string
  readonly user: UserId
  readonly at: string
}

/** What comments and replies have in common as stored; `place` is where the thread is. */
export interface PostRecord {
  readonly place: string
  readonly space: SpaceId
  readonly postedBy: UserId
  readonly postedAt: string
  readonly editedAt?: string
  readonly markdown: string
  readonly reactions: ReadonlyArray<Reaction>
}

/** A comment as stored. `revision` is the one it was posted at, `replies` their number. */
export interface CommentRecord extends PostRecord {
  readonly id: CommentId
  readonly revision: RevisionId
  readonly page?: PageId
  readonly node?: string
  readonly review?: ReviewId
  readonly replies: number
  readonly resolved?: { readonly at: string; readonly by: UserId }
}

/** A reply as stored. */
export interface CommentReplyRecord extends PostRecord {
  readonly id: CommentReplyId
  readonly comment: CommentId
}

/** Somebody who has posted in a place, since when, and how many comments and replies are there. */
export interface CommenterRecord {
  readonly place: string
  readonly space: SpaceId
  readonly user: UserId
  readonly since: string
  readonly posts: number
}
