/** Work that goes on when the call that asked for it has answered. */
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
  /** What makes two jobs the same one. */
  readonly key: string
  /** What it works on, which is in the storage: ids by name. */
  readonly payload: { readonly [name: string]: string }
}

/**
 * Carries jobs.
 * @since 0.1.0
 */
export interface JobsService {
  /**
   * Runs a job in the background, once: asking for the same one again changes nothing. Call it after the transaction
   * that records what is to be done has committed; what is recorded and not done is taken up again at the next start.
   */
  readonly submit: (job: Job) => Effect.Effect<void, Unavailable>
  /** Stops a job that waits or runs; nothing happens when it is done. */
  readonly cancel: (job: Job) => Effect.Effect<void, Unavailable>
}

/**
 * The jobs of an engine.
 * @since 0.1.0
 */
export class Jobs extends Context.Tag("@lectern/core/Jobs")<Jobs, JobsService>() {}
