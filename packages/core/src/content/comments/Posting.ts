/** Starting threads. */
import * as Effect from "effect/Effect"
import { type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import type { Actor } from "../../people/access/Actor.js"
import type { UserId } from "../../people/users/User.js"
import { requireUser } from "../../people/users/Users.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { ReviewId } from "../reviews/ReviewId.js"
import { CommentId, type PostComment } from "./Comment.js"
import { type OpenPlace, requireIn } from "./CommentPlaces.js"
import type { CommentRecord } from "./CommentRecord.js"
import { CommentRepository } from "./CommentRepository.js"
import { makeMentions } from "./Mentions.js"
import { makeQuoting } from "./Quoting.js"

/** Posts a comment that mentions some users in a place, as a part of a review or by itself; must be called inside a transaction. */
export type Posting = (
  place: OpenPlace,
  input: PostComment,
  mentioned: ReadonlyArray<UserId>,
  review?: ReviewId
) => Effect.Effect<CommentRecord, LecternError, Actor>

/** {@link Posting} over the repositories of the context. */
export const makePosting = Effect.gen(function* () {
  const comments = yield* CommentRepository
  const items = yield* ItemRepository
  const ids = yield* Ids
  const quoting = yield* makeQuoting
  const mentions = yield* makeMentions
  const post: Posting = Effect.fnUntraced(function* (
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
    yield* place.count(1)
    return comment
  })
  return post
})
