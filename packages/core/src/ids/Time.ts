import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

/** A point in time as stored and sent: UTC, ISO 8601, milliseconds (`2026-01-31T09:00:00.000Z`). */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

/** The Clock service's current time as a {@link timestamp}. */
export const now: Effect.Effect<string> = Effect.map(Clock.currentTimeMillis, timestamp)
