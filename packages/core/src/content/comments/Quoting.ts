/** Finds the words that a new comment is about, in the revision that its author saw. */
import * as Effect from "effect/Effect"
import { invalid, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { isStorable } from "../../foundation/schema/Text.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import type { PageId } from "../pages/Page.js"
import { findRevision, RevisionRepository } from "../revisions/RevisionRepository.js"
import type { PostComment } from "./Comment.js"
import type { OpenPlace } from "./CommentPlaces.js"
import type { QuoteRecord } from "./CommentRecord.js"

/** The words of a range, and the revision that has them. */
export interface Quoted {
  readonly revision: RevisionId
  readonly quote: QuoteRecord
}

/**
 * Reads the words of a range of a page. Fails with `NotFound` for a revision of another line than main and the place's
 * own, and for a page that it does not have; with `Invalid` for a range that is not in the text, and for other words.
 */
export type Quoting = (
  place: OpenPlace,
  page: PageId,
  input: Required<Pick<PostComment, "range">> & Pick<PostComment, "quote" | "revision">
) => Effect.Effect<Quoted, LecternError>

/** {@link Quoting} over the repositories of the context. */
export const makeQuoting = Effect.gen(function* () {
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const revisions = yield* RevisionRepository

  const viewAt = Effect.fnUntraced(function* ({ changeRequest, space, view }: OpenPlace, id: RevisionId) {
    const found = yield* findRevision(revisions, space.id, id)
    if (found.line !== space.id && (changeRequest === undefined || found.line !== view.line)) {
      return yield* notFound("revision")
    }
    return found satisfies View
  })

  const quoting: Quoting = Effect.fnUntraced(function* (place, page, { quote, range, revision = place.revision }) {
    const view = revision === place.revision ? place.view : yield* viewAt(place, revision)
    const found = yield* items.find(view, page)
    if (found?.value.value.kind !== "page") return yield* notFound("page")
    const document = bodyOf(found.value.value)
    const markdown = yield* documents.markdown(place.space.id, document)
    const { end, start } = range
    if (document === undefined || end > markdown.length) {
      return yield* invalid("range.end", `expected at most ${markdown.length}, the length of the text, got ${end}`)
    }
    const text = markdown.slice(start, end)
    if (!isStorable(text)) return yield* invalid("range", "expected whole characters, got half of a surrogate pair")
    if (quote !== undefined && quote !== text) {
      return yield* invalid("quote", "expected the words of the range, got others; the text may have changed")
    }
    return { revision, quote: { document, start, end, text } }
  })
  return quoting
})
