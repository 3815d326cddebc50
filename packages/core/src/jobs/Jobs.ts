/** Work that goes on when the call that asked for it has answered. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Unavailable } from "../errors/Errors.js"

/** An import that was asked for, by its id. */
export const ImportJob = Schema.TaggedStruct("Import", { import: Schema.String })
/** @see {@link ImportJob} */
export type ImportJob = typeof ImportJob.Type

/** Reading an OpenAPI specification from its source; every time it is asked for is another `run`. */
export const OpenAPISpecJob = Schema.TaggedStruct("OpenAPISpec", { spec: Schema.String, run: Schema.String })
/** @see {@link OpenAPISpecJob} */
export type OpenAPISpecJob = typeof OpenAPISpecJob.Type

/** A job, as plain data: what it works on is in the storage. */
export const Job = Schema.Union(ImportJob, OpenAPISpecJob)
/** @see {@link Job} */
export type Job = typeof Job.Type

/** What makes two jobs the same one. */
export const jobKey = (job: Job): string =>
  job._tag === "Import" ? `import/${job.import}` : `openapi-spec/${job.spec}/${job.run}`

/** Carries jobs. */
export interface JobsService {
  /**
   * Has a job done in the background, once: asking for the same one again changes nothing. Call it after the transaction
   * that records what is to be done has committed; what is recorded and not done is taken up again at the next start.
   */
  readonly submit: (job: Job) => Effect.Effect<void, Unavailable>
  /** Stops a job that waits or runs; nothing happens when it is done. */
  readonly cancel: (job: Job) => Effect.Effect<void, Unavailable>
}

/** The jobs of an engine. */
export class Jobs extends Context.Tag("@lectern/core/Jobs")<Jobs, JobsService>() {}
