/**
 * Importing the content of an address into a space or a change request.
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { Conflict, type LecternError, notFound } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now, timestamp } from "../../foundation/ids/Time.js"
import { parser } from "../../foundation/schema/Input.js"
import { PublicUrls } from "../../foundation/urls/PublicUrls.js"
import { Access } from "../../people/access/Access.js"
import { Actor } from "../../people/access/Actor.js"
import { allows, needs } from "../../people/access/Policy.js"
import { SpaceId } from "../../people/places/SpaceId.js"
import { makePeople } from "../../people/users/People.js"
import { Jobs } from "../../storage/jobs/Jobs.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { inSeveralTransactions } from "../../storage/transactions/Attempts.js"
import { ChangeRequestId, type ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { makeEditableLine } from "../drafts/EditableLine.js"
import { makeClaiming } from "../uploads/Claiming.js"
import { type Import, ImportContent, ImportId, type ImportOutcome, type ImportRecord } from "./Import.js"
import { importJob } from "./ImportJob.js"
import { problemsIn } from "./ImportProblems.js"
import { ImportRepository } from "./ImportRepository.js"
import { heldUntil, makePerforming, type OnRead } from "./Performing.js"

/** The limits of an import's size and duration. */
export interface ImportLimits {
  readonly pages: number
  readonly time: Duration.DurationInput
}

/** The limits of an import that a request waits for. */
export const requestLimits: ImportLimits = { pages: 500, time: "240 seconds" }

/** The limits of an import in the background, or on the command line. */
export const backgroundLimits: ImportLimits = { pages: 10_000, time: "1 hour" }

/** The target of an import: main, unless a change request is named. */
export interface ImportTarget {
  readonly changeRequest?: ChangeRequestRef
}

/** Options for waiting for an import. */
export interface RunOptions extends ImportTarget {
  readonly limits: ImportLimits
  readonly onRead?: OnRead
}

/** Imports. The imported pages are appended at the end of the root as one revision, or not at all. */
export interface ImportsService {
  /**
   * Records an import to be performed in the background, within {@link backgroundLimits}. Needs `edit`; fails with
   * `Conflict` if the space is locked, the change request is merged or archived, or too many imports are open.
   */
  readonly start: (
    space: SpaceId,
    input: ImportContent,
    target?: ImportTarget
  ) => Effect.Effect<Import, LecternError, Actor>
  /**
   * Performs an import and returns when it is done; interrupting the call cancels it. Needs and fails as `start` does,
   * and fails with `Invalid` if the address cannot be read or exceeds the limits.
   */
  readonly run: (
    space: SpaceId,
    input: ImportContent,
    options: RunOptions
  ) => Effect.Effect<ImportOutcome, LecternError, Actor>
  /** An import, for the caller who started it and for callers who may edit its space; `NotFound` for all others. */
  readonly get: (id: ImportId) => Effect.Effect<Import, LecternError, Actor>
  /** Cancels an import that has not ended; does nothing if it has, or if it is not visible to the caller. */
  readonly cancel: (id: ImportId) => Effect.Effect<void, LecternError, Actor>
}

/** The service of imports. */
export class Imports extends Context.Tag("@lectern/core/Imports")<Imports, ImportsService>() {}

/** The maximum number of open imports into one space, and of one user. */
const maxOpen = 5

/** The time for which an import can be read after it ended. */
const keptFor = Duration.toMillis("7 days")

/** The number of old imports that one call cleans up. */
const sweptAtOnce = 20

/** A nonexistent space, looked up for an import that does not exist: absence takes the same steps as invisibility. */
const nowhere = SpaceId.make("")

/** The address that stands for an upload: nothing can be at this host. */
const uploadAddress = (name: string): string => `https://upload.invalid/${encodeURIComponent(name)}`

const parseInput = parser(ImportContent)

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const imports = yield* ImportRepository
  const ids = yield* Ids
  const jobs = yield* Jobs
  const lineOf = yield* makeEditableLine
  const performing = yield* makePerforming
  const person = yield* makePeople
  const { base } = yield* PublicUrls
  const claiming = yield* makeClaiming

  const toImport = Effect.fnUntraced(function* (record: ImportRecord) {
    const { changeRequest, changes, createdAt, createdBy, endedAt, error, found, id, read, result } = record
    const answer: Import = {
      object: "import",
      id,
      status: record.status,
      url: record.url,
      source: record.source,
      space: record.space,
      ...(changeRequest !== undefined && { changeRequest }),
      ...(createdBy !== undefined && { createdBy: yield* person(createdBy) }),
      createdAt,
      ...(endedAt !== undefined && { endedAt }),
      progress: { found, read },
      ...(result !== undefined && { result }),
      ...(changes !== undefined && { changes }),
      ...(error !== undefined && { error }),
      problems: record.problems ?? [],
      problemDetails: problemsIn(record.problems ?? [], record.problemPages ?? {}),
      urls: { location: `${base}/v1/imports/${id}` }
    }
    return answer
  })

  /** Removes a few old imports. */
  const sweep = Effect.gen(function* () {
    const time = yield* Clock.currentTimeMillis
    const old = yield* imports.endedBefore(timestamp(time - keptFor), sweptAtOnce)
    yield* Effect.forEach(old, ({ id }) => imports.remove(id), { discard: true })
  })

  const record = (
    space: SpaceId,
    input: ImportContent,
    target: ImportTarget,
    rest: Pick<ImportRecord, "heldUntil" | "maxPages">
  ) =>
    Effect.gen(function* () {
      const { source, upload, url = "" } = yield* parseInput(input)
      const actor = yield* Actor
      yield* lineOf(space, target.changeRequest)
      yield* sweep
      const whole = upload === undefined ? undefined : yield* claiming.whole(space, upload)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const { view } = yield* lineOf(space, target.changeRequest)
          const createdBy = actor.kind === "user" ? actor.user : undefined
          if ((yield* imports.countOpen(space, createdBy)) >= maxOpen) {
            return yield* new Conflict({ message: `${maxOpen} imports are under way already` })
          }
          const made: ImportRecord = {
            id: ImportId.make(yield* ids.next),
            space,
            ...(view.base !== undefined && { changeRequest: ChangeRequestId.make(view.line) }),
            ...(createdBy !== undefined && { createdBy }),
            ...(whole === undefined ? { url } : { url: uploadAddress(whole.name), upload: whole.id }),
            source,
            ...rest,
            status: "pending",
            open: true,
            createdAt: yield* now,
            found: 0,
            read: 0
          }
          yield* imports.insert(made)
          // If the process of the call is gone, the job of an import that a call performs ends it.
          const due = made.heldUntil === undefined ? undefined : Date.parse(made.heldUntil) + 1
          yield* jobs.submit(importJob.of({ import: made.id }), due)
          return made
        }),
        [spaceLock(space)]
      )
    })

  /** An import that is visible to the caller. */
  const find = Effect.fnUntraced(function* (id: ImportId) {
    const found = (yield* imports.find(id))?.value
    const { level } = yield* Effect.catchTag(access.requireSpace(found?.space ?? nowhere, needs.view), "NotFound", () =>
      Effect.fail(notFound("import"))
    )
    const actor = yield* Actor
    const isOwn = actor.kind === "user" && actor.user === found?.createdBy
    return found !== undefined && (isOwn || allows(level, "edit")) ? found : yield* notFound("import")
  })

  /** Removes the job of an import that a call has ended. */
  const forget = (id: ImportId) =>
    Effect.flatMap(imports.find(id), (found) =>
      found?.value.open === true ? Effect.void : jobs.cancel(importJob.of({ import: id }))
    )

  const service: ImportsService = {
    start: Effect.fnUntraced(function* (space, input, target = {}) {
      const made = yield* record(space, input, target, { maxPages: backgroundLimits.pages })
      yield* jobs.wake
      return yield* toImport(made)
    }),
    run: (space, input, { limits, onRead, ...target }) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          const held = { maxPages: limits.pages, heldUntil: yield* heldUntil(limits.time) }
          const { id } = yield* restore(record(space, input, target, held))
          yield* inSeveralTransactions
          return yield* restore(performing.work(id, limits.time, onRead)).pipe(
            Effect.onInterrupt(() =>
              Effect.zipRight(performing.end(id, "cancelled"), performing.clean(id)).pipe(Effect.ignoreLogged)
            ),
            Effect.ensuring(Effect.ignoreLogged(forget(id)))
          )
        })
      ),
    get: (id) => Effect.flatMap(find(id), toImport),
    cancel: (id) =>
      Effect.gen(function* () {
        yield* find(id)
        if (!(yield* performing.end(id, "cancelled"))) return
        yield* jobs.cancel(importJob.of({ import: id }))
        yield* performing.clean(id)
      }).pipe(Effect.catchTag("NotFound", () => Effect.void))
  }
  return service
})

/** {@link Imports} over the services and repositories of the context. */
export const service = serviceOf(Imports, make)
