/** Comments, replies and commenters, by place: see `CommentPlaces`. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import type { UserId } from "../../people/users/User.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Range, type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { CommentId, CommentReplyId } from "./Comment.js"
import type { CommenterRecord, CommentRecord, CommentReplyRecord, PostRecord } from "./CommentRecord.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "./CommentTables.js"

/** A selection of a place's comments. */
export interface CommentsRange {
  readonly place: string
  readonly status?: "open" | "resolved"
  readonly page?: string
}

type Page = Pick<Scan, "after" | "limit" | "reverse">
type Write = Effect.Effect<void, Unavailable>

/** Reads and writes comments; writes belong in a transaction that has read the rows they replace. */
export interface CommentRepositoryService {
  readonly find: (id: CommentId) => Effect.Effect<Stored<CommentRecord> | undefined, Unavailable>
  readonly list: (range: CommentsRange, scan: Page) => Effect.Effect<ReadonlyArray<Stored<CommentRecord>>, Unavailable>
  readonly count: (range: CommentsRange) => Effect.Effect<number, Unavailable>
  readonly insert: (comment: CommentRecord) => Write
  readonly replace: (read: Stored<CommentRecord>, comment: CommentRecord) => Write
  /** Removes a comment and its replies. */
  readonly remove: (comment: CommentRecord) => Write
  readonly findReply: (id: CommentReplyId) => Effect.Effect<Stored<CommentReplyRecord> | undefined, Unavailable>
  readonly replies: (
    comment: CommentId,
    scan: Page
  ) => Effect.Effect<ReadonlyArray<Stored<CommentReplyRecord>>, Unavailable>
  readonly insertReply: (reply: CommentReplyRecord) => Write
  readonly replaceReply: (read: Stored<CommentReplyRecord>, reply: CommentReplyRecord) => Write
  readonly removeReply: (reply: CommentReplyRecord) => Write
  readonly commenters: (place: string, scan: Page) => Effect.Effect<ReadonlyArray<Stored<CommenterRecord>>, Unavailable>
  /** Removes all posts in a space. */
  readonly purge: (space: string) => Write
}

/** The repository of comments. */
export class CommentRepository extends Context.Tag("@lectern/core/CommentRepository")<
  CommentRepository,
  CommentRepositoryService
>() {}

/** The comment of a place with an id; `NotFound` if it has none. */
export const findIn = (
  comments: CommentRepositoryService,
  place: { readonly key: string },
  id: CommentId
): Effect.Effect<Stored<CommentRecord>, NotFound | Unavailable> =>
  Effect.flatMap(comments.find(id), (found) =>
    found?.value.place === place.key ? Effect.succeed(found) : Effect.fail(notFound("comment"))
  )

const rangeOf = ({ place, page, status }: CommentsRange): Range => {
  if (page !== undefined) {
    return status === undefined
      ? { index: "page", prefix: [place, page] }
      : { index: "pageStatus", prefix: [place, page, status] }
  }
  return status === undefined ? { index: "listed", prefix: [place] } : { index: "status", prefix: [place, status] }
}

const make = Effect.map(Storage, (storage): CommentRepositoryService => {
  const comments = rows(storage, CommentsTable)
  const replies = rows(storage, CommentRepliesTable)
  const commenters = rows(storage, CommentersTable)

  const posted = Effect.fnUntraced(function* ({ place, space, postedBy: user, postedAt: since }: PostRecord) {
    const found = yield* commenters.find(place, user)
    if (found === undefined) yield* commenters.insert({ place, space, user, since, posts: 1 })
    else yield* commenters.replace(found, { ...found.value, posts: found.value.posts + 1 })
  }, withoutConflict)
  const unposted = Effect.fnUntraced(function* (place: string, user: UserId) {
    const found = yield* commenters.find(place, user)
    if (found === undefined) return
    if (found.value.posts === 1) yield* commenters.remove(place, user)
    else yield* commenters.replace(found, { ...found.value, posts: found.value.posts - 1 })
  }, withoutConflict)
  const removeReply = (reply: CommentReplyRecord) =>
    Effect.zipRight(replies.remove(reply.id), unposted(reply.place, reply.postedBy))

  return {
    find: (id) => comments.find(id),
    list: (range, scan) => comments.scan({ ...rangeOf(range), ...scan }),
    count: (range) => comments.count(rangeOf(range)),
    insert: (comment) => Effect.zipRight(withoutConflict(comments.insert(comment)), posted(comment)),
    replace: (read, comment) => withoutConflict(comments.replace(read, comment)),
    remove: Effect.fnUntraced(function* (comment) {
      const thread = { index: "thread", prefix: [comment.id] }
      const found = yield* replies.scan(thread)
      yield* replies.removeAll(thread, [spaceLock(comment.space)])
      for (const { value } of found) yield* unposted(value.place, value.postedBy)
      yield* comments.remove(comment.id)
      yield* unposted(comment.place, comment.postedBy)
    }),
    findReply: (id) => replies.find(id),
    replies: (comment, scan) => replies.scan({ index: "thread", prefix: [comment], ...scan }),
    insertReply: (reply) => Effect.zipRight(withoutConflict(replies.insert(reply)), posted(reply)),
    replaceReply: (read, reply) => withoutConflict(replies.replace(read, reply)),
    removeReply,
    commenters: (place, scan) => commenters.scan({ index: "since", prefix: [place], ...scan }),
    purge: (space) => {
      const ofSpace = { index: "space", prefix: [space] }
      return comments
        .removeAll(ofSpace)
        .pipe(Effect.zipRight(replies.removeAll(ofSpace)), Effect.zipRight(commenters.removeAll(ofSpace)))
    }
  }
})

/** {@link CommentRepository} over Storage. */
export const service = serviceOf(CommentRepository, make)
