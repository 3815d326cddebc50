/** Cleans up after rate limits. */
import * as Effect from "effect/Effect"
import type { Routine } from "../../storage/services/Routine.js"
import type { Actor } from "../access/Actor.js"
import { rateLimits } from "./LazyRateLimits.js"
import type { RateLimits } from "./RateLimits.js"

/** Removes the leases of windows that have ended. */
export const leaseCleaning: Routine<RateLimits | Actor> = {
  name: "rate limits",
  schedule: "cleaning",
  round: () =>
    Effect.as(
      Effect.flatMap(rateLimits.tag, ({ clean }) => clean()),
      undefined
    )
}
