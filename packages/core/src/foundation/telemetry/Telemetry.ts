/**
 * The port of telemetry. Without it nothing is measured and nothing is wrapped, so that it adds no overhead to an
 * engine's calls.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import type * as Scope from "effect/Scope"
import type { Declared } from "./Metrics.js"

/** The outcome of a cache lookup: `confirmed` if the entry was still valid after the storage had changed. */
export type Lookup = "hit" | "confirmed" | "miss"

/** Runs an effect in a span, and measures it. */
export type Observe = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** The telemetry of an engine. */
export interface TelemetryService {
  /** Wraps a service so that every call is a span, under the name that the service has on a workspace. */
  readonly service: <S>(name: string, service: S) => S
  /** Wraps the storage, the search index and the blob store of a context. */
  readonly stores: <R>(context: Context.Context<R>) => Context.Context<R>
  /** Wraps the outbound fetches and the workers of a context. */
  readonly outside: <R>(context: Context.Context<R>) => Context.Context<R>
  /** Reports the waiting work of an engine until the scope closes; the context has all its services. */
  readonly opened: <R>(context: Context.Context<R>) => Effect.Effect<void, never, Scope.Scope>
  /** A step of a longer operation, such as `import.read`. */
  readonly step: (name: string) => Observe
  /** A job, which is a separate trace. */
  readonly job: (kind: string) => Observe
  /** Counts the lookups of a cache. */
  readonly cache: (name: string) => (lookup: Lookup) => void
  /** Reads a gauge every few seconds, and whenever metrics are requested, until the scope closes. */
  readonly gauge: (
    metric: Declared & { readonly kind: "gauge" },
    read: Effect.Effect<number>,
    ...labels: ReadonlyArray<string>
  ) => Effect.Effect<void, never, Scope.Scope>
  /** Reads all gauges now. */
  readonly refresh: Effect.Effect<void>
}

/** The telemetry of an engine; `undefined` if it was not requested. */
export class Telemetry extends Context.Reference<Telemetry>()("@lectern/core/Telemetry", {
  defaultValue: (): TelemetryService | undefined => undefined
}) {}

const untouched = (): Observe => identity

/** Runs the steps of an operation in spans; without telemetry, they are left as they are. */
export const steps: Effect.Effect<(name: string) => Observe> = Effect.map(
  Telemetry,
  (telemetry) => telemetry?.step ?? untouched
)

/** Makes each run of a job or a routine a separate trace; without telemetry, it is left as it is. */
export const asJob =
  (kind: string): Observe =>
  (effect) =>
    Effect.flatMap(Telemetry, (telemetry) => (telemetry === undefined ? effect : telemetry.job(kind)(effect)))

/** Counts the lookups of caches by their names; `undefined` without telemetry. */
export const lookups: Effect.Effect<(name: string) => ((lookup: Lookup) => void) | undefined> = Effect.map(
  Telemetry,
  (telemetry) => (name) => telemetry?.cache(name)
)
