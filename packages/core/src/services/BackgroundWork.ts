/** Declaring the work of a kind of job, so that engines and servers run jobs from one list. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { JobKind } from "../jobs/JobKind.js"
import type { Job } from "../jobs/Jobs.js"
import type { Service } from "./Service.js"

/** A kind of job, and the service that does its jobs. */
export interface BackgroundWork<I, S, R> extends Pick<JobKind<never>, "name" | "fields"> {
  /** The service that does the jobs; nobody else calls it. */
  readonly service: Service<I, S, R>
  /** The job of this kind that was recorded with a payload. */
  readonly jobOf: (payload: unknown) => Job
  readonly perform: (job: Job) => Effect.Effect<void, Unavailable, I>
  /** The jobs that were recorded but not finished, to be resumed when a process starts. */
  readonly unfinished: Effect.Effect<ReadonlyArray<Job>, Unavailable, I>
}

/** Declares the service that does the jobs of a kind. */
export const backgroundWork = <A extends Job["payload"], I, S, R>(
  kind: JobKind<A>,
  service: Service<I, S, R>,
  does: {
    readonly perform: (service: S, payload: A) => Effect.Effect<void, Unavailable>
    readonly unfinished: (service: S) => Effect.Effect<ReadonlyArray<A>, Unavailable>
  }
): BackgroundWork<I, S, R> => {
  const found = Effect.map(Effect.context<I>(), service.of)
  return {
    name: kind.name,
    fields: kind.fields,
    service,
    jobOf: (payload) => kind.of(kind.read(payload)),
    perform: ({ payload }) => Effect.flatMap(found, (own) => does.perform(own, kind.read(payload))),
    unfinished: Effect.map(Effect.flatMap(found, does.unfinished), (left) => left.map(kind.of))
  }
}
