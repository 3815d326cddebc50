/**
 * Revisions of a space: lists of them, their changes, the differences between two, and bringing old content back.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import type { List } from "../../foundation/lists/List.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access } from "../../people/access/Access.js"
import type { Asked } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeChangeRequestAnswer, mergedBy } from "../change-requests/ChangeRequestAnswer.js"
import { type Changes, ChangesQuery } from "../comparison/Change.js"
import { makeComparing } from "../comparison/Comparing.js"
import type { ItemComparison } from "../comparison/ItemComparison.js"
import type { View } from "../items/View.js"
import { NamedRevisionRepository } from "./NamedRevisionRepository.js"
import { makeNaming, type Naming } from "./Naming.js"
import { makeRestoring } from "./Restoring.js"
import { RestoreRevision, type RevisionRecord, type RevisionSummary, type RevisionsQuery } from "./Revision.js"
import { makeRevisionAnswer } from "./RevisionAnswer.js"
import { makeRevisionLists } from "./RevisionLists.js"
import { findRevision, RevisionRepository } from "./RevisionRepository.js"

/** Lists and compares revisions, and brings their content back. A revision of another space is `NotFound`. */
export interface RevisionsService extends Naming {
  /**
   * The revisions of main, newest first. A page takes time proportional to its items; with `changedPage`, to all
   * revisions that changed the page. Needs `read`.
   */
  readonly list: (space: SpaceId, query: RevisionsQuery) => Asked<List<RevisionSummary>>
  /** The revisions of a change request's own, newest first: none until it changes something. Needs `read`. */
  readonly listOfRequest: (space: SpaceId, ref: ChangeRequestRef, query: RevisionsQuery) => Asked<List<RevisionSummary>>
  /** The changes of a revision compared to its first parent; for a merge, also the change request. Needs `read`. */
  readonly changes: (space: SpaceId, revision: RevisionId, query?: ChangesQuery) => Asked<Changes>
  /**
   * The differences between any two revisions of a space, of main or of change requests. Takes time proportional to the
   * differences. Needs `read`.
   */
  readonly compare: (space: SpaceId, before: RevisionId, after: RevisionId, query?: ChangesQuery) => Asked<Changes>
  /**
   * What one item differs in between a revision and another one, its first parent when omitted, with the whole of both
   * texts. Needs `read`.
   */
  readonly compareItem: (
    space: SpaceId,
    revision: RevisionId,
    item: string,
    before?: RevisionId
  ) => Asked<ItemComparison>
  /**
   * Creates a revision of main with the content of an older one, and returns the id of the current revision; if nothing
   * differs, none is created. Takes time proportional to the differences. Needs `edit`; fails with `Conflict` if the
   * space is locked, or the revision is one of a change request.
   */
  readonly rollback: (space: SpaceId, revision: RevisionId) => Asked<RevisionId>
  /**
   * The same for main or for a change request, and for the whole content or for some pages with everything that was
   * below them. A page that still exists gets its text, title and settings of then, and stays where it is. Others come
   * back under their old ids, to their old parents, or to the root if these are gone. Returns the current revision of
   * what was changed. Needs `edit`; fails with `NotFound` for a page that is not in the revision, and with `Conflict` if
   * the space is locked, the request is merged or archived, or the revision is one of another request.
   */
  readonly restore: (space: SpaceId, revision: RevisionId, input?: RestoreRevision) => Asked<RevisionSummary>
}

/** The service of revisions. */
export class Revisions extends Context.Tag("@lectern/core/Revisions")<Revisions, RevisionsService>() {}

const parseQuery = parser(ChangesQuery)
const parseRestore = parser(RestoreRevision)

const make = Effect.gen(function* () {
  const access = yield* Access
  const revisions = yield* RevisionRepository
  const answerRequest = yield* makeChangeRequestAnswer
  const { compare, compareItem } = yield* makeComparing
  const restoring = yield* makeRestoring
  const answer = yield* makeRevisionAnswer
  const names = yield* NamedRevisionRepository

  const find = (space: SpaceId, id: RevisionId) => findRevision(revisions, space, id)
  /** The base of a revision; nothing if it is the first. */
  const before = (space: SpaceId, { parents: [parent] }: RevisionRecord): Effect.Effect<View, LecternError> =>
    parent === undefined ? Effect.succeed({ line: space, sequence: 0 }) : find(space, parent)

  const service: RevisionsService = {
    ...(yield* makeRevisionLists),
    ...(yield* makeNaming),
    changes: Effect.fnUntraced(function* (id, revision, query = {}) {
      const asked = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      const after = yield* find(id, revision)
      const { mergedFrom } = after
      return {
        ...(mergedFrom !== undefined && { mergedFrom: yield* answerRequest(after, mergedBy(mergedFrom, after)) }),
        ...(yield* compare(space, yield* before(id, after), after, asked))
      }
    }),
    compare: Effect.fnUntraced(function* (id, from, to, query = {}) {
      const asked = yield* parseQuery(query)
      const { space } = yield* access.requireSpace(id, needs.view)
      return yield* compare(space, yield* find(id, from), yield* find(id, to), asked)
    }),
    compareItem: Effect.fnUntraced(function* (id, revision, item, from) {
      const { space } = yield* access.requireSpace(id, needs.view)
      const after = yield* find(id, revision)
      return yield* compareItem(
        space,
        from === undefined ? yield* before(id, after) : yield* find(id, from),
        after,
        item
      )
    }),
    rollback: (id, revision) => Effect.map(restoring(id, revision, {}), (current) => current.id),
    restore: Effect.fnUntraced(function* (id, revision, input = {}) {
      const what = yield* parseRestore(input)
      const current = yield* restoring(id, revision, what)
      return yield* answer(current, (yield* names.find(current.id))?.value)
    })
  }
  return service
})

/** {@link Revisions} over the repositories of the context. */
export const service = serviceOf(Revisions, make)
