import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A point in time as stored and sent: UTC, ISO 8601, milliseconds (`2026-01-31T09:00:00.000Z`). */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

/** The Clock service's current time as a {@link timestamp}. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, timestamp)

/** A clock whose time comes from a function, in milliseconds since 1970; sleeping uses the system's time. */
export const clockOf = (millis: () => number): Clock.Clock => {
  const system = Clock.make()
  const now = () => Math.trunc(millis())
  const nanos = () => BigInt(now()) * 1_000_000n
  return {
    [Clock.ClockTypeId]: Clock.ClockTypeId,
    unsafeCurrentTimeMillis: now,
    unsafeCurrentTimeNanos: nanos,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanos: Effect.sync(nanos),
    sleep: (duration) => system.sleep(duration)
  }
}
