/** The jobs that specifications wait for. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import type { OpenAPISpecJob } from "../jobs/Jobs.js"
import type { OpenAPISpecRecord } from "./OpenAPISpec.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"

/** The job that does what a specification waits for. */
export const jobOf = ({ id, run }: Pick<OpenAPISpecRecord, "id" | "run">): OpenAPISpecJob => ({
  _tag: "OpenAPISpec",
  spec: id,
  run
})

/** The jobs that were asked for and not done. */
export const unfinishedSpecs: Effect.Effect<
  ReadonlyArray<OpenAPISpecJob>,
  Unavailable,
  OpenAPISpecRepository
> = Effect.flatMap(OpenAPISpecRepository, (specs) =>
  Effect.map(Effect.all([specs.in("pending"), specs.in("progress")]), ([pending, progress]) =>
    [...pending, ...progress].map(({ value }) => jobOf(value))
  )
)
