import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import { Comments } from "@lectern/core/comments/Comments"
import type { CommentPlace } from "@lectern/core/internal/content/comments/CommentPlaces"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import type { GroupHandlers } from "../../foundation/dispatcher/Handlers.js"
import type { ChangeRequestCommentsApi, SpaceCommentsApi } from "./CommentsApi.js"

interface PlacePath {
  readonly spaceId: SpaceId
  readonly changeRequestId?: ChangeRequestRef
}

const place = ({ spaceId: space, changeRequestId: changeRequest }: PlacePath): CommentPlace => ({
  space,
  ...(changeRequest !== undefined && { changeRequest })
})

/** The handlers of {@link SpaceCommentsApi}. */
export const spaceHandlers = Effect.map(
  Comments,
  (comments): GroupHandlers<typeof SpaceCommentsApi> => ({
    listCommentsInSpace: ({ path, urlParams }) => comments.list(place(path), urlParams),
    postCommentInSpace: ({ path, payload }) => comments.post(place(path), payload),
    getCommentInSpace: ({ path, urlParams }) => comments.get(place(path), path.commentId, urlParams),
    updateCommentInSpace: ({ path, payload }) => comments.update(place(path), path.commentId, payload),
    applySuggestionsInSpace: ({ path, payload }) => comments.apply(place(path), payload),
    deleteCommentInSpace: ({ path }) => comments.remove(place(path), path.commentId),
    listCommentRepliesInSpace: ({ path, urlParams }) => comments.replies(place(path), path.commentId, urlParams),
    postCommentReplyInSpace: ({ path, payload }) => comments.reply(place(path), path.commentId, payload),
    getCommentReplyInSpace: ({ path, urlParams }) =>
      comments.getReply(place(path), path.commentId, path.commentReplyId, urlParams),
    updateCommentReplyInSpace: ({ path, payload }) =>
      comments.updateReply(place(path), path.commentId, path.commentReplyId, payload),
    deleteCommentReplyInSpace: ({ path }) => comments.removeReply(place(path), path.commentId, path.commentReplyId),
    listCommentersInSpace: ({ path, urlParams }) => comments.commenters(place(path), urlParams)
  })
)

/** The handlers of {@link ChangeRequestCommentsApi}. */
export const changeRequestHandlers = Effect.map(
  Comments,
  (comments): GroupHandlers<typeof ChangeRequestCommentsApi> => ({
    listCommentsInChangeRequest: ({ path, urlParams }) => comments.list(place(path), urlParams),
    postCommentInChangeRequest: ({ path, payload }) => comments.post(place(path), payload),
    getCommentInChangeRequest: ({ path, urlParams }) => comments.get(place(path), path.commentId, urlParams),
    updateCommentInChangeRequest: ({ path, payload }) => comments.update(place(path), path.commentId, payload),
    applySuggestionsInChangeRequest: ({ path, payload }) => comments.apply(place(path), payload),
    deleteCommentInChangeRequest: ({ path }) => comments.remove(place(path), path.commentId),
    listCommentRepliesInChangeRequest: ({ path, urlParams }) =>
      comments.replies(place(path), path.commentId, urlParams),
    postCommentReplyInChangeRequest: ({ path, payload }) => comments.reply(place(path), path.commentId, payload),
    getCommentReplyInChangeRequest: ({ path, urlParams }) =>
      comments.getReply(place(path), path.commentId, path.commentReplyId, urlParams),
    updateCommentReplyInChangeRequest: ({ path, payload }) =>
      comments.updateReply(place(path), path.commentId, path.commentReplyId, payload),
    deleteCommentReplyInChangeRequest: ({ path }) =>
      comments.removeReply(place(path), path.commentId, path.commentReplyId),
    listCommentersInChangeRequest: ({ path, urlParams }) => comments.commenters(place(path), urlParams)
  })
)
