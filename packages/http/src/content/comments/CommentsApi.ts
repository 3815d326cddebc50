/** The endpoints of comments, which are the same on spaces and on change requests. */
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import {
  AppliedSuggestions,
  ApplySuggestions,
  Comment,
  CommentId,
  CommentReply,
  CommentReplyId,
  PostComment,
  PostCommentReply,
  UpdateComment,
  UpdateCommentReply
} from "@lectern/core/comments/Comment"
import { PageId } from "@lectern/core/content/Page"
import { described } from "@lectern/core/internal/foundation/schema/Described"
import { optional } from "@lectern/core/internal/foundation/schema/Input"
import { list } from "@lectern/core/lists/List"
import { Member } from "@lectern/core/members/Member"
import { SpaceId } from "@lectern/core/spaces/Space"
import { UserId } from "@lectern/core/users/User"
import * as Schema from "effect/Schema"
import { get, post, put, remove } from "../../foundation/declaration/Endpoint.js"
import {
  ConflictError,
  ForbiddenError,
  InvalidError,
  ReadErrors,
  WriteErrors
} from "../../foundation/errors/WireError.js"
import { segment } from "../../foundation/params/PathParams.js"
import { listParams, oneOf, several } from "../../foundation/params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const RequestPath = Schema.Struct({
  ...SpacePath.fields,
  changeRequestId: segment(ChangeRequestRef).annotations({ description: "The id, or the number in the space." })
})
const comment = { commentId: described(segment(CommentId), "The id of the comment that begins the thread.") }
const reply = { ...comment, commentReplyId: described(segment(CommentReplyId), "The id of a reply in the thread.") }
const CommentInSpace = Schema.Struct({ ...SpacePath.fields, ...comment })
const ReplyInSpace = Schema.Struct({ ...SpacePath.fields, ...reply })
const CommentInRequest = Schema.Struct({ ...RequestPath.fields, ...comment })
const ReplyInRequest = Schema.Struct({ ...RequestPath.fields, ...reply })

const formatParams = {
  format: optional(oneOf("markdown", "document").annotations({ description: "`markdown` when omitted." }))
}
const FormatQuery = Schema.Struct(formatParams)
const order = optional(oneOf("asc", "desc").annotations({ description: "`desc`, newest first, when omitted." }))
const CommentsQuery = Schema.Struct({
  ...listParams,
  ...formatParams,
  order,
  status: optional(oneOf("all", "open", "resolved").annotations({ description: "`all` when omitted." })),
  targetPage: optional(PageId.annotations({ description: "Only those on this page." })),
  authors: optional(several(UserId, "Only those of these users."))
})

/** The endpoints of a kind of place, described by `what`, without the paths and the differences between kinds. */
const endpointsIn = <const Place extends string>(place: Place, root: `/${string}`, what: string) => ({
  list: get(
    `listCommentsIn${place}`,
    `${root}/comments`,
    `List the comments of a ${what}`,
    "Newest first, unless the order is given. Replies are not in the list."
  )
    .setUrlParams(CommentsQuery)
    .addSuccess(list(Comment).annotations({ identifier: "CommentList" }))
    .addError(ReadErrors),
  post: post(
    `postCommentIn${place}`,
    `${root}/comments`,
    `Post a comment on a ${what}`,
    `Begins a thread, on the ${what} as a whole, on one of its pages, or on words of a page, for which it can suggest others.`
  )
    .setPayload(PostComment)
    .addSuccess(Comment)
    .addError(WriteErrors),
  get: get(
    `getCommentIn${place}`,
    `${root}/comments/:commentId`,
    `Get a comment on a ${what}`,
    "Returns the comment that begins a thread, without its replies."
  )
    .setUrlParams(FormatQuery)
    .addSuccess(Comment)
    .addError(ReadErrors),
  update: put(
    `updateCommentIn${place}`,
    `${root}/comments/:commentId`,
    `Update a comment on a ${what}`,
    "Edits the text and the suggestion, which only the author may; resolves or reopens the thread; adds and removes reactions of the caller."
  )
    .setPayload(UpdateComment)
    .addSuccess(Comment)
    .addError(WriteErrors)
    .addError(ConflictError),
  apply: post(
    `applySuggestionsIn${place}`,
    `${root}/comments/apply`,
    `Apply suggestions of comments on a ${what}`,
    "Writes the suggestions of the comments into their pages, as one revision or not at all, and resolves the comments. For those who may edit. 409 if one was applied before, or its words no longer stand."
  )
    .setPayload(ApplySuggestions)
    .addSuccess(AppliedSuggestions)
    .addError(WriteErrors)
    .addError(ConflictError),
  remove: remove(
    `deleteCommentIn${place}`,
    `${root}/comments/:commentId`,
    `Delete a comment on a ${what}`,
    "Deletes the comment with its replies. For the author and for reviewers."
  )
    .addError(InvalidError)
    .addError(ForbiddenError),
  replies: get(
    `listCommentRepliesIn${place}`,
    `${root}/comments/:commentId/replies`,
    `List the replies to a comment on a ${what}`,
    "Lists the replies in the thread of the comment."
  )
    .addSuccess(list(CommentReply).annotations({ identifier: "CommentReplyList" }))
    .addError(ReadErrors),
  reply: post(
    `postCommentReplyIn${place}`,
    `${root}/comments/:commentId/replies`,
    `Reply to a comment on a ${what}`,
    "Adds a reply to the end of the thread."
  )
    .setPayload(PostCommentReply)
    .addSuccess(CommentReply)
    .addError(WriteErrors),
  getReply: get(
    `getCommentReplyIn${place}`,
    `${root}/comments/:commentId/replies/:commentReplyId`,
    `Get a reply to a comment on a ${what}`,
    "Returns one reply of the thread."
  )
    .setUrlParams(FormatQuery)
    .addSuccess(CommentReply)
    .addError(ReadErrors),
  updateReply: put(
    `updateCommentReplyIn${place}`,
    `${root}/comments/:commentId/replies/:commentReplyId`,
    `Update a reply to a comment on a ${what}`,
    "Edits the text, which only the author may; adds and removes reactions of the caller."
  )
    .addSuccess(CommentReply)
    .addError(WriteErrors),
  removeReply: remove(
    `deleteCommentReplyIn${place}`,
    `${root}/comments/:commentId/replies/:commentReplyId`,
    `Delete a reply to a comment on a ${what}`,
    "Deletes the reply; the rest of the thread stays. For the author and for reviewers."
  )
    .addError(InvalidError)
    .addError(ForbiddenError),
  commenters: get(
    `listCommentersIn${place}`,
    `${root}/commenters`,
    `List the commenters of a ${what}`,
    "Lists the members who have commented or replied, in the order of their first post."
  )
    .setUrlParams(Schema.Struct(listParams))
    .addSuccess(list(Member).annotations({ identifier: "MemberList" }))
    .addError(ReadErrors)
})

const inSpace = endpointsIn("Space", "/v1/spaces/:spaceId", "space")
const inRequest = endpointsIn("ChangeRequest", "/v1/spaces/:spaceId/change-requests/:changeRequestId", "change request")

/** Threads on spaces and their pages. */
export class SpaceCommentsApi extends HttpApiGroup.make("space-comments")
  .add(inSpace.list.setPath(SpacePath))
  .add(inSpace.post.setPath(SpacePath))
  .add(inSpace.get.setPath(CommentInSpace))
  .add(inSpace.update.setPath(CommentInSpace))
  .add(inSpace.apply.setPath(SpacePath))
  .add(inSpace.remove.setPath(CommentInSpace))
  .add(inSpace.replies.setPath(CommentInSpace).setUrlParams(Schema.Struct({ ...listParams, ...formatParams })))
  .add(inSpace.reply.setPath(CommentInSpace))
  .add(inSpace.getReply.setPath(ReplyInSpace))
  .add(inSpace.updateReply.setPath(ReplyInSpace).setPayload(UpdateCommentReply))
  .add(inSpace.removeReply.setPath(ReplyInSpace))
  .add(inSpace.commenters.setPath(SpacePath))
  .annotateContext(
    OpenApi.annotations({ title: "Space comments", description: "Threads on spaces and their pages." })
  ) {}

/** Threads on change requests and on their versions of pages. */
export class ChangeRequestCommentsApi extends HttpApiGroup.make("change-request-comments")
  .add(inRequest.list.setPath(RequestPath))
  .add(inRequest.post.setPath(RequestPath))
  .add(inRequest.get.setPath(CommentInRequest))
  .add(inRequest.update.setPath(CommentInRequest))
  .add(inRequest.apply.setPath(RequestPath))
  .add(inRequest.remove.setPath(CommentInRequest))
  .add(
    inRequest.replies.setPath(CommentInRequest).setUrlParams(Schema.Struct({ ...listParams, ...formatParams, order }))
  )
  .add(inRequest.reply.setPath(CommentInRequest))
  .add(inRequest.getReply.setPath(ReplyInRequest))
  .add(inRequest.updateReply.setPath(ReplyInRequest).setPayload(UpdateComment))
  .add(inRequest.removeReply.setPath(ReplyInRequest))
  .add(inRequest.commenters.setPath(RequestPath))
  .annotateContext(
    OpenApi.annotations({
      title: "Change request comments",
      description: "Threads on change requests and their pages."
    })
  ) {}
