/** What nobody believes at the pages to sign in, counted as wrong secrets of the address that brings it. */
import type { LecternError } from "@lectern/core/errors/Errors"
import { Effect } from "effect"
import type { Limiter } from "../dispatcher/RateLimit.js"
import type { Visit } from "./Visit.js"

/**
 * Makes what counts the failures that are wrong answers, where requests are limited: those who bring many have to wait.
 * Whoever brings one that is believed is never refused because of others.
 */
export const makeCountWrong =
  (limiter: Limiter | undefined, isWrong: (failure: LecternError) => boolean) =>
  <A>(visit: Visit, answer: Effect.Effect<A, LecternError>): Effect.Effect<A, LecternError> =>
    limiter === undefined
      ? answer
      : Effect.tapError(answer, (failure) => (isWrong(failure) ? limiter.wrongSecret(visit.client) : Effect.void))
