/** Looking at a storage from outside while a transaction is open. */
import { expect } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import type { Declarations } from "./declarations.js"
import { inTime, turns } from "./harness.js"

/**
 * Looks from outside `during` a transaction that has done `work`, and `after` its commit. Where readers wait, the first
 * look is asked for during the transaction and answered after it, which this checks.
 */
export const lookWhileOpen = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  { readers }: Declarations,
  work: Effect.Effect<A, E, R>,
  look: Effect.Effect<A2, E2, R2>
) {
  const storage = yield* Storage
  const written = yield* Deferred.make<void>()
  const proceed = yield* Deferred.make<void>()
  const pause = Effect.zipRight(Deferred.succeed(written, undefined), Deferred.await(proceed))
  const writer = yield* Effect.fork(storage.transaction(Effect.zipRight(work, pause)))
  yield* Effect.raceFirst(Deferred.await(written), Fiber.join(writer))
  const looking = yield* Effect.fork(look)
  if (readers === "wait") {
    yield* turns
    expect(yield* Fiber.poll(looking), "a reader that should wait was answered").toEqual(Option.none())
  } else yield* inTime(Fiber.join(looking), "a reader that should not wait was not answered")
  yield* Deferred.succeed(proceed, undefined)
  yield* Fiber.join(writer)
  return { during: yield* Fiber.join(looking), after: yield* look }
})
