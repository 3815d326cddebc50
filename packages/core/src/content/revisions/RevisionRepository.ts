import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Write } from "../../storage/rows/Reads.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows } from "../../storage/rows/Repository.js"
import { type Duplicate, Storage } from "../../storage/rows/Storage.js"
import { repositoryOf } from "../../storage/services/Service.js"
import type { RevisionRecord } from "./Revision.js"

/** Revisions by id, and by their place on a line. */
export const Revisions = recordTable({
  name: "revisions",
  columns: { id: "text", line: "text", sequence: "integer" },
  key: ["id"],
  indexes: { line: { on: ["line", "sequence"], unique: true } },
  lockedBy: "space",
  columnsOf: ({ id, line, sequence }: RevisionRecord) => ({
    id,
    line,
    sequence
  }),
  unaudited: "content",
  row: () => import("./RevisionRows.js").then(({ revisions }) => revisions)
})

/** Reads and writes revisions. */
export interface RevisionRepositoryService {
  readonly find: (id: RevisionId) => Effect.Effect<RevisionRecord | undefined, Unavailable>
  readonly insert: (revision: RevisionRecord) => Effect.Effect<void, Duplicate | Unavailable>
  /** {@link RevisionRepositoryService.insert} as one of several writes. */
  readonly inserting: (revision: RevisionRecord) => Write
  /** Removes every revision of a line of a space. */
  readonly purge: (line: string, space: string) => Effect.Effect<void, Unavailable>
}

/** Revisions, over any storage. */
export class RevisionRepository extends Context.Tag("@lectern/core/RevisionRepository")<
  RevisionRepository,
  RevisionRepositoryService
>() {}

const make = Effect.map(Storage, (storage): RevisionRepositoryService => {
  const revisions = rows(storage, Revisions)
  return {
    find: (id) => Effect.map(revisions.find(id), (found) => found?.value),
    insert: revisions.insert,
    inserting: revisions.inserting,
    purge: (line, space) => revisions.removeAll({ index: "line", prefix: [line] }, [spaceLock(space)])
  }
})

/** {@link RevisionRepository} over the storage of the context. */
export const service = repositoryOf(RevisionRepository, make, [Revisions])
