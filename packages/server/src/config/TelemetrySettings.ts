/** The settings of telemetry, with the standard variables of OpenTelemetry: the measured data, and its destinations. */
import type { Destination, Protocol } from "@lectern/node/telemetry/Otlp"
import type { Sampling } from "@lectern/node/telemetry/Sampling"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import type { telemetryNames } from "./TelemetryNames.js"

/** Headers by name, whose values are secrets. */
export type SecretHeaders = Readonly<Record<string, Redacted.Redacted>>

/** A destination whose headers are not shown. */
export interface SecretDestination extends Omit<Destination, "headers"> {
  readonly headers: SecretHeaders
}

/** The telemetry, and its destinations. Nothing is measured without a destination or a way to request metrics. */
export interface TelemetrySettings {
  readonly traces: SecretDestination | undefined
  readonly metrics: SecretDestination | undefined
  readonly protocol: Protocol
  readonly serviceName: string
  readonly attributes: Readonly<Record<string, string>>
  readonly sampling: Sampling
  /** The interval at which spans and metrics are sent, in milliseconds. */
  readonly tracesInterval: number
  readonly metricsInterval: number
  /** The port that serves metrics to Prometheus; 0 takes any free one. */
  readonly metricsPort: number | undefined
  /** The token that Prometheus has to send; without a separate port, metrics are on the port of the API. */
  readonly metricsToken: Redacted.Redacted | undefined
}

type Parsed<A> = Either.Either<A, string>

/** Parses the value of a setting, or else of an OpenTelemetry variable; if both are empty, yields the fallback. */
export type Read = <A>(
  name: keyof typeof telemetryNames,
  parse: (text: string) => Parsed<A>,
  fallback: A,
  standard?: string
) => Parsed<A>

const address = (text: string): Parsed<string> => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const fits = (url?.protocol === "http:" || url?.protocol === "https:") && url.username === "" && url.password === ""
  return fits ? Either.right(text) : Either.left("expected an http or https address without credentials")
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}

/** Pairs in the format of W3C baggage: comma-separated, with percent-encoded values. */
const pairs = (text: string, isName: RegExp, what: string): Parsed<Readonly<Record<string, string>>> => {
  const found: Record<string, string> = {}
  for (const pair of text.split(",").filter((each) => each.trim() !== "")) {
    const at = pair.indexOf("=")
    const [name, value] = [pair.slice(0, Math.max(0, at)).trim(), decoded(pair.slice(at + 1))]
    if (!isName.test(name) || value === undefined) return Either.left(`expected ${what} as name=value,name=value`)
    found[name] = value
  }
  return Either.right(found)
}

const headers = (text: string): Parsed<SecretHeaders> =>
  Either.flatMap(pairs(text, /^[\w!#$%&'*+.^`|~-]+$/, "headers"), (found) =>
    Object.values(found).every((value) => /^[\x20-\x7e]*$/.test(value))
      ? Either.right(Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Redacted.make(value)])))
      : Either.left("expected visible ASCII characters in headers")
  )

const attributes = (text: string) => pairs(text, /^[^\s=,]+$/, "attributes")

const serviceName = (text: string): Parsed<string> =>
  /^[\x20-\x7e]{1,255}$/.test(text) ? Either.right(text) : Either.left("expected 1 to 255 printable ASCII characters")

const ratio = (text: string): Parsed<number> =>
  /^(?:0?\.\d+|0|1(?:\.0+)?)$/.test(text) ? Either.right(Number(text)) : Either.left("expected a number from 0 to 1")

const port = (text: string): Parsed<number> =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535
    ? Either.right(Number(text))
    : Either.left("expected a port from 0 to 65535")

const token = (text: string): Parsed<Redacted.Redacted> =>
  /^[\x21-\x7e]{16,512}$/.test(text)
    ? Either.right(Redacted.make(text))
    : Either.left("expected 16 to 512 printable ASCII characters without spaces")

const milliseconds = (text: string): Parsed<number> =>
  /^[1-9]\d{0,8}$/.test(text) ? Either.right(Number(text)) : Either.left("expected a number of milliseconds")

const oneOf =
  <A extends string>(...values: ReadonlyArray<A>) =>
  (text: string): Parsed<A> =>
    Either.fromNullable(
      values.find((value) => value === text),
      () => `expected ${values.join(" or ")}`
    )

const samplers = [
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
  "always_on",
  "always_off",
  "traceidratio"
] as const

const samplingOf = (sampler: (typeof samplers)[number], part: number): Sampling => ({
  parentBased: sampler.startsWith("parentbased_"),
  ratio: sampler.endsWith("always_on") ? 1 : sampler.endsWith("always_off") ? 0 : part
})

/** Reads the settings of telemetry. `standard` reads a variable that only OpenTelemetry has. */
export const parseTelemetry = (
  read: Read,
  standard: <A>(variable: string, parse: (text: string) => Parsed<A>, fallback: A) => Parsed<A>
): Parsed<TelemetrySettings> =>
  Either.gen(function* () {
    const disabled = (yield* standard("OTEL_SDK_DISABLED", (text) => Either.right(text), "")).toLowerCase() === "true"
    const endpoint = yield* read<string | undefined>("otlpEndpoint", address, undefined, "OTEL_EXPORTER_OTLP_ENDPOINT")
    const common = yield* read<SecretHeaders>("otlpHeaders", headers, {}, "OTEL_EXPORTER_OTLP_HEADERS")
    const destination = (signal: "TRACES" | "METRICS", path: string) =>
      Either.gen(function* () {
        const own = yield* standard<string | undefined>(`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, address, undefined)
        const more = yield* standard<SecretHeaders>(`OTEL_EXPORTER_OTLP_${signal}_HEADERS`, headers, {})
        const exporter = yield* standard(`OTEL_${signal}_EXPORTER`, oneOf("otlp", "none"), "otlp")
        const url = own ?? (endpoint === undefined ? undefined : `${endpoint.replace(/\/+$/, "")}${path}`)
        if (disabled || exporter === "none" || url === undefined) return undefined
        return { url, headers: { ...common, ...more } }
      })
    const part = yield* standard("OTEL_TRACES_SAMPLER_ARG", ratio, 1)
    const sampler = yield* standard("OTEL_TRACES_SAMPLER", oneOf(...samplers), "parentbased_always_on")
    const sampling = yield* read<number | undefined>("traceSampling", ratio, undefined)
    const { "service.name": named, ...others } = yield* standard("OTEL_RESOURCE_ATTRIBUTES", attributes, {})
    return {
      traces: yield* destination("TRACES", "/v1/traces"),
      metrics: yield* destination("METRICS", "/v1/metrics"),
      protocol: yield* standard<Protocol>(
        "OTEL_EXPORTER_OTLP_PROTOCOL",
        oneOf("http/json", "http/protobuf"),
        "http/json"
      ),
      serviceName: yield* read("serviceName", serviceName, named ?? "lectern", "OTEL_SERVICE_NAME"),
      attributes: others,
      sampling: sampling === undefined ? samplingOf(sampler, part) : { ratio: sampling },
      tracesInterval: yield* standard("OTEL_BSP_SCHEDULE_DELAY", milliseconds, 5_000),
      metricsInterval: yield* standard("OTEL_METRIC_EXPORT_INTERVAL", milliseconds, 60_000),
      metricsPort: yield* read<number | undefined>("metricsPort", port, undefined),
      metricsToken: yield* read<Redacted.Redacted | undefined>("metricsToken", token, undefined)
    }
  })
