import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { combinedReads, readBatched } from "../../storage/rows/BatchedRead.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { type Scan, Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { NamedRevisionRecord } from "./NamedRevision.js"
import { NamedRevisionsTable } from "./NamedRevisionsTable.js"

/** Reads and writes the names of revisions; writes belong in a transaction that has read the rows they replace. */
export interface NamedRevisionRepositoryService {
  readonly find: (revision: RevisionId) => Effect.Effect<Stored<NamedRevisionRecord> | undefined, Unavailable>
  /** The names of some revisions, in the order of these, in one read. */
  readonly of: (
    revisions: ReadonlyArray<RevisionId>
  ) => Effect.Effect<ReadonlyArray<NamedRevisionRecord | undefined>, Unavailable>
  readonly findByName: (space: string, name: string) => Effect.Effect<NamedRevisionRecord | undefined, Unavailable>
  /** The named revisions of a line, newest first; all of them without a limit. */
  readonly list: (
    line: string,
    scan?: Pick<Scan, "after" | "limit">
  ) => Effect.Effect<ReadonlyArray<NamedRevisionRecord>, Unavailable>
  readonly count: (line: string) => Effect.Effect<number, Unavailable>
  readonly insert: (named: NamedRevisionRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<NamedRevisionRecord>, named: NamedRevisionRecord) => Effect.Effect<void, Unavailable>
  readonly remove: (revision: RevisionId) => Effect.Effect<void, Unavailable>
  /** Removes the names of all revisions of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The repository of named revisions. */
export class NamedRevisionRepository extends Context.Tag("@lectern/core/NamedRevisionRepository")<
  NamedRevisionRepository,
  NamedRevisionRepositoryService
>() {}

const make = Effect.map(Storage, (storage): NamedRevisionRepositoryService => {
  const named = rows(storage, NamedRevisionsTable)
  return {
    find: (revision) => named.find(revision),
    of: (revisions) =>
      Effect.map(readBatched(storage, combinedReads(revisions.map((revision) => named.finding(revision)))), (found) =>
        found.map((each) => each?.value)
      ),
    findByName: (space, name) =>
      Effect.map(named.scan({ index: "name", prefix: [space, name], limit: 1 }), ([found]) => found?.value),
    list: (line, scan = {}) =>
      Effect.map(named.scan({ index: "line", prefix: [line], reverse: true, ...scan }), (found) =>
        found.map(({ value }) => value)
      ),
    count: (line) => named.count({ index: "line", prefix: [line] }),
    insert: (record) => withoutConflict(named.insert(record)),
    replace: (read, record) => withoutConflict(named.replace(read, record)),
    remove: (revision) => named.remove(revision),
    purge: (space) => named.removeAll({ index: "name", prefix: [space] })
  }
})

/** {@link NamedRevisionRepository} over Storage. */
export const service = serviceOf(NamedRevisionRepository, make)
