import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type NotFound, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/SpaceId.js"
import { combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Write } from "../../storage/rows/Reads.js"
import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows, type Stored } from "../../storage/rows/Repository.js"
import { type Duplicate, type Scan, Storage } from "../../storage/rows/Storage.js"
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
  /** The revisions of a line, newest first. */
  readonly list: (
    line: string,
    scan: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<Stored<RevisionRecord>>, Unavailable>
  /** The number of revisions of a line. On main, the sequence of the head is the same number, and takes no time. */
  readonly count: (line: string) => Effect.Effect<number, Unavailable>
  /** The revisions of a line with some sequences, in the order of these; those that do not exist are omitted. */
  readonly at: (
    line: string,
    sequences: ReadonlyArray<number>
  ) => Effect.Effect<ReadonlyArray<Stored<RevisionRecord>>, Unavailable>
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
    list: (line, scan) => revisions.scan({ index: "line", prefix: [line], reverse: true, ...scan }),
    count: (line) => revisions.count({ index: "line", prefix: [line] }),
    at: (line, sequences) =>
      Effect.map(
        readBatched(
          storage,
          combinedReads(
            sequences.map((sequence) => revisions.scanning({ index: "line", prefix: [line, sequence], limit: 1 }))
          )
        ),
        (found) => found.flat()
      ),
    insert: revisions.insert,
    inserting: revisions.inserting,
    purge: (line, space) => revisions.removeAll({ index: "line", prefix: [line] }, [spaceLock(space)])
  }
})

/** Finds a revision of a space; one of another space is `NotFound`. */
export const findRevision = (
  { find }: RevisionRepositoryService,
  space: SpaceId,
  id: RevisionId
): Effect.Effect<RevisionRecord, NotFound | Unavailable> =>
  Effect.flatMap(find(id), (found) =>
    found?.space === space ? Effect.succeed(found) : Effect.fail(notFound("revision"))
  )

/** {@link RevisionRepository} over the storage of the context. */
export const service = repositoryOf(RevisionRepository, make, [Revisions])
