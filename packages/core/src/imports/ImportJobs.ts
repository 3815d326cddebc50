/** Imports as jobs: for the job queue, not for callers. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { now } from "../ids/Time.js"
import { serviceOf } from "../services/Service.js"
import { Storage } from "../storage/Storage.js"
import type { ImportId } from "./Import.js"
import { ImportRepository } from "./ImportRepository.js"
import { backgroundLimits } from "./Imports.js"
import { makePerforming } from "./Performing.js"
import { isDead, unfinishedImports } from "./UnfinishedImports.js"

/** The service of imports as jobs. */
export interface ImportJobsService {
  /** Performs an import that was started, once; a failure is recorded with it. */
  readonly perform: (id: ImportId) => Effect.Effect<void, Unavailable>
  /** The imports with work left to do, to be resumed when a process starts. */
  readonly unfinished: Effect.Effect<ReadonlyArray<ImportId>, Unavailable>
}

/** The service of imports as jobs. */
export class ImportJobs extends Context.Tag("@lectern/core/ImportJobs")<ImportJobs, ImportJobsService>() {}

const make = Effect.gen(function* () {
  const imports = yield* ImportRepository
  const storage = yield* Storage
  const performing = yield* makePerforming

  const service: ImportJobsService = {
    perform: Effect.fnUntraced(function* (id) {
      const found = (yield* imports.find(id))?.value
      if (found?.open !== true) return
      if (found.heldUntil !== undefined) {
        if (!isDead(found, yield* now)) return
        yield* performing.end(id, "failed", "the server stopped before the import was done")
      }
      if (found.endedAt !== undefined || found.heldUntil !== undefined) return yield* performing.clean(id)
      yield* Effect.ignore(performing.work(id, backgroundLimits.time))
    }),
    unfinished: Effect.provideService(unfinishedImports, Storage, storage)
  }
  return service
})

/** {@link ImportJobs} over the services and repositories of the context. */
export const service = serviceOf(ImportJobs, make)
