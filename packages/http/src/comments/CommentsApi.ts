/** The endpoints of comments. */
import { HttpApiGroup, OpenApi } from "@effect/platform"
import {
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
import { list } from "@lectern/core/lists/List"
import { Member } from "@lectern/core/members/Member"
import { optional } from "@lectern/core/schema/Input"
import { SpaceId } from "@lectern/core/spaces/Space"
import { UserId } from "@lectern/core/users/User"
import { Schema } from "effect"
import { get, post, put, remove } from "../declaration/Endpoint.js"
import { ForbiddenError, InvalidError, ReadErrors, WriteErrors } from "../errors/WireError.js"
import { segment } from "../params/PathParams.js"
import { listParams, oneOf, several } from "../params/QueryParams.js"

const SpacePath = Schema.Struct({ spaceId: segment(SpaceId) })
const CommentPath = Schema.Struct({ ...SpacePath.fields, commentId: segment(CommentId) })
const ReplyPath = Schema.Struct({ ...CommentPath.fields, commentReplyId: segment(CommentReplyId) })

const formatParams = {
  format: optional(oneOf("markdown", "document").annotations({ description: "`markdown` when omitted." }))
}
const FormatQuery = Schema.Struct(formatParams)
const CommentsQuery = Schema.Struct({
  ...listParams,
  ...formatParams,
  order: optional(oneOf("asc", "desc").annotations({ description: "`desc`, newest first, when omitted." })),
  status: optional(oneOf("all", "open", "resolved").annotations({ description: "`all` when omitted." })),
  targetPage: optional(PageId.annotations({ description: "Only those on this page." })),
  authors: optional(several(UserId, "Only those of these users."))
})

/** Threads on spaces and their pages. */
export class SpaceCommentsApi extends HttpApiGroup.make("space-comments")
  .add(
    get("listCommentsInSpace", "/v1/spaces/:spaceId/comments", "The comments of a space")
      .setPath(SpacePath)
      .setUrlParams(CommentsQuery)
      .addSuccess(list(Comment).annotations({ identifier: "CommentList" }))
      .addError(ReadErrors)
  )
  .add(
    post("postCommentInSpace", "/v1/spaces/:spaceId/comments", "Post a comment", "On the space or on one of its pages.")
      .setPath(SpacePath)
      .setPayload(PostComment)
      .addSuccess(Comment)
      .addError(WriteErrors)
  )
  .add(
    get("getCommentInSpace", "/v1/spaces/:spaceId/comments/:commentId", "A comment")
      .setPath(CommentPath)
      .setUrlParams(FormatQuery)
      .addSuccess(Comment)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateCommentInSpace",
      "/v1/spaces/:spaceId/comments/:commentId",
      "Change a comment",
      "Edits one's own, resolves or reopens, adds and removes one's own reactions."
    )
      .setPath(CommentPath)
      .setPayload(UpdateComment)
      .addSuccess(Comment)
      .addError(WriteErrors)
  )
  .add(
    remove("deleteCommentInSpace", "/v1/spaces/:spaceId/comments/:commentId", "Delete a comment", "With its replies.")
      .setPath(CommentPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get("listCommentRepliesInSpace", "/v1/spaces/:spaceId/comments/:commentId/replies", "The replies to a comment")
      .setPath(CommentPath)
      .setUrlParams(Schema.Struct({ ...listParams, ...formatParams }))
      .addSuccess(list(CommentReply).annotations({ identifier: "CommentReplyList" }))
      .addError(ReadErrors)
  )
  .add(
    post("postCommentReplyInSpace", "/v1/spaces/:spaceId/comments/:commentId/replies", "Reply to a comment")
      .setPath(CommentPath)
      .setPayload(PostCommentReply)
      .addSuccess(CommentReply)
      .addError(WriteErrors)
  )
  .add(
    get("getCommentReplyInSpace", "/v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId", "A reply")
      .setPath(ReplyPath)
      .setUrlParams(FormatQuery)
      .addSuccess(CommentReply)
      .addError(ReadErrors)
  )
  .add(
    put(
      "updateCommentReplyInSpace",
      "/v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
      "Change a reply",
      "Edits one's own, adds and removes one's own reactions."
    )
      .setPath(ReplyPath)
      .setPayload(UpdateCommentReply)
      .addSuccess(CommentReply)
      .addError(WriteErrors)
  )
  .add(
    remove(
      "deleteCommentReplyInSpace",
      "/v1/spaces/:spaceId/comments/:commentId/replies/:commentReplyId",
      "Delete a reply"
    )
      .setPath(ReplyPath)
      .addError(InvalidError)
      .addError(ForbiddenError)
  )
  .add(
    get(
      "listCommentersInSpace",
      "/v1/spaces/:spaceId/commenters",
      "Who comments in a space",
      "In the order of their first comment or reply."
    )
      .setPath(SpacePath)
      .setUrlParams(Schema.Struct(listParams))
      .addSuccess(list(Member).annotations({ identifier: "MemberList" }))
      .addError(ReadErrors)
  )
  .annotateContext(
    OpenApi.annotations({ title: "Space comments", description: "Threads on spaces and their pages." })
  ) {}
