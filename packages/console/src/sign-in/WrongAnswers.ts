/** Counts invalid answers at the sign-in pages as wrong secrets of the address that sends them. */
import type { LecternError } from "@lectern/core/errors/Errors"
import type { Limiter } from "@lectern/http/internal/foundation/dispatcher/RateLimit"
import * as Effect from "effect/Effect"
import type { Visit } from "../visits/Visit.js"

/**
 * Counts failures that are wrong answers, if requests are limited: addresses that send many have to wait. A valid
 * answer is never refused because of others.
 */
export const makeCountWrong =
  (limiter: Limiter | undefined, isWrong: (failure: LecternError) => boolean) =>
  <A>(visit: Visit, answer: Effect.Effect<A, LecternError>): Effect.Effect<A, LecternError> =>
    limiter === undefined
      ? answer
      : Effect.tapError(answer, (failure) => (isWrong(failure) ? limiter.wrongSecret(visit.client) : Effect.void))
