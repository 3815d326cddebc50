import * as Effect from "effect/Effect"

/**
 * An effect that is run until it has succeeded once, and then gives the same value. If several fibers need it
 * concurrently, one runs it and the others wait.
 */
export const once = <A extends object, E, R>(make: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
  const one = Effect.unsafeMakeSemaphore(1)
  let made: A | undefined
  const makeOnce = Effect.gen(function* () {
    made ??= yield* make
    return made
  }).pipe(one.withPermits(1))
  return Effect.suspend(() => (made === undefined ? makeOnce : Effect.succeed(made)))
}
