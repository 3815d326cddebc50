/** Declares the work of a kind of job, so that engines and servers run jobs from one list. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { JobHandler, JobKind } from "../jobs/JobKind.js"
import type { Job } from "../jobs/Jobs.js"
import type { Service } from "./Service.js"

/** A kind of job, and the service that does its jobs. */
export interface BackgroundWork<I, S, R> extends Pick<JobKind<never>, "name"> {
  /** The service that does the jobs; nobody else calls it. */
  readonly service: Service<I, S, R>
  readonly perform: JobHandler<I>
  /** The jobs of work that is recorded but not done, queued or not. */
  readonly unfinished: Effect.Effect<ReadonlyArray<Job>, Unavailable, I>
}

/** Declares the service that does the jobs of a kind. */
export const backgroundWork = <A extends Job["payload"], I, S, R>(
  kind: JobKind<A>,
  service: Service<I, S, R>,
  does: {
    readonly perform: (service: S, payload: A) => ReturnType<JobHandler<never>>
    readonly unfinished: (service: S) => Effect.Effect<ReadonlyArray<A>, Unavailable>
  }
): BackgroundWork<I, S, R> => {
  const found = Effect.map(Effect.context<I>(), service.of)
  return {
    name: kind.name,
    service,
    perform: ({ payload }) => Effect.flatMap(found, (own) => does.perform(own, payload as A)),
    unfinished: Effect.map(Effect.flatMap(found, does.unfinished), (left) => left.map(kind.of))
  }
}
