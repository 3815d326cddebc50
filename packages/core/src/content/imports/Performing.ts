/** Performs an import: reads into the staging area, appends as one revision, and records the outcome. */

import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Conflict, invalid, type LecternError, notFound, type Unavailable } from "../../foundation/errors/Errors.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import { steps } from "../../foundation/telemetry/Telemetry.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { Actor, system, user } from "../../people/access/Actor.js"
import type { SpaceId } from "../../people/places/Space.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits } from "../../storage/blobs/FileLimits.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { retryUnavailable } from "../../storage/jobs/Retries.js"
import { jobLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { findBoundsProblem, PageBounds } from "../../text/markdown/TextBounds.js"
import { ContentWriter } from "../drafts/ContentWriter.js"
import { makeDraft } from "../drafts/Draft.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import type { UploadId } from "../uploads/UploadId.js"
import { UploadRepository } from "../uploads/UploadRepository.js"
import { makeAppending } from "./Appending.js"
import { changesSince } from "./Changes.js"
import type { ImportId, ImportOutcome, ImportRecord } from "./Import.js"
import { Importer, type ImportOutline, type ImportSink } from "./Importer.js"
import { pagesOf } from "./ImportProblems.js"
import { ImportRepository } from "./ImportRepository.js"
import { type Kept, makeStaging } from "./Staging.js"

/** Called while an import reads, with the numbers of pages and files that were read and that are known. */
export type OnRead = (read: number, found: number) => void

/** Performs imports, each as the user who started it. */
export interface Performing {
  /**
   * Performs an open import and returns its result; an import that fails or no longer exists leaves nothing in the
   * content.
   */
  readonly work: (
    id: ImportId,
    within: Duration.DurationInput,
    onRead?: OnRead
  ) => Effect.Effect<ImportOutcome, LecternError>
  /** Ends an import that has not ended yet; returns whether it did. */
  readonly end: (id: ImportId, status: "failed" | "cancelled", error?: string) => Effect.Effect<boolean, Unavailable>
  /** Removes the staged parts of an ended import; after that, nothing is left to do for it. */
  readonly clean: (id: ImportId) => Effect.Effect<void, Unavailable>
}

/** The interval at which progress is written and cancellation by another process is noticed. */
const beat = Duration.seconds(1)

/** The number of parts that are stored before yielding to other work of the process: reading an archive never waits. */
const partsInATurn = 16

/** The maximum number of problems reported. */
const toldProblems = 100

const cancelled = new Conflict({ message: "the import was cancelled" })

const told = (problems: ReadonlyArray<string>): ReadonlyArray<string> =>
  problems.length <= toldProblems
    ? problems
    : [...problems.slice(0, toldProblems), `and ${problems.length - toldProblems} more`]

const outcomeOf = (record: ImportRecord | undefined): ImportOutcome | undefined =>
  record?.result && {
    ...record.result,
    problems: record.problems ?? [],
    ...(record.changes !== undefined && { changes: record.changes })
  }

const ended = (status: ImportRecord["status"]): boolean => status !== "pending" && status !== "running"

/** {@link Performing} over the services and repositories of the context. */
export const makePerforming = Effect.gen(function* () {
  const storage = yield* Storage
  const imports = yield* ImportRepository
  const importer = yield* Importer
  const uploads = yield* UploadRepository
  const blobs = yield* BlobStore
  const items = yield* ItemRepository
  const writer = yield* ContentWriter
  const lineOf = yield* makeEditableLine
  const lines = yield* makeSavedLines
  const { append, link } = yield* makeAppending
  const bounds = yield* PageBounds
  const workers = yield* Workers
  const staging = yield* makeStaging
  const { maxFileBytes } = yield* FileLimits
  const withinQuota = yield* makeWithinQuota
  const step = yield* steps

  const begin = (id: ImportId) =>
    storage.transaction(
      Effect.gen(function* () {
        const found = yield* imports.find(id)
        if (found === undefined) return yield* notFound("import")
        if (found.value.status === "pending") yield* imports.replace(found, { ...found.value, status: "running" })
        return found.value
      }),
      [jobLock(id)]
    )

  /** What an upload has; `NotFound` once it has expired. */
  const contentOf = Effect.fnUntraced(function* (id: UploadId) {
    const whole = (yield* uploads.find(id))?.value.whole
    return whole === undefined ? yield* notFound("upload") : { size: whole.size, bytes: blobs.read(whole.hash) }
  })

  const read = (record: ImportRecord, onRead: OnRead) =>
    Effect.gen(function* () {
      const stop = yield* Deferred.make<never, LecternError>()
      const halt = (error: LecternError) => Effect.zipRight(Deferred.fail(stop, error), Effect.never)
      const leftOut: Array<string> = []
      const parts = { ...(yield* imports.countParts(record.id)) }
      let [total, pages] = [record.found, 0]
      const count = () => Math.max(parts.found, parts.answers)
      const tell = Effect.sync(() => {
        total = Math.max(total, count())
        onRead(count(), total)
      })
      const tookOf = (kind: "answers" | "found") => (kept: Kept) => {
        if (kept === "stopped") return halt(cancelled)
        if (kept === "kept") parts[kind]++
        return parts[kind] % partsInATurn === 0 ? Effect.zipRight(turn, tell) : tell
      }
      const took = tookOf("found")
      const sink: ImportSink = {
        page: (page) => {
          if (++pages > record.maxPages) return halt(invalid("url", `has more than ${record.maxPages} pages`))
          const problem = Effect.catchTag(
            findBoundsProblem(workers, page.markdown, bounds),
            "Conflict",
            ({ message }) => Effect.succeed(message)
          )
          return Effect.flatMap(problem, (found) => {
            if (found === undefined) return Effect.flatMap(staging.page(record.id, page), took)
            leftOut.push(`${page.key}: ${found}; the page is left out`)
            return tell
          })
        },
        file: (file) =>
          Effect.flatMap(staging.file(record.id, file), (kept) => {
            if (kept !== "large") return took(kept)
            leftOut.push(`${file.key}: has more than ${maxFileBytes} bytes; the file is left out`)
            return tell
          }),
        found: (known) =>
          Effect.suspend(() => {
            total = Math.max(total, known)
            return tell
          }),
        has: (key) => imports.has(record.id, key),
        answers: {
          keep: (asked, answer) => Effect.flatMap(staging.answer(record.id, asked, answer), tookOf("answers")),
          find: (asked) => staging.answered(record.id, asked)
        }
      }
      const write = storage.transaction(
        Effect.gen(function* () {
          const current = yield* imports.find(record.id)
          if (current?.value.status !== "running") return yield* cancelled
          if (current.value.read === count() && current.value.found === total) return
          yield* imports.replace(current, { ...current.value, read: count(), found: total })
        }),
        [jobLock(record.id)]
      )
      const watch = Effect.forever(Effect.zipRight(Effect.sleep(beat), write))
      const { maxPages, source, url } = record
      const content = record.upload && (yield* contentOf(record.upload))
      const keep = (outline: ImportOutline) =>
        storage.transaction(
          Effect.gen(function* () {
            const current = yield* imports.find(record.id)
            if (current?.value.status !== "running") return yield* cancelled
            yield* imports.replace(current, { ...current.value, read: count(), found: total, outline })
            return outline
          }),
          [jobLock(record.id)]
        )
      const reading = importer.read({ source, url, maxPages, maxFileBytes, ...(content && { content }) }, sink).pipe(
        Effect.tap(({ aliases = {} }) => link(record.id, aliases)),
        Effect.map((outline) => ({ ...outline, problems: [...leftOut, ...outline.problems] })),
        Effect.flatMap(keep)
      )
      return yield* Effect.raceFirst(reading, Effect.raceFirst(Deferred.await(stop), watch))
    })

  /** The texts of the previous import, which are no longer kept. */
  const forget = (id: ImportId | undefined) =>
    Effect.gen(function* () {
      const stored = id === undefined ? undefined : yield* imports.find(id)
      if (stored === undefined) return undefined
      const { texts, ...record } = stored.value
      if (texts === undefined) return undefined
      yield* imports.replace(stored, record)
      return { since: record.endedAt ?? record.createdAt, texts }
    })

  /** Creates the revision and marks the import complete, atomically and only once, regardless of retries. */
  const complete = (id: ImportId, space: SpaceId, { places, problems }: ImportOutline, earlier: ImportId | undefined) =>
    storage.transaction(
      Effect.gen(function* () {
        const stored = yield* imports.find(id)
        const done = outcomeOf(stored?.value)
        if (done !== undefined) return done
        if (stored?.value.status !== "running") return yield* cancelled
        const { outline: _, ...record } = stored.value
        const line = yield* lines.saved(yield* lineOf(record.space, record.changeRequest))
        const draft = makeDraft(items, line.view)
        const at = yield* now
        const appending = append({ import: id, space: record.space, places, draft, at })
        const { count: appended, texts } = yield* withinQuota(line.space.organization)(appending)
        const revision = yield* writer.edit(line, draft)
        if (revision === undefined) return yield* invalid("url", "has nothing to import")
        const total = Math.max(record.found, appended)
        const result = { revision: revision.id, importedResources: appended, totalResources: total }
        const before = yield* forget(earlier)
        const changes = before === undefined ? {} : { changes: changesSince(before.since, before.texts, texts) }
        const outcome = { result, problems: told(problems), ...changes }
        const problemPages = yield* pagesOf(outcome.problems, (key) => imports.part(id, key))
        yield* imports.replace(stored, {
          ...record,
          ...outcome,
          ...(Object.keys(problemPages).length > 0 && { problemPages }),
          texts,
          status: "complete",
          endedAt: at,
          read: appended,
          found: total
        })
        return { ...result, problems: outcome.problems, ...changes }
      }),
      [spaceLock(space), jobLock(id), ...(earlier === undefined ? [] : [jobLock(earlier)])]
    )

  const end: Performing["end"] = (id, status, error) =>
    storage.transaction(
      Effect.gen(function* () {
        const stored = yield* imports.find(id)
        if (stored === undefined || ended(stored.value.status)) return false
        const endedAt = yield* now
        const { outline: _, ...record } = stored.value
        yield* imports.replace(stored, { ...record, status, endedAt, ...(error !== undefined && { error }) })
        return true
      }),
      [jobLock(id)]
    )
  const clean: Performing["clean"] = (id) =>
    Effect.zipRight(
      staging.clear(id),
      storage.transaction(
        Effect.flatMap(imports.find(id), (stored) =>
          stored === undefined ? Effect.void : imports.replace(stored, { ...stored.value, open: false })
        ),
        [jobLock(id)]
      )
    )

  const settle = (id: ImportId, exit: Exit.Exit<ImportOutcome, LecternError>) =>
    Effect.gen(function* () {
      if (Exit.isFailure(exit)) {
        if (Cause.isInterruptedOnly(exit.cause)) return
        const failure = Cause.failureOption(exit.cause)
        yield* end(id, "failed", failure._tag === "Some" ? failure.value.message : "something went wrong")
      }
      yield* clean(id)
    }).pipe(Effect.catchAll((error) => Effect.logWarning("an import could not be finished", error)))

  const attempt = (id: ImportId, onRead: OnRead) =>
    Effect.gen(function* () {
      const record = yield* begin(id)
      const done = outcomeOf(record)
      if (done !== undefined) return done
      if (ended(record.status)) return yield* new Conflict({ message: `the import is ${record.status}` })
      const actor = record.createdBy === undefined ? system : user(record.createdBy)
      const outline = record.outline ?? (yield* step("import.read")(read(record, onRead)))
      const earlier = yield* imports.lastOf(record.space, record)
      const appending = complete(id, record.space, outline, earlier?.id)
      return yield* Effect.provideService(step("import.append")(appending), Actor, actor)
    })

  const performing: Performing = {
    work: (id, within, onRead = () => {}) =>
      attempt(id, onRead).pipe(
        retryUnavailable,
        Effect.timeoutFail({
          duration: within,
          onTimeout: () => invalid("url", `takes longer to import than ${Duration.format(within)}`)
        }),
        Effect.onExit((exit) => settle(id, exit))
      ),
    end,
    clean
  }
  return performing
})

/** The time after which an import that a call waits for is dead if it is still open. */
export const heldUntil = (within: Duration.DurationInput): Effect.Effect<string> =>
  Effect.map(Clock.currentTimeMillis, (time) =>
    timestamp(time + Duration.toMillis(within) + Duration.toMillis(Duration.minutes(1)))
  )
