import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"

/** Whether an effect is a value already, which needs no fiber. */
export const isReady = <A, E, R>(effect: Effect.Effect<A, E, R>): effect is Exit.Success<A, never> =>
  Exit.isExit(effect) && effect._tag === "Success"

/**
 * `Effect.flatMap`, but without a step of the fiber where the effect is a value already. The continuation is then
 * called right away: only for an effect that a fiber runs immediately.
 */
export const flatMapSync = <A, E, R, B, E2, R2>(
  effect: Effect.Effect<A, E, R>,
  next: (value: A) => Effect.Effect<B, E2, R2>
): Effect.Effect<B, E | E2, R | R2> => (isReady(effect) ? next(effect.value) : Effect.flatMap(effect, next))
