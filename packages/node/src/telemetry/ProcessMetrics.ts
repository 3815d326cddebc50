/** Metrics of a Node process: its event loop lag, its memory and its processor time. */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { counting, metrics } from "@lectern/core/internal/foundation/telemetry/Metrics"
import { Telemetry } from "@lectern/core/telemetry/Telemetry"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The sampling interval of the event loop lag, in milliseconds. */
const resolution = 10

const processorTime = counting(metrics.processorTime)

/** Measures the process until the layer's scope closes, if telemetry is requested. */
export const processMetrics: Layer.Layer<never> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const telemetry = yield* Telemetry
    if (telemetry === undefined) return
    const delays = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const started = monitorEventLoopDelay({ resolution })
        started.enable()
        return started
      }),
      (started) => Effect.sync(() => started.disable())
    )
    /** Delays are in nanoseconds, and timers that are on time count as the resolution. */
    const lag = (nanoseconds: number): number =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1000) : 0
    let counted = 0
    const spend = (): void => {
      const { system, user } = process.cpuUsage()
      const seconds = (system + user) / 1e6
      processorTime(seconds - counted)
      counted = seconds
    }
    yield* telemetry.gauge(
      metrics.eventLoopLagMedian,
      Effect.sync(() => lag(delays.percentile(50)))
    )
    yield* telemetry.gauge(
      metrics.eventLoopLagP99,
      Effect.sync(() => lag(delays.percentile(99)))
    )
    yield* telemetry.gauge(
      metrics.eventLoopLagMax,
      Effect.sync(() => {
        const longest = lag(delays.max)
        delays.reset()
        spend()
        return longest
      })
    )
    yield* telemetry.gauge(
      metrics.residentMemory,
      Effect.sync(() => process.memoryUsage.rss())
    )
    yield* telemetry.gauge(
      metrics.heapUsed,
      Effect.sync(() => process.memoryUsage().heapUsed)
    )
  })
)
