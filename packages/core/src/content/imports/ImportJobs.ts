/** Imports as jobs: for the job queue, not for callers. */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Unavailable } from "../../foundation/errors/Errors.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ImportId } from "./Import.js"
import { ImportRepository } from "./ImportRepository.js"
import { backgroundLimits } from "./Imports.js"
import { makePerforming } from "./Performing.js"

/** The service of imports as jobs. */
export interface ImportJobsService {
  /**
   * Performs an import that was started, once; a failure is recorded with it. An import that a call is performing is
   * ended if the call has not done so in time; otherwise this returns that time.
   */
  readonly perform: (id: ImportId) => Effect.Effect<number | undefined, Unavailable>
  /** The imports that are not done and that no call is performing. */
  readonly unfinished: () => Effect.Effect<ReadonlyArray<ImportId>, Unavailable>
}

/** The service of imports as jobs. */
export class ImportJobs extends Context.Tag("@lectern/core/ImportJobs")<ImportJobs, ImportJobsService>() {}

const make = Effect.gen(function* () {
  const imports = yield* ImportRepository
  const performing = yield* makePerforming

  const service: ImportJobsService = {
    perform: Effect.fnUntraced(function* (id) {
      const found = (yield* imports.find(id))?.value
      if (found?.open !== true) return undefined
      if (found.heldUntil !== undefined) {
        const until = Date.parse(found.heldUntil)
        if ((yield* Clock.currentTimeMillis) <= until) return until + 1
        yield* performing.end(id, "failed", "the server stopped before the import was done")
      }
      if (found.endedAt !== undefined || found.heldUntil !== undefined) yield* performing.clean(id)
      else yield* Effect.ignore(performing.work(id, backgroundLimits.time))
      const left = (yield* imports.find(id))?.value.open === true
      return left ? yield* new Unavailable({ message: "the import could not be ended" }) : undefined
    }),
    unfinished: () =>
      Effect.zipWith(imports.open(), Clock.currentTimeMillis, (open, time) =>
        open.flatMap(({ heldUntil, id }) => (heldUntil === undefined || Date.parse(heldUntil) < time ? [id] : []))
      )
  }
  return service
})

/** {@link ImportJobs} over the services and repositories of the context. */
export const service = serviceOf(ImportJobs, make)
