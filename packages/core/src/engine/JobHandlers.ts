/** Does jobs of every kind, over the services of the engine. */
import * as Effect from "effect/Effect"
import type { Job } from "../jobs/Jobs.js"
import { retryUnavailable } from "../jobs/Retries.js"
import type { BackgroundWork } from "../services/BackgroundWork.js"
import type { Identifier } from "../services/Service.js"
import { asJob } from "../telemetry/Telemetry.js"
import { jobKinds } from "./JobKinds.js"

/** The services that jobs use. */
export type Services = Identifier<(typeof jobKinds)[number]["service"]>

/** A kind of job, as looked up by its name. */
type Kind = Pick<BackgroundWork<Services, never, never>, "name" | "perform" | "unfinished">

const kinds: ReadonlyArray<Kind> = jobKinds

const byName: ReadonlyMap<string, Kind> = new Map(kinds.map((kind) => [kind.name, kind]))

/**
 * Does a job, retrying a few times while the storage is busy. A failure is recorded with what the job works on; if it
 * cannot be recorded, the job waits for a restart.
 */
export const handle = (job: Job): Effect.Effect<void, never, Services> =>
  Effect.suspend(
    () => byName.get(job.kind)?.perform(job) ?? Effect.dieMessage(`there is no job kind ${job.kind}`)
  ).pipe(
    retryUnavailable,
    asJob(job.kind),
    Effect.catchAllCause((cause) => Effect.annotateLogs(Effect.logError("job failed", cause), { job: job.key }))
  )

/** The jobs that were recorded but not finished, to be resumed when a process starts. */
export const unfinished: Effect.Effect<ReadonlyArray<Job>, never, Services> = Effect.orDie(
  Effect.map(
    Effect.forEach(kinds, (kind) => kind.unfinished),
    (left) => left.flat()
  )
)
