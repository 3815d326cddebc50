/** Comments and replies that are posted with a review. */
import * as Effect from "effect/Effect"
import {
  type Conflict,
  Invalid,
  type LecternError,
  NotFound,
  type Unavailable
} from "../../foundation/errors/Errors.js"
import type { Actor } from "../../people/access/Actor.js"
import type { UserId } from "../../people/users/User.js"
import {
  type Comment,
  type CommentFormat,
  CommentId,
  type CommentReply,
  CommentReplyId,
  type PostReviewComment
} from "../comments/Comment.js"
import { makeCommentAnswers } from "../comments/CommentAnswers.js"
import type { OpenPlace } from "../comments/CommentPlaces.js"
import type { CommentRecord, CommentReplyRecord } from "../comments/CommentRecord.js"
import { CommentRepository } from "../comments/CommentRepository.js"
import { makeCommentTexts, makeSuggestionTexts } from "../comments/CommentTexts.js"
import { makeFindWords } from "../comments/Finding.js"
import { makeMentions } from "../comments/Mentions.js"
import { makePosting } from "../comments/Posting.js"
import type { Review, ReviewRecord } from "./Review.js"
import type { ReviewId } from "./ReviewId.js"

/** A comment whose texts were checked, with the users whom it mentions. */
export interface CheckedComment {
  readonly comment: PostReviewComment
  readonly mentioned: ReadonlyArray<UserId>
}

type Post = CommentRecord | CommentReplyRecord

/** The comments and replies of reviews; their requirements are stated at `Reviews`. */
export interface ReviewComments {
  /** Checks their texts. Not inside a transaction, since a text may have to be read for it. */
  readonly checked: (
    given: ReadonlyArray<PostReviewComment>
  ) => Effect.Effect<ReadonlyArray<CheckedComment>, LecternError>
  /** Posts them with a review, all or none of them. Inside a transaction; the place does not count them yet. */
  readonly post: (
    place: OpenPlace,
    review: ReviewId,
    given: ReadonlyArray<CheckedComment>
  ) => Effect.Effect<ReadonlyArray<Post>, LecternError, Actor>
  /** The posts of a review that are still there. Not inside a transaction, since words have to be found for them. */
  readonly answers: (
    place: OpenPlace,
    posts: NonNullable<ReviewRecord["posts"]>,
    format?: CommentFormat["format"]
  ) => Effect.Effect<NonNullable<Review["comments"]>, Conflict | Unavailable>
}

/** Names the comment of the input that is refused, or that is about something that does not exist. */
const naming =
  (index: number) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Invalid | NotFound, R> =>
    Effect.mapError(work, (error) => {
      const where = `comments.${index}`
      if (error instanceof NotFound) return new NotFound({ message: `${where}: ${error.message}` })
      if (!(error instanceof Invalid)) return error
      return new Invalid({ field: `${where}.${error.field}`, message: `${where}.${error.message}` })
    })

/** {@link ReviewComments} over the repositories of the context. */
export const makeReviewComments = Effect.gen(function* () {
  const comments = yield* CommentRepository
  const requireBounds = yield* makeCommentTexts
  const requireSuggestionBounds = yield* makeSuggestionTexts
  const mentions = yield* makeMentions
  const posting = yield* makePosting
  const answers = yield* makeCommentAnswers
  const findWords = yield* makeFindWords

  const check = Effect.fnUntraced(function* (comment: PostReviewComment) {
    yield* requireBounds("body", comment.body)
    yield* requireSuggestionBounds(comment.suggestion)
    const checked: CheckedComment = { comment, mentioned: yield* mentions.written(comment.body) }
    return checked
  })

  const find = Effect.fnUntraced(function* (id: string) {
    const comment: Post | undefined = (yield* comments.find(CommentId.make(id)))?.value
    return comment ?? (yield* comments.findReply(CommentReplyId.make(id)))?.value
  })

  const postOne = (
    place: OpenPlace,
    review: ReviewId,
    { comment: { parent, ...comment }, mentioned }: CheckedComment
  ): Effect.Effect<Post, LecternError, Actor> =>
    parent === undefined
      ? posting.begin(place, comment, mentioned, review)
      : posting.reply(place, parent, comment.body, mentioned)

  const service: ReviewComments = {
    checked: (given) => Effect.forEach(given, (comment, index) => naming(index)(check(comment))),
    post: (place, review, given) =>
      Effect.forEach(given, (comment, index) => naming(index)(postOne(place, review, comment))),
    answers: Effect.fnUntraced(function* (place, ids, format) {
      const posts: Array<Post> = []
      for (const id of ids) {
        const post = yield* find(id)
        if (post !== undefined) posts.push(post)
      }
      const threads = posts.flatMap((post) => (isReply(post) ? [] : [post]))
      const found = yield* findWords(place, threads)
      const answered: Array<Comment | CommentReply> = []
      for (const post of posts) {
        answered.push(
          isReply(post) ? yield* answers.reply(place, post, format) : yield* answers.comment(place, post, format, found)
        )
      }
      return answered
    })
  }
  return service
})

/** Whether a post is a reply. */
export const isReply = (post: Post): post is CommentReplyRecord => "comment" in post
