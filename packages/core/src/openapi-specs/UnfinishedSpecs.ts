/** The specifications with work left to do. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { OpenAPISpecRepository } from "./OpenAPISpecRepository.js"
import { type SpecJob, waitingFor } from "./SpecJob.js"

/** The jobs that were recorded but not finished. */
export const unfinishedSpecs: Effect.Effect<
  ReadonlyArray<SpecJob>,
  Unavailable,
  OpenAPISpecRepository
> = Effect.flatMap(OpenAPISpecRepository, (specs) =>
  Effect.map(Effect.all([specs.in("pending"), specs.in("progress")]), ([pending, progress]) =>
    [...pending, ...progress].map(({ value }) => waitingFor(value))
  )
)
