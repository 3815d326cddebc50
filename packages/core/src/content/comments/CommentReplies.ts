/** Replies: the comments that follow the first one of a thread. */
import * as Effect from "effect/Effect"
import { invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import type { List } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { parser } from "../../foundation/schema/Input.js"
import type { Asked } from "../../people/access/Actor.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import {
  CommentFormat,
  type CommentId,
  CommentRepliesQuery,
  type CommentReply,
  type CommentReplyId,
  PostCommentReply,
  UpdateComment
} from "./Comment.js"
import type { CommentAnswers } from "./CommentAnswers.js"
import type { CommentPlace, OpenPlace, OpenPlaces } from "./CommentPlaces.js"
import type { CommentRecord } from "./CommentRecord.js"
import { CommentRepository } from "./CommentRepository.js"
import type { RequireCommentBounds } from "./CommentTexts.js"
import type { Mentions } from "./Mentions.js"
import { changed, requireOwnOrReview, turned } from "./PostChanges.js"
import type { Posting } from "./Posting.js"

/** The operations of `Comments` on replies; their requirements are stated there. */
export interface CommentReplies {
  /** The replies to a comment: on change requests newest first, elsewhere oldest, unless asked otherwise. */
  readonly replies: (place: CommentPlace, comment: CommentId, query: CommentRepliesQuery) => Asked<List<CommentReply>>
  readonly reply: (place: CommentPlace, comment: CommentId, input: PostCommentReply) => Asked<CommentReply>
  readonly getReply: (
    place: CommentPlace,
    comment: CommentId,
    id: CommentReplyId,
    format?: CommentFormat
  ) => Asked<CommentReply>
  /** Changes the text, adds and removes the caller's reactions, and resolves or reopens the thread. */
  readonly updateReply: (
    place: CommentPlace,
    comment: CommentId,
    id: CommentReplyId,
    patch: UpdateComment
  ) => Asked<CommentReply>
  /** Removes a reply; removing one that does not exist or is not visible is not an error. */
  readonly removeReply: (place: CommentPlace, comment: CommentId, id: CommentReplyId) => Asked<void>
}

/** The operations on comments that replies need. */
export interface Threads {
  readonly open: OpenPlaces
  readonly find: (place: OpenPlace, id: CommentId) => Effect.Effect<Stored<CommentRecord>, LecternError>
  readonly answers: CommentAnswers
  readonly mentions: Mentions
  readonly posting: Posting
  readonly requireBounds: RequireCommentBounds
}

const parseQuery = parser(CommentRepliesQuery)
const parseFormat = parser(CommentFormat)
const parsePost = parser(PostCommentReply)
const parseUpdate = parser(UpdateComment)

/** {@link CommentReplies} over the repositories of the context. */
export const makeCommentReplies = Effect.fnUntraced(function* ({
  open,
  find,
  answers,
  mentions,
  posting,
  requireBounds
}: Threads) {
  const storage = yield* Storage
  const comments = yield* CommentRepository

  const openReply = Effect.fnUntraced(function* (at: CommentPlace, comment: CommentId, id: CommentReplyId) {
    const place = yield* open(at)
    const thread = yield* find(place, comment)
    const stored = yield* comments.findReply(id)
    if (stored?.value.comment !== comment) return yield* notFound("reply")
    return { place, thread, stored }
  })

  const service: CommentReplies = {
    replies: Effect.fnUntraced(function* (at, comment, query) {
      const { format, order: asked, ...list } = yield* parseQuery(query)
      const place = yield* open(at)
      const thread = yield* find(place, comment)
      const order = asked ?? (place.changeRequest === undefined ? "asc" : "desc")
      return yield* pageOf({
        binding: `replies:${comment}:${order}`,
        query: list,
        count: Effect.succeed(thread.value.replies),
        scan: (after, limit) =>
          comments.replies(comment, { reverse: order === "desc", limit, ...(after !== undefined && { after }) }),
        render: ({ value }) => answers.reply(place, value, format)
      })
    }),
    reply: Effect.fnUntraced(function* (at, comment, input) {
      const { body } = yield* parsePost(input)
      yield* requireBounds("body", body)
      const mentioned = yield* mentions.written(body)
      const { answer, place, reply } = yield* storage.transaction(
        Effect.gen(function* () {
          const place = yield* open(at)
          const reply = yield* posting.reply(place, comment, body, mentioned)
          return { place, reply, answer: yield* answers.reply(place, reply) }
        }),
        [spaceLock(at.space)]
      )
      yield* mentions.tell(place, reply)
      return answer
    }),
    getReply: Effect.fnUntraced(function* (at, comment, id, options = {}) {
      const { format } = yield* parseFormat(options)
      const { place, stored } = yield* openReply(at, comment, id)
      return yield* answers.reply(place, stored.value, format)
    }),
    updateReply: Effect.fnUntraced(function* (at, comment, id, patch) {
      const { resolved, suggestion, ...changes } = yield* parseUpdate(patch)
      if (suggestion !== undefined) return yield* invalid("suggestion", "a reply has no suggestion")
      yield* requireBounds("body", changes.body)
      const mentioned = yield* mentions.written(changes.body)
      const { answer, before, place, reply } = yield* storage.transaction(
        Effect.gen(function* () {
          const { place, thread, stored } = yield* openReply(at, comment, id)
          const reply = yield* mentions.noted(place, yield* changed(place, stored.value, changes), mentioned)
          yield* comments.replaceReply(stored, reply)
          if (resolved !== undefined) {
            yield* comments.replace(thread, yield* turned(place, thread.value, resolved))
          }
          return { place, reply, before: stored.value, answer: yield* answers.reply(place, reply) }
        }),
        [spaceLock(at.space)]
      )
      yield* mentions.tell(place, reply, before)
      return answer
    }),
    removeReply: (at, comment, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const { place, thread, stored } = yield* openReply(at, comment, id)
          yield* requireOwnOrReview(place, stored.value)
          yield* comments.removeReply(stored.value)
          yield* comments.replace(thread, { ...thread.value, replies: thread.value.replies - 1 })
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [spaceLock(at.space)]
      )
  }
  return service
})
