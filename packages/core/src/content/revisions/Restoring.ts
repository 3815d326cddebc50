/** Brings content of a revision back, as a new revision. */
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import type { Actor } from "../../people/access/Actor.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import { type Draft, type DraftError, makeDraft } from "../drafts/Draft.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { positionAt } from "../drafts/PagePlacement.js"
import { putBack } from "../drafts/PutBack.js"
import type { PageItem } from "../items/Item.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { byPosition, childrenOf } from "../reading/PageTree.js"
import type { RestoreRevision, RevisionRecord } from "./Revision.js"
import { findRevision, RevisionRepository } from "./RevisionRepository.js"

/** Brings content of a revision back, and returns the current revision of the line that got it. */
export type Restoring = (
  space: SpaceId,
  revision: RevisionId,
  what: RestoreRevision
) => Effect.Effect<RevisionRecord, LecternError, Actor>

/** The number of pages that are put back before yielding to other work of the process. */
const pagesInATurn = 64

/** What was typed meanwhile is a revision of its own by then; a restored text replaces it, and is not merged with it. */
const notMerged: ReadonlySet<string> = new Set()

/**
 * The positions of pages that come back to their old parents: their old ones, or after the last page where another page
 * has that by now.
 */
const oldPositions = (draft: Draft) => {
  const known = new Map<string, Set<string>>()
  return ({ parent: old, position }: PageItem) =>
    Effect.fnUntraced(function* (parent: string) {
      const taken = known.get(parent) ?? new Set((yield* draft.children(parent)).map((page) => page.position))
      if (parent === old && !taken.has(position)) {
        known.set(parent, taken.add(position))
        return position
      }
      known.delete(parent)
      return yield* positionAt(draft, parent, undefined)
    })
}

/** {@link Restoring} over the services and repositories of the context. */
export const makeRestoring = Effect.gen(function* () {
  const storage = yield* Storage
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const lines = yield* makeSavedLines

  const find = (space: SpaceId, id: RevisionId) => findRevision(revisions, space, id)

  const putAllBack = Effect.fnUntraced(function* (draft: Draft, target: RevisionRecord) {
    for (const item of yield* items.changedBetween(target, draft.view)) {
      const old = yield* items.find(target, item)
      yield* old === undefined ? draft.remove(item) : draft.put(old.value.value)
    }
  })

  /** Pages of a revision, each with everything below it there. */
  const withDescendants = Effect.fnUntraced(function* (target: RevisionRecord, ids: ReadonlyArray<string>) {
    const below = yield* items.children(target)
    const pages = new Map<string, PageItem>()
    let found: Array<PageItem> = []
    for (const id of ids) {
      const page = (yield* items.find(target, id))?.value.value
      if (page?.kind !== "page") return yield* notFound("page")
      found.push(page)
    }
    while (found.length > 0) {
      const added = found.filter(({ id }) => !pages.has(id))
      for (const page of added) pages.set(page.id, page)
      found = (yield* below.allOf(added.map(({ id }) => id))).map(({ value }) => value.value)
    }
    return pages
  })

  const putPagesBack = Effect.fnUntraced(function* (
    draft: Draft,
    target: RevisionRecord,
    ids: ReadonlyArray<string>
  ): Effect.fn.Return<void, DraftError> {
    const pages = yield* withDescendants(target, ids)
    const children = childrenOf([...pages.values()])
    const positionOf = oldPositions(draft)
    // From the top, so that each page finds its parent there, in whatever order they were named.
    const next = [...pages.values()].filter(({ parent }) => !pages.has(parent)).sort(byPosition)
    let count = 0
    for (const page of next) {
      yield* putBack(draft, page, positionOf(page))
      next.push(...(children.get(page.id) ?? []))
      if (++count % pagesInATurn === 0) yield* turn
    }
  })

  const restore: Restoring = (id, revision, { changeRequest, pages }) =>
    storage.transaction(
      Effect.gen(function* () {
        const found = yield* lineOf(id, changeRequest)
        const target = yield* find(id, revision)
        if (target.line !== id && target.line !== found.view.line) {
          const other = changeRequest === undefined ? "a" : "another"
          return yield* new Conflict({ message: `the revision is one of ${other} change request` })
        }
        const line = yield* lines.saved(found)
        const draft = makeDraft(items, line.view)
        yield* pages === undefined ? putAllBack(draft, target) : putPagesBack(draft, target, pages)
        const made = yield* writer.edit(line, draft, { type: "rollback", whole: notMerged })
        return made ?? (yield* find(id, line.head.revision))
      }),
      [spaceLock(id)]
    )
  return restore
})
