/** Runs the jobs of an engine. */
import type * as Effect from "effect/Effect"
import type { JobHandler } from "../storage/jobs/JobKind.js"
import type { JobQueue } from "../storage/jobs/JobQueue.js"
import { type RunnerOptions, run } from "../storage/jobs/JobRunner.js"
import type { Storage } from "../storage/rows/Storage.js"
import { handlers, type Services } from "./JobHandlers.js"

/** Runs jobs of the kinds of the engine, and of `more`, until it is interrupted. */
export const work = <R = never>({
  more = new Map(),
  polls
}: Pick<RunnerOptions<R>, "polls"> & {
  readonly more?: ReadonlyMap<string, JobHandler<R>>
}): Effect.Effect<never, never, JobQueue | Storage | Services | R> =>
  run<Services | R>({ polls, handlers: new Map<string, JobHandler<Services | R>>([...handlers, ...more]) })
