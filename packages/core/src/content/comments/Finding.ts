/** Where the words that comments are about stand in the current text of their pages. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { Workers } from "../../foundation/workers/Workers.js"
import type { SpaceId } from "../../people/places/Space.js"
import { inSeveralTransactions } from "../../storage/transactions/Attempts.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { CommentId } from "./Comment.js"
import type { OpenPlace } from "./CommentPlaces.js"
import type { CommentRecord } from "./CommentRecord.js"
import { type Found, lost, type TextRange, wordsTask } from "./QuotedWords.js"

/** By comment, where its words stand; only comments that are about words are in it. */
export type FoundWords = ReadonlyMap<CommentId, Found>

/**
 * Finds the words of comments of one place. Each page is looked up once, and each pair of texts is read and compared once;
 * comments that are not about words cost nothing. Not inside a transaction, unless the texts are the same.
 */
export type FindWords = (
  place: Pick<OpenPlace, "space" | "view">,
  comments: ReadonlyArray<CommentRecord>
) => Effect.Effect<FoundWords, Unavailable>

const nothing: FoundWords = new Map()

/** The comments that are about words, by their page and the text that they were posted on. */
const grouped = (comments: ReadonlyArray<CommentRecord>) => {
  const groups = new Map<string, Array<CommentRecord & Required<Pick<CommentRecord, "page" | "quote">>>>()
  for (const { page, quote, ...comment } of comments) {
    if (page === undefined || quote === undefined) continue
    const key = `${page} ${quote.document}`
    groups.set(key, [...(groups.get(key) ?? []), { ...comment, page, quote }])
  }
  return groups.values()
}

/** {@link FindWords} over the repositories of the context. */
export const makeFindWords = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const workers = yield* Workers

  const pageText = (view: View, page: string) =>
    Effect.map(items.find(view, page), (found) => bodyOf(found?.value.value))

  const compared = Effect.fnUntraced(function* (
    space: SpaceId,
    then: string,
    now: string,
    quotes: ReadonlyArray<TextRange>
  ) {
    yield* inSeveralTransactions
    const [before, after] = [yield* documents.markdown(space, then), yield* documents.markdown(space, now)]
    const ranges = quotes.map(({ end, start }) => ({ start, end }))
    // Words that are too hard to find are better lost than the whole list.
    return yield* Effect.catchTag(workers.run(wordsTask, { before, after, ranges }), "Conflict", () =>
      Effect.succeed(ranges.map(() => lost))
    )
  })

  const findWords: FindWords = (place, comments) => {
    if (comments.every(({ quote }) => quote === undefined)) return Effect.succeed(nothing)
    return Effect.gen(function* () {
      const found = new Map<CommentId, Found>()
      const texts = new Map<string, string | undefined>()
      for (const group of grouped(comments)) {
        const { page, quote } = group[0]!
        if (!texts.has(page)) texts.set(page, yield* pageText(place.view, page))
        const now = texts.get(page)
        const places =
          now === undefined || now === quote.document
            ? group.map(({ quote: { end, start } }) =>
                now === undefined ? lost : { range: { start, end }, exact: true }
              )
            : yield* compared(
                place.space.id,
                quote.document,
                now,
                group.map(({ quote }) => quote)
              )
        for (const [index, { id }] of group.entries()) found.set(id, places[index] ?? lost)
      }
      return found
    })
  }
  return findWords
})
