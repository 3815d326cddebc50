/** Names revisions. */
import * as Effect from "effect/Effect"
import { Conflict } from "../../foundation/errors/Errors.js"
import { now } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { Access, forbidden } from "../../people/access/Access.js"
import { Actor, type Asked } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { type NamedRevisionRecord, NameRevision } from "./NamedRevision.js"
import { NamedRevisionRepository } from "./NamedRevisionRepository.js"
import type { RevisionSummary } from "./Revision.js"
import { makeRevisionAnswer } from "./RevisionAnswer.js"
import { findRevision, RevisionRepository } from "./RevisionRepository.js"

/** The operations of `Revisions` that name revisions. */
export interface Naming {
  /**
   * Names any revision of a space, of main or of a change request, and describes it; replaces an earlier name. Needs
   * `edit`, also where the space is locked; fails with `Conflict` if another revision of the space has the name.
   */
  readonly name: (space: SpaceId, revision: RevisionId, input: NameRevision) => Asked<RevisionSummary>
  /**
   * Removes the name of a revision, if it has one. Needs `edit`; a revision that does not exist or is not visible is no
   * error.
   */
  readonly removeName: (space: SpaceId, revision: RevisionId) => Asked<void>
}

const parseName = parser(NameRevision)

/** {@link Naming} over the services and repositories of the context. */
export const makeNaming = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const revisions = yield* RevisionRepository
  const names = yield* NamedRevisionRepository
  const answer = yield* makeRevisionAnswer

  const naming: Naming = {
    name: Effect.fnUntraced(function* (space, revision, input) {
      const { description, name } = yield* parseName(input)
      const actor = yield* Actor
      return yield* storage.transaction(
        Effect.gen(function* () {
          yield* access.requireSpace(space, needs.edit)
          const found = yield* findRevision(revisions, space, revision)
          const other = yield* names.findByName(space, name)
          if (other !== undefined && other.revision !== revision) {
            return yield* new Conflict({ message: `the revision ${other.revision} has the name ${name}` })
          }
          const { line, sequence } = found
          const record: NamedRevisionRecord = {
            revision,
            space,
            line,
            sequence,
            name,
            ...(description !== undefined && { description }),
            ...(actor.kind === "user" && { by: actor.user }),
            at: yield* now
          }
          const read = yield* names.find(revision)
          yield* read === undefined ? names.insert(record) : names.replace(read, record)
          return yield* answer(found, record)
        }),
        [spaceLock(space)]
      )
    }),
    removeName: (space, revision) =>
      storage.transaction(
        Effect.gen(function* () {
          const { level } = yield* access.requireSpace(space, needs.view)
          yield* findRevision(revisions, space, revision)
          if (!allows(level, "edit")) return yield* forbidden("space", needs.edit)
          yield* names.remove(revision)
        }).pipe(Effect.catchTag("NotFound", () => Effect.void)),
        [spaceLock(space)]
      )
  }
  return naming
})
