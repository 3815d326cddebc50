/**
 * Telemetry of an engine: spans by whatever tracer there is, and Effect's own metrics.
 *
 * @example
 * // The spans of this engine go to the tracer of the program that calls it.
 * Lectern.layer(storage, { telemetry: Instrumentation.layer })
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { counting, gauging, metrics, timing } from "../../foundation/telemetry/Metrics.js"
import { outcomeOf, spanned } from "../../foundation/telemetry/Spans.js"
import { Telemetry, type TelemetryService } from "../../foundation/telemetry/Telemetry.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { Storage } from "../../storage/rows/Storage.js"
import { SearchIndex } from "../../text/search-index/SearchIndex.js"
import { addEngineGauges } from "./EngineGauges.js"
import { makeGauges } from "./Gauges.js"
import { observedBlobs, observedOutbound, observedSearchIndex, observedWorkers } from "./ObservedPorts.js"
import { observedService } from "./ObservedService.js"
import { observedStorage } from "./ObservedStorage.js"

const lookups = counting(metrics.cacheLookups)
const jobs = counting(metrics.jobs)
const jobDurations = timing(metrics.jobDuration)
const jobsRunning = gauging(metrics.jobsRunning)

/** A context with one of its services replaced. */
const replaced = <R, I, S>(
  context: Context.Context<R>,
  tag: Context.Tag<I, S>,
  observe: (service: S) => S
): Context.Context<R> =>
  Option.match(Context.getOption(context, tag), {
    onNone: () => context,
    onSome: (service) => Context.merge(context, Context.make(tag, observe(service)) as Context.Context<never>)
  })

const makeOver = (gauges: ReturnType<typeof makeGauges>): TelemetryService => ({
  ...gauges,
  opened: (context) => addEngineGauges(gauges, context),
  service: observedService,
  stores: (context) =>
    replaced(
      replaced(replaced(context, Storage, observedStorage), SearchIndex, observedSearchIndex),
      BlobStore,
      observedBlobs
    ),
  outside: (context) => replaced(replaced(context, Outbound, observedOutbound), Workers, observedWorkers),
  step: (name) => (effect) => spanned(name, {}, effect),
  job: (kind) => (effect) =>
    Effect.uninterruptibleMask((restore) => {
      jobsRunning.change(1, kind)
      const options = {
        root: true,
        kind: "consumer",
        attributes: { "lectern.job.kind": kind },
        ended: (seconds: number, exit: Exit.Exit<unknown, unknown>) => {
          jobsRunning.change(-1, kind)
          jobs(1, kind, outcomeOf(exit))
          jobDurations(seconds, kind)
        }
      } as const
      return Effect.withTracerEnabled(spanned(`job ${kind}`, options, restore(effect)), true)
    }),
  cache: (name) => (lookup) => lookups(1, name, lookup)
})

/** Telemetry without an exporter: spans go to the current tracer, metrics to Effect's registry. */
export const layer: Layer.Layer<Telemetry> = Layer.sync(Telemetry, () => makeOver(makeGauges()))
