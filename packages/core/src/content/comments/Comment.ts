/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { described, identified, location, may, named, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Emoji, Text, Timestamp, text } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { User, UserId } from "../../people/users/User.js"
import { DocumentNode } from "../../text/markdown/DocumentNode.js"
import { ChangeRequestId } from "../change-requests/ChangeRequest.js"
import { PageId } from "../pages/Page.js"
import { ReviewId } from "../reviews/ReviewId.js"
import { CommentText } from "./CommentText.js"

/** A comment's id. */
export const CommentId = Schema.String.pipe(Schema.brand("CommentId"))
export type CommentId = typeof CommentId.Type

/** A reply's id. */
export const CommentReplyId = Schema.String.pipe(Schema.brand("CommentReplyId"))
export type CommentReplyId = typeof CommentReplyId.Type

/** The caller's permissions on a comment or a reply; `reply` and `react` are always equal. */
export const CommentPermissions = Schema.Struct({
  view: may("see it"),
  edit: may("edit the text, which only the author may"),
  reply: may("reply to it"),
  react: may("react to it with an emoji; the same as `reply`"),
  delete: may("delete it")
})
export type CommentPermissions = typeof CommentPermissions.Type

const Body = Schema.Union(
  Schema.Struct({ markdown: described(Schema.String, "The text as it was written.") }).annotations(
    named("MarkdownBody", "A text in markdown.")
  ),
  Schema.Struct({ document: described(DocumentNode, "The tree of the text.") }).annotations(
    named("DocumentBody", "A text as a tree.")
  )
)

/** One emoji with everybody who reacted with it, first to last, in the form written by the first of them. */
export const EmojiReaction = Schema.Struct({
  emoji: described(Text, "The emoji, as the first of them wrote it."),
  count: described(Schema.Number, "How many users reacted with it."),
  users: described(
    Schema.Array(
      Schema.Struct({
        user: described(User, "The user who reacted."),
        reactedAt: described(Timestamp, "When the user reacted.")
      })
    ),
    "The users who reacted, first to last."
  )
}).annotations(named("EmojiReaction", "One emoji with everybody who reacted with it."))
export type EmojiReaction = typeof EmojiReaction.Type

const post = {
  postedBy: described(User, "The author."),
  postedAt: described(Timestamp, "When it was posted."),
  editedAt: optional(Timestamp, "When the text was last edited. Absent if it never was."),
  reactions: described(Schema.Array(EmojiReaction), "The reactions, by emoji."),
  body: described(Body, "The text: `markdown` or `document`, as `format` asks for."),
  urls: urls({ location }),
  permissions: described(CommentPermissions, "What the caller may do with it.")
}

const TargetPage = Schema.Struct({
  id: identified(PageId),
  title: described(Text, "The title of the page."),
  emoji: optional(Text, "The emoji beside the title."),
  icon: optional(Text, "The icon beside the title."),
  createdAt: optional(Timestamp, "When the page was created."),
  updatedAt: optional(Timestamp, "When the page last changed."),
  path: described(Text, "The path of the page."),
  outdated: described(Schema.Boolean, "Whether the page was deleted; it is then shown as it last was.")
})

/** The longest range of a text that a comment can be about, in UTF-16 units. */
export const longestRange = 10_000

/** A range of a page's text. */
export const CommentRange = Schema.Struct({
  start: described(Schema.Number.pipe(Schema.int(), Schema.nonNegative()), "Where it starts, from 0."),
  end: described(
    Schema.Number.pipe(Schema.int(), Schema.positive()),
    "Where it ends: the offset after its last character."
  )
})
  .pipe(
    Schema.filter(({ end, start }) => {
      if (start >= end) return { path: ["start"], message: "expected a number below the end" }
      return (
        end - start <= longestRange || { path: ["end"], message: `expected at most ${longestRange} after the start` }
      )
    })
  )
  .annotations({
    identifier: "CommentRange",
    jsonSchema: {
      description:
        "A range of the markdown of a page with its front matter, in UTF-16 units: not empty, and at most 10,000 of them."
    }
  })
export type CommentRange = typeof CommentRange.Type

/**
 * The target of a comment. `page` is the page's current version in the place, or its last version there, which is
 * `outdated` because it is gone.
 */
export const CommentTarget = Schema.Struct({
  space: described(SpaceId, "The id of the space."),
  revision: described(
    RevisionId,
    "The id of the revision that the comment is about: the one that was current when it was posted, or an earlier one that it named."
  ),
  changeRequest: optional(ChangeRequestId, "The id of the change request, if the comment is on one."),
  review: optional(ReviewId, "The id of the review that the comment is the text of, or was posted with."),
  page: optional(TargetPage, "The page that the comment is about, as it is now. Absent for comments on the whole."),
  node: optional(
    Schema.Struct({ id: described(Text, "Identifies the part, as the client named it.") }),
    "The part of the page that the comment is about."
  ),
  range: optional(
    CommentRange,
    "Where the words that the comment is about stand in the current text of the page. Absent if it is about none, or they no longer stand."
  ),
  quote: optional(Text, "The words that the comment is about, as they were at `revision`."),
  lost: optional(
    Schema.Literal(true),
    "`true` if the words no longer stand in the page: the comment is on an earlier text. Absent otherwise."
  )
})
export type CommentTarget = typeof CommentTarget.Type

/** What a comment proposes to write in the place of the words that it is about, and what became of it. */
export const Suggestion = Schema.Struct({
  text: described(Text, "The text to write in the place of the words; empty to remove them."),
  status: described(
    Schema.Literal("open", "applied", "outdated"),
    "`open` while it can be applied, `applied` once it was, `outdated` while the page no longer has exactly the words."
  ),
  appliedBy: optional(User, "The user who applied it. Absent until then."),
  appliedAt: optional(Timestamp, "When it was applied. Absent until then."),
  revision: optional(RevisionId, "The id of the revision that it was applied in. Absent until then.")
}).annotations({
  identifier: "CommentSuggestion",
  description: "What a comment proposes to write in the place of the words that it is about."
})
export type Suggestion = typeof Suggestion.Type

/** A comment as answered: the head of a thread. */
export const Comment = Schema.Struct({
  object: Schema.Literal("comment"),
  id: identified(CommentId),
  ...post,
  replies: described(Schema.Number, "How many replies the comment has."),
  target: described(CommentTarget, "What the comment is about."),
  suggestion: optional(Suggestion, "The change of the page that the comment proposes, if it does."),
  status: described(Schema.Literal("open", "resolved"), "Whether the thread is still `open` or has been `resolved`."),
  resolvedAt: optional(Timestamp, "When the thread was resolved. Absent while it is open."),
  resolvedBy: optional(User, "The user who resolved the thread. Absent while it is open.")
}).annotations({
  identifier: "Comment",
  description: "The first entry of a thread on a space, a change request or one of their pages."
})
export type Comment = typeof Comment.Type

/** A reply as answered. */
export const CommentReply = Schema.Struct({
  object: Schema.Literal("comment-reply"),
  id: identified(CommentReplyId),
  ...post
}).annotations({ identifier: "CommentReply", description: "A reply in a thread." })
export type CommentReply = typeof CommentReply.Type

const newComment = {
  body: described(CommentText, "The text of the comment."),
  page: optional(PageId, "The id of the page that it is about. Omit it for a comment on the whole."),
  node: optional(text(1, 256), "A name of the part of the page that it is about, 1 to 256 characters; only stored."),
  range: optional(CommentRange, "The range of the page's text that it is about. Needs `page`."),
  revision: optional(
    RevisionId,
    "The id of the revision that `range` refers to: of the space's main line, or of the change request. The current one when omitted."
  ),
  quote: optional(text(1, longestRange), "The words of the range. If it is given, it must be exactly these."),
  suggestion: optional(
    Text,
    "A text to write in the place of the range, at most as long as a page; empty to remove the words. Needs `range`."
  )
}

/** A problem of a new comment that says something about a range, or a page, that it does not name. */
const lacksPlace = ({
  page,
  quote,
  range,
  revision,
  suggestion
}: Schema.Struct.Type<typeof newComment>): Schema.FilterIssue | undefined => {
  if (range !== undefined)
    return page === undefined ? { path: ["page"], message: "is missing, but there is a range" } : undefined
  const [field] = Object.entries({ quote, revision, suggestion }).find(([, given]) => given !== undefined) ?? []
  return field === undefined ? undefined : { path: ["range"], message: `is missing, but there is a ${field}` }
}

/** Input for creating a comment: a text, about the place itself, one of its pages, or a range or a node in one. */
export const PostComment = Schema.Struct(newComment)
  .pipe(Schema.filter(lacksPlace))
  .annotations({
    identifier: "PostComment",
    jsonSchema: {
      description: "A new comment: on the whole, on a page with `page`, or on words of it with `range`."
    }
  })
export type PostComment = typeof PostComment.Type

/** Input for a comment that is posted with a review: a new one, or a reply to one of the change request. */
export const PostReviewComment = Schema.Struct({
  ...newComment,
  parent: optional(CommentId, "The id of the comment that it replies to. A reply has no page and no range of its own.")
})
  .pipe(
    Schema.filter((comment) => {
      const { body, parent, ...about } = comment
      const [field] = Object.keys(about)
      return parent !== undefined && field !== undefined
        ? { path: [field], message: "cannot be given for a reply, which is about what its comment is about" }
        : lacksPlace(comment)
    })
  )
  .annotations({
    identifier: "PostReviewComment",
    jsonSchema: {
      description:
        "A comment that is posted with a review: a new one, as `PostComment` describes it, or a reply with `parent`."
    }
  })
export type PostReviewComment = typeof PostReviewComment.Type

/** Input for creating a reply. */
export const PostCommentReply = Schema.Struct({ body: described(CommentText, "The text of the reply.") }).annotations({
  identifier: "PostCommentReply",
  description: "A new reply."
})
export type PostCommentReply = typeof PostCommentReply.Type

const replyChanges = {
  body: optional(CommentText, "The new text, which only the author may set."),
  addedReactions: optional(Schema.Array(Emoji), "Reactions of the caller to add, by emoji."),
  removedReactions: optional(Schema.Array(Emoji), "Reactions of the caller to remove, by emoji.")
}

/** A partial update of a comment; reactions are the caller's own. */
export const UpdateComment = Schema.Struct({
  ...replyChanges,
  resolved: optional(Schema.Boolean, "`true` resolves the thread, `false` reopens it."),
  suggestion: optional(
    Text,
    "Another text for the suggestion of the comment, which only the author may set, until it is applied. A reply has none."
  )
}).annotations({
  identifier: "UpdateComment",
  description: "Changes of a comment. Reactions are always those of the caller."
})
export type UpdateComment = typeof UpdateComment.Type

/** A partial update of a reply; reactions are the caller's own. */
export const UpdateCommentReply = Schema.Struct(replyChanges).annotations({
  identifier: "UpdateCommentReply",
  description: "Changes of a reply. Reactions are always those of the caller."
})
export type UpdateCommentReply = typeof UpdateCommentReply.Type

/** The comments whose suggestions to apply together. */
export const ApplySuggestions = Schema.Struct({
  comments: described(
    Schema.Array(CommentId).pipe(Schema.minItems(1), Schema.maxItems(50)),
    "The ids of the comments, 1 to 50. Their ranges may not overlap."
  )
}).annotations({ identifier: "ApplySuggestions", description: "The comments whose suggestions to apply together." })
export type ApplySuggestions = typeof ApplySuggestions.Type

/** The result of applying suggestions. */
export const AppliedSuggestions = Schema.Struct({
  revision: described(RevisionId, "The id of the revision that applies them."),
  comments: described(
    Schema.Array(Comment),
    "The comments as they are afterwards, in the order in which they were named."
  )
}).annotations({ identifier: "AppliedSuggestions", description: "What applying suggestions did." })
export type AppliedSuggestions = typeof AppliedSuggestions.Type

/** The format of texts in answers: `markdown` when absent, or a tree. */
export const CommentFormat = Schema.Struct({ format: optional(Schema.Literal("markdown", "document")) })
export type CommentFormat = typeof CommentFormat.Type

/** The queries of a list of comments: by default all of them, newest first. */
export const CommentsQuery = Schema.Struct({
  ...ListQuery.fields,
  ...CommentFormat.fields,
  order: optional(Schema.Literal("asc", "desc")),
  status: optional(Schema.Literal("all", "open", "resolved")),
  targetPage: optional(PageId),
  authors: optional(Schema.Array(UserId))
})
export type CommentsQuery = typeof CommentsQuery.Type

/** The queries of a list of replies: on change requests newest first, elsewhere oldest, unless asked otherwise. */
export const CommentRepliesQuery = Schema.Struct({
  ...ListQuery.fields,
  ...CommentFormat.fields,
  order: optional(Schema.Literal("asc", "desc"))
})
export type CommentRepliesQuery = typeof CommentRepliesQuery.Type
