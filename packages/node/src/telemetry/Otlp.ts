/**
 * Traces and metrics of an engine, sent to a collector by OTLP over HTTP. Needs `@effect/opentelemetry` and
 * `@effect/platform`, which are optional peers of this package.
 *
 * @example
 * Lectern.open(storage, { telemetry: Otlp.layer({ endpoint: "http://localhost:4318", serviceName: "handbook" }) })
 * @since 0.1.0
 */
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Instrumentation from "@lectern/core/engine/telemetry/Instrumentation"
import type { Telemetry } from "@lectern/core/telemetry/Telemetry"
import * as ConfigProvider from "effect/ConfigProvider"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { processMetrics } from "./ProcessMetrics.js"
import { type Sampling, sampled } from "./Sampling.js"

/** The protocol of an export: `http/protobuf` or `http/json`. */
export type Protocol = "http/protobuf" | "http/json"

/** The destination of one kind of telemetry. */
export interface Destination {
  /** The full URL, such as `http://localhost:4318/v1/traces`. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The destination of telemetry, and the description of the program in it. */
export interface OtlpOptions {
  /** The URL of a collector, to which `/v1/traces` and `/v1/metrics` are added. */
  readonly endpoint?: string
  /** The headers of every request, such as a token; they are never logged. */
  readonly headers?: Readonly<Record<string, string>>
  /** The destination of traces instead of `endpoint`; `false` for nowhere. */
  readonly traces?: Destination | false | undefined
  /** The destination of metrics instead of `endpoint`; `false` for nowhere. */
  readonly metrics?: Destination | false | undefined
  /** `http/json` when absent. */
  readonly protocol?: Protocol
  /** `lectern` when absent. */
  readonly serviceName?: string
  readonly serviceVersion?: string
  /** More attributes of the resource, such as `deployment.environment.name`. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Which traces are recorded; all when absent. */
  readonly sampling?: Sampling
  /** The interval at which spans are sent; 5 seconds when absent. */
  readonly tracesInterval?: Duration.DurationInput
  /** The interval at which metrics are sent; 60 seconds when absent. */
  readonly metricsInterval?: Duration.DurationInput
}

interface Attribute {
  readonly key: string
}

interface Span {
  readonly attributes: ReadonlyArray<Attribute>
}

interface Traces {
  readonly resourceSpans: ReadonlyArray<{ readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }> }>
}

/** The attribute that this version of the exporter adds to every failed span, as if it had been interrupted. */
const mistaken: ReadonlySet<string> = new Set(["span.label", "status.interrupted"])

/** Traces without noise: failures are described by the status and `error.type`, and stacks are removed. */
const cleaned = (data: unknown): unknown => {
  const { resourceSpans } = data as Traces
  return {
    resourceSpans: resourceSpans.map((resource) => ({
      ...resource,
      scopeSpans: resource.scopeSpans.map((scope) => ({
        ...scope,
        spans: scope.spans.map((span) => ({
          ...span,
          events: [],
          attributes: span.attributes.filter(({ key }) => !mistaken.has(key))
        }))
      }))
    }))
  }
}

const serialization = (protocol: Protocol) => {
  const { layerJson, layerProtobuf, OtlpSerialization: Encoding } = OtlpSerialization
  return Layer.effect(
    Encoding,
    Effect.map(Encoding, ({ traces, ...others }) => ({ ...others, traces: (data: unknown) => traces(cleaned(data)) }))
  ).pipe(Layer.provide(protocol === "http/protobuf" ? layerProtobuf : layerJson))
}

const destination = (
  { endpoint, headers = {} }: OtlpOptions,
  own: Destination | false | undefined,
  path: string
): Required<Destination> | undefined => {
  if (own === false) return undefined
  if (own !== undefined) return { url: own.url, headers: { ...headers, ...own.headers } }
  return endpoint === undefined ? undefined : { url: `${endpoint.replace(/\/+$/, "")}${path}`, headers }
}

/**
 * Measures an engine, and exports the results. Anything that cannot be sent is dropped: an unavailable collector never
 * delays a call, and delays the shutdown by at most three seconds.
 */
export const layer = (options: OtlpOptions): Layer.Layer<Telemetry> => {
  const traces = destination(options, options.traces, "/v1/traces")
  const metrics = destination(options, options.metrics, "/v1/metrics")
  const resource = {
    serviceName: options.serviceName ?? "lectern",
    serviceVersion: options.serviceVersion,
    attributes: { ...options.attributes }
  }
  const tracer =
    traces === undefined
      ? Layer.setTracerEnabled(false)
      : Layer.unwrapScoped(
          Effect.map(
            OtlpTracer.make({ ...traces, resource, exportInterval: options.tracesInterval ?? "5 seconds" }),
            (made) => Layer.setTracer(options.sampling === undefined ? made : sampled(made, options.sampling))
          )
        )
  const meter =
    metrics === undefined
      ? Layer.empty
      : OtlpMetrics.layer({ ...metrics, resource, exportInterval: options.metricsInterval ?? "60 seconds" })
  const exporting = Layer.merge(tracer, meter).pipe(
    Layer.provide(serialization(options.protocol ?? "http/json")),
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map())))
  )
  return Layer.provideMerge(Layer.merge(exporting, processMetrics), Instrumentation.layer)
}
