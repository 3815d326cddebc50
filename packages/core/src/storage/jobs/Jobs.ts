/**
 * Background work that continues after the call that submitted it has returned.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"

/** A job, as plain data, of one of the kinds that resources declare: see `JobKind`. */
export interface Job {
  /** The name of its kind. */
  readonly kind: string
  /** The key of the job: two jobs with the same key are the same. */
  readonly key: string
  /** The payload that it works on, which is in the storage: ids by name. */
  readonly payload: { readonly [name: string]: string }
}

/** Queues jobs, in the storage. Any process that runs jobs may do them. */
export interface JobsService {
  /**
   * Queues a job, to be started once `due` has come, in milliseconds since 1970; immediately when absent. If a job with
   * the same key is waiting, it is started at the earlier of the two times; if one is running, nothing changes. Call it
   * in the transaction that records the work, and `wake` after that.
   */
  readonly submit: (job: Job, due?: number) => Effect.Effect<void, Unavailable>
  /**
   * Starts the jobs that were submitted in this process, if it runs jobs; other processes look for jobs by themselves.
   */
  readonly wake: Effect.Effect<void>
  /**
   * Removes a job that is queued or running. It stops immediately in this process, and soon in another one; its writes
   * are refused from now on.
   */
  readonly cancel: (job: Job) => Effect.Effect<void, Unavailable>
}

/** The jobs of an engine. */
export class Jobs extends Context.Tag("@lectern/core/Jobs")<Jobs, JobsService>() {}
