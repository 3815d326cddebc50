/** Background work that continues after the call that submitted it has returned. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"

/**
 * A job, as plain data, of one of the kinds that resources declare: see `JobKind`.
 * @since 0.1.0
 */
export interface Job {
  /** The name of its kind. */
  readonly kind: string
  /** The key of the job: two jobs with the same key are the same. */
  readonly key: string
  /** What it works on, which is in the storage: ids by name. */
  readonly payload: { readonly [name: string]: string }
}

/**
 * Queues and runs jobs.
 * @since 0.1.0
 */
export interface JobsService {
  /**
   * Runs a job in the background, once: submitting the same one again has no effect. Call it after the transaction that
   * records the work has committed; recorded work that is not finished is resumed at the next start.
   */
  readonly submit: (job: Job) => Effect.Effect<void, Unavailable>
  /** Stops a job that is queued or running; does nothing if it is done. */
  readonly cancel: (job: Job) => Effect.Effect<void, Unavailable>
}

/**
 * The jobs of an engine.
 * @since 0.1.0
 */
export class Jobs extends Context.Tag("@lectern/core/Jobs")<Jobs, JobsService>() {}
