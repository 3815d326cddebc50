/**
 * Revisions of a space: their changes, the differences between two, and rolling back to an old one.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { makeChangeRequestAnswer, mergedBy } from "../change-requests/ChangeRequestAnswer.js"
import { type Changes, ChangesQuery, defaultChanges } from "../comparison/Change.js"
import { makeComparing } from "../comparison/Comparing.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { ItemRepository } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import type { RevisionRecord } from "./Revision.js"
import { RevisionRepository } from "./RevisionRepository.js"

/** Compares revisions and rolls back to them. A revision of another space is `NotFound`. */
export interface RevisionsService {
  /** The changes of a revision compared to its first parent; for a merge, also the change request. Needs `read`. */
  readonly changes: (space: SpaceId, revision: RevisionId, query?: ChangesQuery) => Asked<Changes>
  /**
   * The differences between any two revisions of a space, of main or of change requests. Takes time proportional to the
   * differences. Needs `read`.
   */
  readonly compare: (space: SpaceId, before: RevisionId, after: RevisionId, query?: ChangesQuery) => Asked<Changes>
  /**
   * Creates a revision of main with the content of an older one, and returns the id of the current revision; if nothing
   * differs, none is created. Takes time proportional to the differences. Needs `edit`; fails with `Conflict` if the
   * space is locked, or the revision is one of a change request.
   */
  readonly rollback: (space: SpaceId, revision: RevisionId) => Asked<RevisionId>
}

/** The service of revisions. */
export class Revisions extends Context.Tag("@lectern/core/Revisions")<Revisions, RevisionsService>() {}

const parseQuery = parser(ChangesQuery)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const items = yield* ItemRepository
  const revisions = yield* RevisionRepository
  const writer = yield* ContentWriter
  const answerRequest = yield* makeChangeRequestAnswer
  const compare = yield* makeComparing
  const lines = yield* makeSavedLines

  const find = (space: SpaceId, id: RevisionId) =>
    Effect.flatMap(revisions.find(id), (found) =>
      found?.space === space ? Effect.succeed(found) : Effect.fail(notFound("revision"))
    )
  /** The base of a revision; nothing if it is the first. */
  const before = (space: SpaceId, { parents: [parent] }: RevisionRecord): Effect.Effect<View, LecternError> =>
    parent === undefined ? Effect.succeed({ line: space, sequence: 0 }) : find(space, parent)

  const service: RevisionsService = {
    changes: Effect.fnUntraced(function* (id, revision, query = {}) {
      const { limit = defaultChanges } = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      const after = yield* find(id, revision)
      const { mergedFrom } = after
      return {
        ...(mergedFrom !== undefined && { mergedFrom: yield* answerRequest(after, mergedBy(mergedFrom, after)) }),
        ...(yield* compare(space, yield* before(id, after), after, limit))
      }
    }),
    compare: Effect.fnUntraced(function* (id, from, to, query = {}) {
      const { limit = defaultChanges } = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      return yield* compare(space, yield* find(id, from), yield* find(id, to), limit)
    }),
    rollback: (id, revision) =>
      storage.transaction(
        Effect.gen(function* () {
          const { space, stored } = yield* access.requireSpace(id, needs.edit)
          const target = yield* find(id, revision)
          if (space.editMode === "locked") return yield* new Conflict({ message: "the space is locked for edits" })
          if (target.line !== id) return yield* new Conflict({ message: "the revision is one of a change request" })
          const main = yield* lines.saved(writer.main(stored))
          const draft = makeDraft(items, main.view)
          for (const item of yield* items.changedBetween(target, { line: id, sequence: main.head.sequence })) {
            const old = yield* items.find(target, item)
            yield* old === undefined ? draft.remove(item) : draft.put(old.value.value)
          }
          if (draft.changes().length === 0) return main.head.revision
          return (yield* writer.commit(main, draft, { type: "rollback" })).id
        }),
        [spaceLock(id)]
      )
  }
  return service
})

/** {@link Revisions} over the repositories of the context. */
export const service = serviceOf(Revisions, make)
