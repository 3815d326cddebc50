/** Posting comments and replies. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import type { Actor } from "../../people/access/Actor.js"
import type { UserId } from "../../people/users/User.js"
import { requireUser } from "../../people/users/Users.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { ReviewId } from "../reviews/ReviewId.js"
import { CommentId, CommentReplyId, type PostComment } from "./Comment.js"
import { type OpenPlace, requireIn } from "./CommentPlaces.js"
import type { CommentRecord, CommentReplyRecord } from "./CommentRecord.js"
import { CommentRepository, findIn } from "./CommentRepository.js"
import type { CommentText } from "./CommentText.js"
import { makeMentions } from "./Mentions.js"
import { makeQuoting } from "./Quoting.js"

/** Posts comments and replies that mention some users in a place; must be called inside a transaction. */
export interface Posting {
  /** Begins a thread, as a part of a review or by itself. Its place does not count it yet. */
  readonly begin: (
    place: OpenPlace,
    input: PostComment,
    mentioned: ReadonlyArray<UserId>,
    review?: ReviewId
  ) => Effect.Effect<CommentRecord, LecternError, Actor>
  readonly reply: (
    place: OpenPlace,
    comment: CommentId,
    body: CommentText,
    mentioned: ReadonlyArray<UserId>
  ) => Effect.Effect<CommentReplyRecord, LecternError, Actor>
}

/** Whether a new comment is about words as they are typed, which are in no revision until its place is saved. */
export const isOnTypedWords = ({ range, revision }: Pick<PostComment, "range" | "revision">): boolean =>
  range !== undefined && revision === undefined

/** {@link Posting} over the repositories of the context. */
export const makePosting = Effect.gen(function* () {
  const comments = yield* CommentRepository
  const items = yield* ItemRepository
  const ids = yield* Ids
  const quoting = yield* makeQuoting
  const mentions = yield* makeMentions

  const begin: Posting["begin"] = Effect.fnUntraced(function* (
    place,
    { body, node, page, range, suggestion, ...words },
    mentioned,
    review
  ) {
    yield* requireIn(place, "comment")
    const postedBy = yield* requireUser
    if (page !== undefined) {
      const found = yield* items.find(place.view, page)
      if (found?.value.value.kind !== "page") return yield* notFound("page")
    }
    const quoted = page && range && (yield* quoting(place, page, { ...words, range }))
    const comment: CommentRecord = yield* mentions.noted(
      place,
      {
        id: CommentId.make(yield* ids.next),
        place: place.key,
        space: place.space.id,
        revision: quoted?.revision ?? place.revision,
        postedBy,
        postedAt: yield* now,
        markdown: body.markdown,
        ...(page !== undefined && { page }),
        ...(node !== undefined && { node }),
        ...(quoted !== undefined && { quote: quoted.quote }),
        ...(quoted !== undefined && suggestion !== undefined && { suggestion: { text: suggestion } }),
        ...(review !== undefined && { review }),
        reactions: [],
        replies: 0
      },
      mentioned
    )
    yield* comments.insert(comment)
    return comment
  })

  const reply: Posting["reply"] = Effect.fnUntraced(function* (place, id, { markdown }, mentioned) {
    const thread = yield* findIn(comments, place, id)
    yield* requireIn(place, "comment")
    const reply: CommentReplyRecord = yield* mentions.noted(
      place,
      {
        id: CommentReplyId.make(yield* ids.next),
        comment: id,
        place: place.key,
        space: place.space.id,
        postedBy: yield* requireUser,
        postedAt: yield* now,
        markdown,
        reactions: []
      },
      mentioned
    )
    yield* comments.insertReply(reply)
    yield* comments.replace(thread, { ...thread.value, replies: thread.value.replies + 1 })
    return reply
  })
  const posting: Posting = { begin, reply }
  return posting
})
