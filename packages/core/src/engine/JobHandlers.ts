/** What each kind of job does, over the services of the engine. */
import { Effect, Schedule } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import { ImportId } from "../imports/Import.js"
import { ImportJobs } from "../imports/ImportJobs.js"
import type { Job } from "../jobs/Jobs.js"
import { SpecProcessing } from "../openapi-specs/SpecProcessing.js"
import { Telemetry } from "../telemetry/Telemetry.js"

/** What jobs are done with. */
export type Services = SpecProcessing | ImportJobs

/** How long a storage that is busy is waited for. */
const again = Schedule.intersect(Schedule.exponential("1 second"), Schedule.recurs(5))

const work = (job: Job): Effect.Effect<void, Unavailable, Services> =>
  job._tag === "Import"
    ? Effect.flatMap(ImportJobs, (imports) => imports.perform(ImportId.make(job.import)))
    : Effect.flatMap(SpecProcessing, (specs) => specs.process(job))

/**
 * Does a job, again a few times while the storage is busy. What goes wrong is recorded with what the job works on; what
 * cannot be recorded waits for a restart.
 */
export const handle = (job: Job): Effect.Effect<void, never, Services> =>
  Effect.flatMap(Telemetry, (telemetry) => {
    const done = Effect.retry(work(job), again)
    return telemetry === undefined ? done : telemetry.job(job._tag)(done)
  }).pipe(Effect.catchAllCause((cause) => Effect.logError("job failed", cause)))

/** The jobs that were recorded and not done, for the start of a process. */
export const unfinished: Effect.Effect<ReadonlyArray<Job>, never, Services> = Effect.gen(function* () {
  const specs = yield* Effect.orDie((yield* SpecProcessing).unfinished)
  const imports = yield* Effect.orDie((yield* ImportJobs).unfinished)
  return [...specs, ...imports.map((id): Job => ({ _tag: "Import", import: id }))]
})
