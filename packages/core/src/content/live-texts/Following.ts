/**
 * Live texts and revisions: what a revision does to the texts that are edited live, and what was typed to an edit that
 * comes with whole texts.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Conflict, type Unavailable } from "../../foundation/errors/Errors.js"
import { Actor } from "../../people/access/Actor.js"
import type { SpaceRecord } from "../../people/places/Space.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { readingOf } from "../dialects/Readings.js"
import type { Draft } from "../drafts/Draft.js"
import { documentHash } from "../items/DocumentHash.js"
import { DocumentRepository } from "../items/DocumentRepository.js"
import { bodyOf, type ItemValue, isKind, type PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { mergeItem, textsOf } from "../merge/MergeItems.js"
import { dialectIn } from "../merge/MergeTask.js"
import { mergeText } from "../merge/MergeText.js"
import { undecided } from "../merge/Resolution.js"
import type { LiveTextRecord } from "./LiveRecords.js"
import { LiveTextRepository } from "./LiveTextRepository.js"
import { changedText, typedText } from "./TypedText.js"

/** Whether a page has a text that can be edited live. */
export const isEditable = (item: ItemValue | undefined): item is PageItem =>
  isKind(item, "page") && item.type === "document" && item.computed === undefined

/** Brings a live text in step with its page at the head of a line. */
const followPage = Effect.fnUntraced(function* (stored: Stored<LiveTextRecord>, page: PageItem) {
  const documents = yield* DocumentRepository
  const repository = yield* LiveTextRepository
  const live = stored.value
  const { text, unsaved, version } = yield* typedText({ documents, live: repository }, live)
  const isUnsaved = live.problem !== undefined && unsaved.length > 0
  const known = isUnsaved ? (live.merged ?? live.document) : live.document
  if (page.document === known && (isUnsaved || unsaved.length === 0)) return
  const body = yield* documents.markdown(live.space, page.document)
  const reading = yield* readingOf(page.dialect)
  const next = isUnsaved
    ? mergeText(yield* documents.markdown(live.space, known), text, body, undecided, reading).withMarkers
    : body
  if (next !== text) {
    const { changesBetween, written } = yield* changedText.load
    const actor = yield* Actor
    yield* repository.append([
      {
        line: live.line,
        page: live.page,
        space: live.space,
        version: version + 1,
        client: "",
        ...(actor.kind === "user" && { user: actor.user }),
        changes: written(changesBetween(text, next)),
        at: yield* Clock.currentTimeMillis
      }
    ])
  }
  const { document: _, merged: __, ...rest } = live
  const of = (key: "document" | "merged") => page.document !== undefined && { [key]: page.document }
  yield* repository.replace(
    stored,
    isUnsaved
      ? { ...live, ...of("merged") }
      : { ...rest, ...of("document"), saved: next === text ? version : version + 1 }
  )
})

/**
 * Brings the live texts of a line in step with its head: who has one open gets the changes that came with a revision. One
 * whose page is gone ends.
 */
export const followHead = (
  view: View
): Effect.Effect<void, Unavailable, Actor | DocumentRepository | ItemRepository | LiveTextRepository> =>
  Effect.gen(function* () {
    const items = yield* ItemRepository
    const repository = yield* LiveTextRepository
    for (const live of yield* repository.ofLine(view.line)) {
      const item = (yield* items.find(view, live.value.page))?.value.value
      yield* isEditable(item) ? followPage(live, item) : repository.remove(live.value)
    }
  })

/**
 * Merges an edit that comes with whole texts with what was typed since the revision that they are based on. `typed` has the
 * pages as they are there; their typed texts are at the head by now. `whole` are the pages that get whole
 * texts, if not all of them do. Where both changed one place, both stay in a change request, between markers; on main it fails.
 */
export const mergeTyped = (
  { space, view }: { readonly space: Pick<SpaceRecord, "id">; readonly view: View },
  draft: Draft,
  typed: ReadonlyMap<string, ItemValue>,
  whole: ReadonlySet<string> | undefined
): Effect.Effect<void, Conflict | Unavailable, DocumentRepository> =>
  Effect.gen(function* () {
    const documents = yield* DocumentRepository
    for (const { next, stored } of draft.changes()) {
      const base = next && typed.get(next.id)
      if (next === undefined || base === undefined || whole?.has(next.id) === false) continue
      const sides = { base, ours: stored?.value.value, theirs: next }
      const texts = new Map<string, string>()
      for (const hash of textsOf(sides)) {
        texts.set(hash, draft.bodies.get(hash) ?? (yield* documents.markdown(space.id, hash)))
      }
      yield* readingOf(dialectIn(sides))
      const { body, conflicts, value } = mergeItem(sides, (hash) => texts.get(hash) ?? "")
      if (value === undefined) continue
      if (view.base === undefined && conflicts.some(({ inText }) => inText === true)) {
        const title = isKind(next, "page") ? next.title : next.id
        return yield* new Conflict({
          message: `the page ${JSON.stringify(title)} was edited in the same places meanwhile`,
          merged: body?.withMarkers ?? texts.get(bodyOf(value) ?? "") ?? ""
        })
      }
      if (body === undefined) {
        yield* draft.put(value)
        continue
      }
      const document = yield* documents.put(space.id, body.withMarkers, documentHash(body.withMarkers))
      yield* draft.put({ ...value, document } as ItemValue)
    }
  })
