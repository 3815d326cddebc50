/** Does jobs of every kind, over the services of the engine. */
import * as Effect from "effect/Effect"
import * as content from "../content/Registry.js"
import type { Unavailable } from "../foundation/errors/Errors.js"
import { asJob } from "../foundation/telemetry/Telemetry.js"
import * as operations from "../operations/Registry.js"
import type { JobHandler } from "../storage/jobs/JobKind.js"
import { Jobs } from "../storage/jobs/Jobs.js"
import { retryUnavailable } from "../storage/jobs/Retries.js"
import type { BackgroundWork } from "../storage/services/BackgroundWork.js"
import type { Identifier } from "../storage/services/Service.js"

/** All kinds of jobs. */
export const jobKinds = [...content.jobKinds, ...operations.jobKinds] as const

/** The services that jobs use. */
export type Services = Identifier<(typeof jobKinds)[number]["service"]>

const kinds: ReadonlyArray<Pick<BackgroundWork<Services, never, never>, "name" | "perform" | "unfinished">> = jobKinds

/** The handlers of the jobs of each kind, by its name; each retries a few times while the storage is busy. */
export const handlers: ReadonlyMap<string, JobHandler<Services>> = new Map(
  kinds.map(({ name, perform }) => [
    name,
    (job) => Effect.suspend(() => perform(job)).pipe(retryUnavailable, asJob(name))
  ])
)

/**
 * Queues work that is recorded and not done, as left by a server of an earlier version, which had a queue of its own.
 */
export const queueUnfinished: Effect.Effect<void, Unavailable, Services | Jobs> = Effect.gen(function* () {
  const { submit, wake } = yield* Jobs
  for (const { unfinished } of kinds) yield* Effect.forEach(yield* unfinished, (job) => submit(job), { discard: true })
  yield* wake
})
