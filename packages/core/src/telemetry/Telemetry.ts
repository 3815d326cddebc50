/**
 * Where an engine that is asked for telemetry gets it from. Without it nothing is measured and nothing is wrapped, so
 * that the calls of an engine cost what they cost without any of this.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import type { Declared } from "./Metrics.js"

/**
 * The outcome of a cache lookup: `confirmed` where the entry proved true after the storage had changed.
 * @since 0.1.0
 */
export type Lookup = "hit" | "confirmed" | "miss"

/**
 * Puts an effect into a span, and measures it.
 * @since 0.1.0
 */
export type Observe = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * What measures an engine.
 * @since 0.1.0
 */
export interface TelemetryService {
  /** A service of which every call is a span, under the name that the service has on a workspace. */
  readonly service: <S>(name: string, service: S) => S
  /** A context whose storage, search index and blob store are measured. */
  readonly stores: <R>(context: Context.Context<R>) => Context.Context<R>
  /** A context whose outbound fetches and workers are measured. */
  readonly outside: <R>(context: Context.Context<R>) => Context.Context<R>
  /** Counts what is waiting in an engine, until the scope ends; the context is that of all its services. */
  readonly opened: <R>(context: Context.Context<R>) => Effect.Effect<void, never, Scope.Scope>
  /** A step of something longer, such as `import.read`. */
  readonly step: (name: string) => Observe
  /** A job, which is a trace of its own. */
  readonly job: (kind: string) => Observe
  /** Counts the lookups of a cache. */
  readonly cache: (name: string) => (lookup: Lookup) => void
  /** Reads a gauge every few seconds, and whenever metrics are asked for, until the scope ends. */
  readonly gauge: (
    metric: Declared & { readonly kind: "gauge" },
    read: Effect.Effect<number>,
    ...labels: ReadonlyArray<string>
  ) => Effect.Effect<void, never, Scope.Scope>
  /** Reads all gauges now. */
  readonly refresh: Effect.Effect<void>
}

/**
 * The telemetry of an engine; `undefined` where it was not asked for.
 * @since 0.1.0
 */
export class Telemetry extends Context.Reference<Telemetry>()("@lectern/core/Telemetry", {
  defaultValue: (): TelemetryService | undefined => undefined
}) {}

const untouched = (): Observe => identity

/**
 * What puts the steps of something into spans; without telemetry they are left as they are.
 * @since 0.1.0
 */
export const steps: Effect.Effect<(name: string) => Observe> = Effect.map(
  Telemetry,
  (telemetry) => telemetry?.step ?? untouched
)

/**
 * Makes a trace of its own of each run of a job or a routine; without telemetry it is left as it is.
 * @since 0.1.0
 */
export const asJob =
  (kind: string): Observe =>
  (effect) =>
    Effect.flatMap(Telemetry, (telemetry) => (telemetry === undefined ? effect : telemetry.job(kind)(effect)))

/**
 * What counts the lookups of caches by their names; `undefined` without telemetry.
 * @since 0.1.0
 */
export const lookups: Effect.Effect<(name: string) => ((lookup: Lookup) => void) | undefined> = Effect.map(
  Telemetry,
  (telemetry) => (name) => telemetry?.cache(name)
)
