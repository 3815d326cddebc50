/** Gauges of what is waiting in an engine: jobs, pending index updates, uploads. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { PendingIndexTable } from "../../indexing/PendingIndex.js"
import { Storage } from "../../storage/Storage.js"
import { metrics } from "../../telemetry/Metrics.js"
import type { TelemetryService } from "../../telemetry/Telemetry.js"
import { UploadsTable } from "../../uploads/UploadTables.js"
import { type Services, unfinished } from "../JobHandlers.js"
import { jobKinds } from "../JobKinds.js"

/** Counts what is waiting, for as long as the scope lasts. The context has the storage and the services of an engine. */
export const addEngineGauges = <R>(
  { gauge }: Pick<TelemetryService, "gauge">,
  context: Context.Context<R>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const everything = context as Context.Context<R | Services | Storage>
    const storage = Context.get(everything, Storage)
    yield* gauge(metrics.openUploads, Effect.orDie(storage.count(UploadsTable, {})))
    yield* gauge(metrics.indexNotes, Effect.orDie(storage.count(PendingIndexTable, {})))
    for (const { name } of jobKinds) {
      const waiting = Effect.map(unfinished, (jobs) => jobs.filter(({ kind }) => kind === name).length)
      yield* gauge(metrics.jobsUnfinished, Effect.provide(waiting, everything), name)
    }
  })
