/** Writes the notes of many calls together, so that nobody can cause a commit with each call. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** The minimum time between two writes, in milliseconds. */
const interval = 60_000

/** Writes notes. */
export interface OncePerMinute {
  /** Writes off the critical path: soon, or a minute after the last write. */
  readonly soon: Effect.Effect<void>
  /** Writes immediately, after a write in progress. */
  readonly now: Effect.Effect<void>
}

/** Schedules a write at most once a minute, and when the scope closes. */
export const oncePerMinute = (write: Effect.Effect<void>): Effect.Effect<OncePerMinute, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    let written = Number.NEGATIVE_INFINITY
    let isPlanned = false
    const turns = Effect.unsafeMakeSemaphore(1)
    const now = turns.withPermits(1)(
      Effect.flatMap(Clock.currentTimeMillis, (time) => {
        written = time
        return write
      })
    )
    yield* Effect.addFinalizer(() => now)
    const plan = Effect.gen(function* () {
      const wait = written + interval - (yield* Clock.currentTimeMillis)
      if (wait > 0) yield* Effect.sleep(wait)
      isPlanned = false
      yield* now
    })
    const soon = Effect.suspend(() => {
      if (isPlanned) return Effect.void
      isPlanned = true
      return Effect.asVoid(Effect.forkIn(plan, scope))
    })
    return { soon, now }
  })
