/**
 * Comments: threads on spaces, on change requests and on their pages, with replies and reactions.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type List, ListQuery } from "../../foundation/lists/List.js"
import { pageOf } from "../../foundation/lists/PageOf.js"
import { visibleScan } from "../../foundation/lists/VisibleScan.js"
import { parser } from "../../foundation/schema/Input.js"
import type { Asked } from "../../people/access/Actor.js"
import type { Member, MemberRecord } from "../../people/members/Member.js"
import { makeMemberLists } from "../../people/members/MemberLists.js"
import { MemberRepository } from "../../people/members/MemberRepository.js"
import type { UserId } from "../../people/users/User.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeApplying } from "./Applying.js"
import {
  type AppliedSuggestions,
  type ApplySuggestions,
  type Comment,
  CommentFormat,
  type CommentId,
  CommentsQuery,
  PostComment,
  UpdateComment
} from "./Comment.js"
import { makeCommentAnswers } from "./CommentAnswers.js"
import { type CommentPlace, makeCommentPlaces, type OpenPlace, requireIn } from "./CommentPlaces.js"
import type { CommenterRecord, CommentRecord } from "./CommentRecord.js"
import { type CommentReplies, makeCommentReplies } from "./CommentReplies.js"
import { CommentRepository, type CommentsRange, findIn } from "./CommentRepository.js"
import { makeCommentTexts, makeSuggestionTexts } from "./CommentTexts.js"
import { type FoundWords, makeFindWords } from "./Finding.js"
import { makeMentions } from "./Mentions.js"
import { changed, requireOwnOrReview, suggested, turned } from "./PostChanges.js"
import { isOnTypedWords, makePosting } from "./Posting.js"

/**
 * The service of comments. Reading needs `read` on the space, posting, reacting and changing one's own `comment`, and
 * resolving and removing other users' comments `review`. A comment that does not exist or is not visible is `NotFound`.
 */
export interface CommentsService extends CommentReplies {
  /** The comments of a place, newest first unless asked otherwise. */
  readonly list: (place: CommentPlace, query: CommentsQuery) => Asked<List<Comment>>
  /**
   * Begins a thread. With `range`, it is about words of a page, as they are in `revision`; wherever these words are moved,
   * its target says where they stand.
   */
  readonly post: (place: CommentPlace, input: PostComment) => Asked<Comment>
  readonly get: (place: CommentPlace, id: CommentId, format?: CommentFormat) => Asked<Comment>
  /** Changes the text and the suggestion, resolves or reopens, and adds and removes the caller's reactions. */
  readonly update: (place: CommentPlace, id: CommentId, patch: UpdateComment) => Asked<Comment>
  /**
   * Writes the suggestions of comments into their pages, as one revision or not at all, and resolves the comments. Nothing
   * but their words changes, and their authors are authors of the revision. Needs `edit`, like every edit of the line; fails
   * with `Conflict` for a suggestion that was applied before, or whose words no longer stand, and with `Invalid` for a
   * comment without a suggestion and for words that overlap.
   */
  readonly apply: (place: CommentPlace, input: ApplySuggestions) => Asked<AppliedSuggestions>
  /** Removes a comment with its replies; removing one that does not exist or is not visible is not an error. */
  readonly remove: (place: CommentPlace, id: CommentId) => Asked<void>
  /** The members who have comments or replies in a place, in the order of their first posts. */
  readonly commenters: (place: CommentPlace, query: ListQuery) => Asked<List<Member>>
}

/** The service of comments. */
export class Comments extends Context.Tag("@lectern/core/Comments")<Comments, CommentsService>() {}

const parseQuery = parser(CommentsQuery)
const parseListQuery = parser(ListQuery)
const parseFormat = parser(CommentFormat)
const parsePost = parser(PostComment)
const parseUpdate = parser(UpdateComment)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const comments = yield* CommentRepository
  const memberships = yield* MemberRepository
  const open = yield* makeCommentPlaces
  const posting = yield* makePosting
  const mentions = yield* makeMentions
  const answers = yield* makeCommentAnswers
  const members = yield* makeMemberLists
  const requireBounds = yield* makeCommentTexts
  const requireSuggestionBounds = yield* makeSuggestionTexts
  const findWords = yield* makeFindWords

  const find = (place: OpenPlace, id: CommentId) => findIn(comments, place, id)

  /** A written comment, with its answer unless words have to be found for it, which belongs outside the transaction. */
  const settled = (place: OpenPlace, comment: CommentRecord) =>
    Effect.map(comment.quote === undefined ? answers.comment(place, comment) : Effect.succeed(undefined), (answer) => ({
      answer,
      comment,
      place
    }))

  /** The commenters of a place who are members of its organization. */
  const membersIn = Effect.fnUntraced(function* ({ key, space }: OpenPlace) {
    const found = new Map<UserId, MemberRecord>()
    for (const { value } of yield* comments.commenters(key, {})) {
      const member = yield* memberships.find(space.organization, value.user)
      if (member !== undefined) found.set(value.user, member.value)
    }
    return found
  })

  const service: CommentsService = {
    list: Effect.fnUntraced(function* (at, query) {
      const { order = "desc", status = "all", targetPage, authors, format, ...list } = yield* parseQuery(query)
      const place = yield* open(at)
      const wanted = authors === undefined ? undefined : new Set(authors)
      const range: CommentsRange = {
        place: place.key,
        ...(status !== "all" && { status }),
        ...(targetPage !== undefined && { page: targetPage })
      }
      let found: FoundWords = new Map()
      const isWanted = ({ value }: Stored<CommentRecord>): boolean => wanted?.has(value.postedBy) ?? true
      const scan = visibleScan(
        (after, limit) =>
          comments.list(range, { reverse: order === "desc", limit, ...(after !== undefined && { after }) }),
        isWanted
      )
      return yield* pageOf({
        binding: JSON.stringify(["comments", place.key, order, status, targetPage, wanted && [...wanted].sort()]),
        query: list,
        count:
          wanted === undefined
            ? comments.count(range)
            : Effect.map(comments.list(range, {}), (all) => all.filter(isWanted).length),
        scan: (after, limit) =>
          Effect.tap(scan(after, limit), (listed) =>
            Effect.map(
              findWords(
                place,
                listed.map(({ value }) => value)
              ),
              (words) => {
                found = words
              }
            )
          ),
        render: ({ value }) => answers.comment(place, value, format, found)
      })
    }),
    post: Effect.fnUntraced(function* (at, input) {
      const parsed = yield* parsePost(input)
      yield* requireBounds("body", parsed.body)
      yield* requireSuggestionBounds(parsed.suggestion)
      const mentioned = yield* mentions.written(parsed.body)
      const isTyped = isOnTypedWords(parsed)
      const posted = Effect.gen(function* () {
        const asked = yield* open(at)
        yield* requireIn(asked, "comment")
        const place = isTyped ? yield* asked.saved : asked
        const comment = yield* posting.begin(place, parsed, mentioned)
        yield* place.count(1)
        return yield* settled(place, comment)
      })
      const { answer, comment, place } = yield* storage.transaction(posted, [spaceLock(at.space)])
      yield* mentions.tell(place, comment)
      return answer ?? (yield* answers.comment(place, comment))
    }),
    get: Effect.fnUntraced(function* (at, id, options = {}) {
      const { format } = yield* parseFormat(options)
      const place = yield* open(at)
      return yield* answers.comment(place, (yield* find(place, id)).value, format)
    }),
    update: Effect.fnUntraced(function* (at, id, patch) {
      const { resolved, suggestion, ...changes } = yield* parseUpdate(patch)
      yield* requireBounds("body", changes.body)
      yield* requireSuggestionBounds(suggestion)
      const mentioned = yield* mentions.written(changes.body)
      const { answer, before, comment, place } = yield* storage.transaction(
        Effect.gen(function* () {
          const place = yield* open(at)
          const stored = yield* find(place, id)
          const edited = yield* suggested(place, yield* changed(place, stored.value, changes), suggestion)
          const comment = yield* turned(place, yield* mentions.noted(place, edited, mentioned), resolved)
          yield* comments.replace(stored, comment)
          return { ...(yield* settled(place, comment)), before: stored.value }
        }),
        [spaceLock(at.space)]
      )
      yield* mentions.tell(place, comment, before)
      return answer ?? (yield* answers.comment(place, comment))
    }),
    remove: (at, id) =>
      storage.transaction(
        Effect.gen(function* () {
          const place = yield* open(at)
          const { value: comment } = yield* find(place, id)
          yield* requireOwnOrReview(place, comment)
          yield* comments.remove(comment)
          if (comment.resolved === undefined) yield* place.count(-1)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [spaceLock(at.space)]
      ),
    commenters: Effect.fnUntraced(function* (at, query) {
      const parsed = yield* parseListQuery(query)
      const place = yield* open(at)
      const found = yield* membersIn(place)
      return yield* pageOf({
        binding: `commenters:${place.key}`,
        query: parsed,
        count: Effect.succeed(found.size),
        scan: visibleScan(
          (after, limit) => comments.commenters(place.key, { limit, ...(after !== undefined && { after }) }),
          ({ value }: Stored<CommenterRecord>) => found.has(value.user)
        ),
        render: ({ value }: Stored<CommenterRecord>) =>
          Effect.flatMap(Effect.orDie(Effect.fromNullable(found.get(value.user))), (member) =>
            members.one(place.standing, member)
          )
      })
    }),
    apply: yield* makeApplying({ open, find, answers }),
    ...(yield* makeCommentReplies({ open, find, answers, mentions, posting, requireBounds }))
  }
  return service
})

/** {@link Comments} over the repositories of the context. */
export const service = serviceOf(Comments, make)
