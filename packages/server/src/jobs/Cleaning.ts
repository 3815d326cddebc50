/** What is done regularly: removing for good what can no longer be restored, and the files of it. */
import { Actor, system } from "@lectern/core/access/Actor"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import { Uploads } from "@lectern/core/uploads/Uploads"
import { Effect } from "effect"
import { WorkflowHistory } from "./WorkflowStore.js"

const round = Effect.gen(function* () {
  const purged = yield* (yield* Spaces).purge
  if (purged.length > 0) {
    yield* Effect.annotateLogs(Effect.logInfo("purged"), { spaces: purged.map(({ id }) => id).join(",") })
  }
  const uploads = yield* (yield* Uploads).clean
  if (uploads > 0) yield* Effect.annotateLogs(Effect.logInfo("expired uploads removed"), { uploads })
  const collected = yield* (yield* Blobs).collect
  if (collected.blobs > 0) yield* Effect.annotateLogs(Effect.logInfo("blobs removed"), { ...collected })
  yield* Effect.withTracerEnabled((yield* WorkflowHistory).clean, false)
})

/** One round, which only logs what goes wrong: the next one takes up what is left. */
export const cleanOnce: Effect.Effect<void, never, Blobs | Spaces | Uploads | WorkflowHistory> = Effect.flatMap(
  Telemetry,
  (telemetry) => (telemetry === undefined ? round : telemetry.job("Cleaning")(round))
).pipe(
  Effect.provideService(Actor, system),
  Effect.catchAllCause((cause) => Effect.logError("cleaning failed", cause))
)
