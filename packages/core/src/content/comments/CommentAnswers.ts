/** Comments and replies as they are answered. */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { makePeople } from "../../people/users/People.js"
import type { PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { PageId } from "../pages/Page.js"
import { documentOf } from "../reading/DocumentOf.js"
import type { Comment, CommentFormat, CommentReply, CommentTarget, Suggestion } from "./Comment.js"
import { type OpenPlace, permissionsOn } from "./CommentPlaces.js"
import type { CommentRecord, CommentReplyRecord, PostRecord, SuggestionRecord } from "./CommentRecord.js"
import { type FoundWords, makeFindWords } from "./Finding.js"
import type { Found } from "./QuotedWords.js"
import { byEmoji } from "./Reactions.js"

/** Answers comments and replies of a place. */
export interface CommentAnswers {
  /** Words of comments are found for each of them, unless `found` already has them. */
  readonly comment: (
    place: OpenPlace,
    comment: CommentRecord,
    format?: CommentFormat["format"],
    found?: FoundWords
  ) => Effect.Effect<Comment, Conflict | Unavailable>
  readonly reply: (
    place: OpenPlace,
    reply: CommentReplyRecord,
    format?: CommentFormat["format"]
  ) => Effect.Effect<CommentReply, Conflict | Unavailable>
}

/** {@link CommentAnswers} over the repositories of the context. */
export const makeCommentAnswers = Effect.gen(function* () {
  const userOf = yield* makePeople
  const items = yield* ItemRepository
  const workers = yield* Workers
  const findWords = yield* makeFindWords

  const suggestionOf = Effect.fnUntraced(function* ({ applied, text }: SuggestionRecord, isThere: boolean) {
    const answered: Suggestion =
      applied === undefined
        ? { text, status: isThere ? "open" : "outdated" }
        : {
            text,
            status: "applied",
            appliedBy: yield* userOf(applied.by),
            appliedAt: applied.at,
            revision: applied.revision
          }
    return answered
  })

  /** A page as a view has it, or in its last version; a request that removed it may have many tombstones of it. */
  const pageOf = Effect.fnUntraced(function* (view: View, id: PageId) {
    const current = yield* items.find(view, id)
    const version = current ?? (yield* items.history(view, id, 1))[0]
    if (version?.value.value.kind !== "page") return yield* Effect.dieMessage(`page ${id} was never in ${view.line}`)
    return targetPage(version.value.value, current === undefined)
  })

  const common = Effect.fnUntraced(function* (
    place: OpenPlace,
    post: PostRecord,
    path: string,
    format: CommentFormat["format"]
  ) {
    const reactions = yield* Effect.forEach(byEmoji(post.reactions), (group) =>
      Effect.map(
        Effect.forEach(group, ({ user, at }) => Effect.map(userOf(user), (user) => ({ user, reactedAt: at }))),
        (users) => ({ emoji: group[0]?.emoji ?? "", count: users.length, users })
      )
    )
    return {
      postedBy: yield* userOf(post.postedBy),
      postedAt: post.postedAt,
      ...(post.editedAt !== undefined && { editedAt: post.editedAt }),
      reactions,
      body:
        format === "document"
          ? { document: yield* documentOf(workers, { markdown: post.markdown }) }
          : { markdown: post.markdown },
      urls: { location: `${place.location}/comments/${path}` },
      permissions: permissionsOn(place, post)
    }
  })

  const answers: CommentAnswers = {
    comment: Effect.fnUntraced(function* (place, comment, format, words) {
      const { id, replies, resolved, space, revision, page, node, review, quote, suggestion } = comment
      const { changeRequest, view } = place
      const found = quote && (words ?? (yield* findWords(place, [comment]))).get(id)
      const target: CommentTarget = {
        space,
        revision,
        ...(changeRequest !== undefined && { changeRequest }),
        ...(review !== undefined && { review }),
        ...(page !== undefined && { page: yield* pageOf(view, page) }),
        ...(node !== undefined && { node: { id: node } }),
        ...(quote !== undefined && { ...placeOf(found), quote: quote.text })
      }
      return {
        object: "comment",
        id,
        ...(yield* common(place, comment, id, format)),
        replies,
        target,
        ...(suggestion !== undefined && { suggestion: yield* suggestionOf(suggestion, found?.exact === true) }),
        ...(resolved === undefined
          ? { status: "open" }
          : { status: "resolved", resolvedAt: resolved.at, resolvedBy: yield* userOf(resolved.by) })
      }
    }),
    reply: (place, reply, format) =>
      Effect.map(common(place, reply, `${reply.comment}/replies/${reply.id}`, format), (rest) => ({
        object: "comment-reply",
        id: reply.id,
        ...rest
      }))
  }
  return answers
})

const placeOf = (found: Found | undefined): Pick<CommentTarget, "range" | "lost"> =>
  found?.range === undefined ? { lost: true } : { range: found.range }

const targetPage = (page: PageItem, outdated: boolean): NonNullable<CommentTarget["page"]> => ({
  id: page.id,
  title: page.title,
  ...(page.emoji !== undefined && { emoji: page.emoji }),
  ...(page.icon !== undefined && { icon: page.icon }),
  createdAt: page.createdAt,
  updatedAt: page.updatedAt,
  path: page.path,
  outdated
})
