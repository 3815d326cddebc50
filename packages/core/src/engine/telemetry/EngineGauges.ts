/** Gauges of what is waiting in an engine: jobs, pending index updates, uploads. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { PendingIndexTable } from "../../content/indexing/PendingIndex.js"
import { UploadsTable } from "../../content/uploads/UploadTables.js"
import { metrics } from "../../foundation/telemetry/Metrics.js"
import type { TelemetryService } from "../../foundation/telemetry/Telemetry.js"
import { JobQueue } from "../../storage/jobs/JobQueue.js"
import { Storage } from "../../storage/rows/Storage.js"
import { jobKinds } from "../JobKinds.js"

/** Counts what is waiting, for as long as the scope lasts. The context has the storage and the services of an engine. */
export const addEngineGauges = <R>(
  { gauge }: Pick<TelemetryService, "gauge">,
  context: Context.Context<R>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const everything = context as Context.Context<R | JobQueue | Storage>
    const storage = Context.get(everything, Storage)
    const { rows } = Context.get(everything, JobQueue)
    const running = rows.scan({ index: "claim", gt: "" })
    yield* gauge(metrics.openUploads, Effect.orDie(storage.count(UploadsTable, {})))
    yield* gauge(metrics.indexNotes, Effect.orDie(storage.count(PendingIndexTable, {})))
    for (const { name } of jobKinds) {
      const unfinished = Effect.zipWith(
        rows.count({ index: "claim", prefix: ["", name] }),
        running,
        (waiting, claimed) => waiting + claimed.filter(({ value }) => value.kind === name).length
      )
      yield* gauge(metrics.jobsUnfinished, Effect.orDie(unfinished), name)
    }
  })
