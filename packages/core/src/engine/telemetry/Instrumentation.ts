/**
 * Telemetry of an engine: spans by the current tracer, and Effect's own metrics.
 *
 * @example
 * // The spans of this engine go to the tracer of the program that calls it.
 * Lectern.layer(storage, { telemetry: Instrumentation.layer })
 * @since 0.1.0
 */

import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { PendingIndexTable } from "../../content/indexing/PendingIndex.js"
import { jobKinds } from "../../content/Registry.js"
import { UploadsTable } from "../../content/uploads/UploadTables.js"
import { Outbound } from "../../foundation/outbound/Outbound.js"
import { counting, gauging, metrics, timing } from "../../foundation/telemetry/Metrics.js"
import { outcomeOf, spanned } from "../../foundation/telemetry/Spans.js"
import { Telemetry, type TelemetryService } from "../../foundation/telemetry/Telemetry.js"
import { Workers } from "../../foundation/workers/Workers.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { JobQueue } from "../../storage/jobs/JobQueue.js"
import { Storage } from "../../storage/rows/Storage.js"
import { SearchIndex } from "../../text/search-index/SearchIndex.js"
import { observedBlobs, observedOutbound, observedSearchIndex, observedWorkers } from "./ObservedPorts.js"
import { observedStorage } from "./ObservedStorage.js"

const calls = counting(metrics.calls)
const durations = timing(metrics.callDuration)

/** A service with the same methods, each call a span such as `spaces.create`. */
const observedService = <S>(name: string, service: S): S => {
  if (typeof service !== "object" || service === null) return service
  const observe = (member: string) => {
    const call = `${name}.${member}`
    const ended = (seconds: number, exit: Exit.Exit<unknown, unknown>) => {
      calls(1, call, outcomeOf(exit))
      durations(seconds, call)
    }
    const options = { attributes: { "lectern.call": call }, ended }
    return (effect: Effect.Effect<unknown, unknown, unknown>) => spanned(call, options, effect)
  }
  const members = new Map<PropertyKey, unknown>()
  const observedMember = (member: PropertyKey, value: unknown): unknown => {
    const observed = observe(String(member))
    if (Effect.isEffect(value)) return observed(value)
    if (typeof value !== "function") return value
    return (...args: ReadonlyArray<unknown>) => {
      const result: unknown = value(...args)
      return Effect.isEffect(result) ? observed(result) : result
    }
  }
  return new Proxy(service, {
    get: (target, member) => {
      if (!members.has(member)) members.set(member, observedMember(member, Reflect.get(target, member)))
      return members.get(member)
    }
  })
}

/** The interval at which gauges are read while nothing scrapes the metrics. */
const interval = "10 seconds"

/** The gauges of a process. */
const makeGauges = (): Pick<TelemetryService, "gauge" | "refresh"> => {
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

/**
 * Counts the waiting work, for as long as the scope lasts. The context has the storage and the services of an engine.
 */
const addEngineGauges = <R>(
  { gauge }: Pick<TelemetryService, "gauge">,
  context: Context.Context<R>
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const everything = context as Context.Context<R | JobQueue | Storage>
    const storage = Context.get(everything, Storage)
    const { rows } = Context.get(everything, JobQueue)
    const running = rows.scan({ index: "claim", gt: "" })
    if (storage.library !== undefined) yield* gauge(metrics.storageLibrary, Effect.succeed(1), storage.library)
    yield* gauge(metrics.openUploads, Effect.orDie(storage.count(UploadsTable, {})))
    yield* gauge(metrics.indexNotes, Effect.orDie(storage.count(PendingIndexTable, {})))
    for (const { name } of jobKinds) {
      const unfinished = Effect.zipWith(
        rows.count({ index: "claim", prefix: ["", name] }),
        running,
        (waiting, claimed) => waiting + claimed.filter(({ value }) => value.kind === name).length
      )
      yield* gauge(metrics.jobsUnfinished, Effect.orDie(unfinished), name)
    }
  })

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
