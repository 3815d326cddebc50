/** Gauges that are polled: what they count is in the storage, or belongs to another module. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { gauging } from "../../foundation/telemetry/Metrics.js"
import type { TelemetryService } from "../../foundation/telemetry/Telemetry.js"

/** How often gauges are read while nothing scrapes the metrics. */
const interval = "10 seconds"

/** The gauges of a process. */
export const makeGauges = (): Pick<TelemetryService, "gauge" | "refresh"> => {
  const readings = new Set<Effect.Effect<void>>()
  const refresh = Effect.suspend(() => Effect.forEach([...readings], (read) => read, { discard: true }))
  return {
    refresh,
    gauge: (metric, read, ...labels) => {
      const { set } = gauging(metric)
      const reading = Effect.map(read, (value) => set(value, ...labels)).pipe(
        Effect.withTracerEnabled(false),
        Effect.catchAllCause((cause) => Effect.logDebug(`${metric.name} could not be read`, cause))
      )
      const keep = Effect.acquireRelease(
        Effect.sync(() => readings.add(reading)),
        () => Effect.sync(() => readings.delete(reading))
      )
      const regularly = Effect.withClock(Effect.repeat(reading, Schedule.spaced(interval)), Clock.make())
      return Effect.zipRight(keep, Effect.asVoid(Effect.forkScoped(regularly)))
    }
  }
}
