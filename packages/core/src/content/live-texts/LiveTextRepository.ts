import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { combinedReads, mappedRead, readBatched } from "../../storage/rows/BatchedRead.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { rows, type Stored, withoutConflict } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { LiveTextRecord, LiveUpdateRecord, PresenceRecord } from "./LiveRecords.js"
import { LiveTextsTable, LiveUpdatesTable, PresenceTable } from "./LiveTables.js"

/** Reads and writes live texts and their logs. Changes of a live text belong in a transaction that has locked its space. */
export interface LiveTextRepositoryService {
  readonly find: (line: string, page: string) => Effect.Effect<Stored<LiveTextRecord> | undefined, Unavailable>
  /** The live texts of a line. */
  readonly ofLine: (line: string) => Effect.Effect<ReadonlyArray<Stored<LiveTextRecord>>, Unavailable>
  /** The live texts of all lines, some at a time, in the order of their keys. */
  readonly all: (
    after: ReadonlyArray<string> | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Stored<LiveTextRecord>>, Unavailable>
  readonly insert: (live: LiveTextRecord) => Effect.Effect<void, Unavailable>
  readonly replace: (read: Stored<LiveTextRecord>, live: LiveTextRecord) => Effect.Effect<void, Unavailable>
  /** Removes a live text with its log. */
  readonly remove: (live: Pick<LiveTextRecord, "line" | "page">) => Effect.Effect<void, Unavailable>
  /** The changes that came after a version, oldest first. */
  readonly updates: (
    line: string,
    page: string,
    after: number,
    limit?: number
  ) => Effect.Effect<ReadonlyArray<LiveUpdateRecord>, Unavailable>
  /** The version of the last change of each of these texts, 0 for those without one. */
  readonly lastVersions: (
    texts: ReadonlyArray<Pick<LiveTextRecord, "line" | "page">>
  ) => Effect.Effect<ReadonlyArray<number>, Unavailable>
  /** Adds changes to logs. */
  readonly append: (updates: ReadonlyArray<LiveUpdateRecord>) => Effect.Effect<void, Unavailable>
  /** Removes the changes up to a version that are older than a time; returns whether any are left. */
  readonly trim: (live: LiveTextRecord, before: number) => Effect.Effect<boolean, Unavailable>
  /** Everybody who has a live text open, by process. */
  readonly present: () => Effect.Effect<ReadonlyArray<Stored<PresenceRecord>>, Unavailable>
  /** Says who has a live text open with a process. */
  readonly setPresent: (presence: PresenceRecord) => Effect.Effect<void, Unavailable>
  readonly removePresent: (process: string) => Effect.Effect<void, Unavailable>
  /** Removes the live texts of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The repository of live texts. */
export class LiveTextRepository extends Context.Tag("@lectern/core/LiveTextRepository")<
  LiveTextRepository,
  LiveTextRepositoryService
>() {}

/** How many changes are removed at once. */
const removedAtOnce = 500

const make = Effect.map(Storage, (storage): LiveTextRepositoryService => {
  const texts = rows(storage, LiveTextsTable)
  const updates = rows(storage, LiveUpdatesTable)
  const processes = rows(storage, PresenceTable)
  const logOf = ({ line, page }: Pick<LiveTextRecord, "line" | "page">) => ({ prefix: [line, page] })

  const trim: LiveTextRepositoryService["trim"] = Effect.fnUntraced(function* (live, before) {
    const found = yield* updates.scan({ ...logOf(live), lte: live.saved, limit: removedAtOnce })
    const old = found.filter(({ value }) => value.at < before)
    yield* storage.writes(
      old.map(({ value: { line, page, version } }) => ({
        kind: "delete" as const,
        table: LiveUpdatesTable,
        key: [line, page, version]
      }))
    )
    if (old.length === removedAtOnce) return yield* trim(live, before)
    return (yield* updates.scan({ ...logOf(live), limit: 1 })).length > 0
  }, withoutConflict)

  return {
    find: texts.find,
    ofLine: (line) => texts.scan({ prefix: [line] }),
    all: (after, limit) => texts.scan({ ...(after !== undefined && { after }), limit }),
    insert: (live) => withoutConflict(texts.insert(live)),
    replace: (read, live) => withoutConflict(texts.replace(read, live)),
    remove: (live) => Effect.zipRight(updates.removeAll(logOf(live)), texts.remove(live.line, live.page)),
    updates: (line, page, after, limit) =>
      Effect.map(
        updates.scan({ ...logOf({ line, page }), gt: after, ...(limit !== undefined && { limit }) }),
        (found) => found.map(({ value }) => value)
      ),
    lastVersions: (texts) =>
      readBatched(
        storage,
        combinedReads(
          texts.map((each) =>
            mappedRead(
              updates.scanning({ ...logOf(each), reverse: true, limit: 1 }),
              ([found]) => found?.value.version ?? 0
            )
          )
        )
      ),
    append: (added) => withoutConflict(storage.writes(added.map(updates.inserting))),
    trim,
    present: () => processes.scan({}),
    setPresent: Effect.fnUntraced(function* (presence) {
      const before = yield* processes.find(presence.process)
      yield* before === undefined ? processes.insert(presence) : processes.replace(before, presence)
    }, withoutConflict),
    removePresent: (process) => Effect.asVoid(processes.remove(process)),
    purge: (space) =>
      Effect.zipRight(
        updates.removeAll({ index: "space", prefix: [space] }, []),
        texts.removeAll({ index: "space", prefix: [space] }, [spaceLock(space)])
      )
  }
})

/** {@link LiveTextRepository} over Storage. */
export const service = serviceOf(LiveTextRepository, make)
