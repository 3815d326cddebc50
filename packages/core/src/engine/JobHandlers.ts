/** What each kind of job does, over the services of the engine. */
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Unavailable } from "../errors/Errors.js"
import type { ImportId } from "../imports/Import.js"
import type { ImportJobs } from "../imports/ImportJobs.js"
import type { Job } from "../jobs/Jobs.js"
import type { SpecProcessing } from "../openapi-specs/SpecProcessing.js"
import { importJobs, specProcessing } from "./Background.js"

/** What jobs are done with. */
export type Services = SpecProcessing | ImportJobs

/** How long a storage that is busy is waited for. */
const again = Schedule.intersect(Schedule.exponential("1 second"), Schedule.recurs(5))

const imports = Effect.map(Effect.context<ImportJobs>(), importJobs.of)
const specs = Effect.map(Effect.context<SpecProcessing>(), specProcessing.of)

const work = (job: Job): Effect.Effect<void, Unavailable, Services> =>
  job._tag === "Import"
    ? Effect.flatMap(imports, ({ perform }) => perform(job.import as ImportId))
    : Effect.flatMap(specs, ({ process }) => process(job))

/**
 * Does a job, again a few times while the storage is busy. What goes wrong is recorded with what the job works on; what
 * cannot be recorded waits for a restart.
 */
export const handle = (job: Job): Effect.Effect<void, never, Services> =>
  Effect.retry(work(job), again).pipe(Effect.catchAllCause((cause) => Effect.logError("job failed", cause)))

/** The jobs that were recorded and not done, for the start of a process. */
export const unfinished: Effect.Effect<ReadonlyArray<Job>, never, Services> = Effect.gen(function* () {
  const ids = yield* Effect.orDie((yield* imports).unfinished)
  return [
    ...(yield* Effect.orDie((yield* specs).unfinished)),
    ...ids.map((id): Job => ({ _tag: "Import", import: id }))
  ]
})
