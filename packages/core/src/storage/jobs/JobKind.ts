/** Declares kinds of jobs, next to the resource whose work they do. */
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Job } from "./Jobs.js"

/**
 * Performs the jobs of a kind. It returns the time at which the job is to be done again, in milliseconds since 1970, or
 * `undefined` when the job is done. It may be interrupted and run again at any point, in any process: only its
 * transactions are certain to be committed under a valid claim.
 */
export type JobHandler<R> = (job: Job) => Effect.Effect<number | undefined, Unavailable, R>

/** A kind of job; `A` is the payload that its jobs work on. */
export interface JobKind<A extends Job["payload"]> {
  /** The name that its jobs are recorded under. It never changes. */
  readonly name: string
  /** The job for something. */
  readonly of: (payload: A) => Job
}

/** Declares a kind of job by its name and the key by which two of its jobs are the same. */
export const jobKind = <A extends Job["payload"]>(name: string, keyOf: (payload: A) => string): JobKind<A> => ({
  name,
  of: (payload) => ({ kind: name, key: keyOf(payload), payload })
})
