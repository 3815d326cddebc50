/** The configuration of telemetry, by flags, by variables, and by the standard variables of OpenTelemetry. */

import { Either, Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { parseSettings } from "../../src/config/Settings.js"

type Given = Readonly<Record<string, string>>

const telemetry = (flags: Given, environment: Given = {}) =>
  Either.getOrThrow(parseSettings(flags, environment)).telemetry
const problem = (environment: Given, flags: Given = {}): string =>
  Either.match(parseSettings(flags, environment), { onLeft: ({ message }) => message, onRight: () => "accepted" })
const plain = (headers: Readonly<Record<string, Redacted.Redacted>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Redacted.value(value)]))

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" }

describe("the settings of telemetry", () => {
  it("send traces and metrics to an endpoint, by flag before variable before standard variable", () => {
    const of = (flags: Given, environment: Given) => telemetry(flags, environment).traces?.url
    expect(of({}, endpoint)).toBe("http://collector:4318/v1/traces")
    expect(of({}, { ...endpoint, LECTERN_OTLP_ENDPOINT: "http://ours:4318/" })).toBe("http://ours:4318/v1/traces")
    expect(of({ otlpEndpoint: "http://flag:1" }, { ...endpoint, LECTERN_OTLP_ENDPOINT: "http://ours:4318" })).toBe(
      "http://flag:1/v1/traces"
    )
    expect(of({}, { OTEL_EXPORTER_OTLP_ENDPOINT: "" })).toBeUndefined()
    expect(telemetry({}, endpoint).metrics?.url).toBe("http://collector:4318/v1/metrics")
  })

  it.each<readonly [Given, string | undefined, string | undefined]>([
    [{ ...endpoint, OTEL_TRACES_EXPORTER: "none" }, undefined, "http://collector:4318/v1/metrics"],
    [{ ...endpoint, OTEL_METRICS_EXPORTER: "none" }, "http://collector:4318/v1/traces", undefined],
    [{ ...endpoint, OTEL_SDK_DISABLED: "true" }, undefined, undefined],
    [
      { ...endpoint, OTEL_SDK_DISABLED: "false" },
      "http://collector:4318/v1/traces",
      "http://collector:4318/v1/metrics"
    ],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t.test/in" }, "https://t.test/in", undefined],
    [
      { ...endpoint, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "https://m.test/in" },
      "http://collector:4318/v1/traces",
      "https://m.test/in"
    ]
  ])("of %j", (environment, traces, metrics) => {
    const read = telemetry({}, environment)
    expect([read.traces?.url, read.metrics?.url]).toEqual([traces, metrics])
  })

  it("send headers, which are not shown", () => {
    const read = telemetry(
      {},
      {
        ...endpoint,
        OTEL_EXPORTER_OTLP_HEADERS: "Authorization=Bearer%20a-secret,x-tenant = docs",
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-tenant=traces"
      }
    )
    expect(plain(read.traces?.headers)).toEqual({ Authorization: "Bearer a-secret", "x-tenant": "traces" })
    expect(plain(read.metrics?.headers)).toEqual({ Authorization: "Bearer a-secret", "x-tenant": "docs" })
    expect(JSON.stringify(read)).not.toContain("a-secret")
    expect(plain(telemetry({ otlpHeaders: "a=b" }, endpoint).traces?.headers)).toEqual({ a: "b" })
  })

  it.each<readonly [Given, object]>([
    [{}, { parentBased: true, ratio: 1 }],
    [{ OTEL_TRACES_SAMPLER: "always_off" }, { parentBased: false, ratio: 0 }],
    [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, { parentBased: true, ratio: 0 }],
    [
      { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" },
      { parentBased: false, ratio: 0.25 }
    ],
    [
      { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: ".5" },
      { parentBased: true, ratio: 0.5 }
    ],
    [{ OTEL_TRACES_SAMPLER: "always_off", LECTERN_TRACE_SAMPLING: "0.1" }, { ratio: 0.1 }]
  ])("sample as %j asks", (environment, sampling) => {
    expect(telemetry({}, environment).sampling).toEqual(sampling)
  })

  it("name the service", () => {
    expect(telemetry({}).serviceName).toBe("lectern")
    const attributes = { OTEL_RESOURCE_ATTRIBUTES: "service.name=docs,team=a%20b" }
    expect(telemetry({}, attributes)).toMatchObject({ serviceName: "docs", attributes: { team: "a b" } })
    expect(telemetry({}, { ...attributes, OTEL_SERVICE_NAME: "other" }).serviceName).toBe("other")
    expect(telemetry({ serviceName: "flag" }, attributes).serviceName).toBe("flag")
  })

  it.each<readonly [Given, string]>([
    [{ LECTERN_OTLP_ENDPOINT: "collector:4318" }, "LECTERN_OTLP_ENDPOINT: expected an http or https address"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://u:p@c" }, "OTEL_EXPORTER_OTLP_ENDPOINT: expected an http or https address"],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
      'OTEL_EXPORTER_OTLP_PROTOCOL: expected http/json or http/protobuf, got "grpc"'
    ],
    [{ OTEL_TRACES_EXPORTER: "zipkin" }, 'OTEL_TRACES_EXPORTER: expected otlp or none, got "zipkin"'],
    [{ OTEL_TRACES_SAMPLER: "jaeger_remote" }, "OTEL_TRACES_SAMPLER: expected parentbased_always_on or"],
    [{ LECTERN_TRACE_SAMPLING: "2" }, 'LECTERN_TRACE_SAMPLING: expected a number from 0 to 1, got "2"'],
    [{ LECTERN_TRACE_SAMPLING: "half" }, 'LECTERN_TRACE_SAMPLING: expected a number from 0 to 1, got "half"'],
    [{ LECTERN_METRICS_PORT: "70000" }, "LECTERN_METRICS_PORT: expected a port from 0 to 65535"],
    [{ LECTERN_METRICS_TOKEN: "short" }, "LECTERN_METRICS_TOKEN: expected 16 to 512 printable ASCII characters"],
    [{ OTEL_METRIC_EXPORT_INTERVAL: "0" }, "OTEL_METRIC_EXPORT_INTERVAL: expected a number of milliseconds"],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "a secret" }, "OTEL_EXPORTER_OTLP_HEADERS: expected headers as name=value"],
    [{ OTEL_EXPORTER_OTLP_HEADERS: "a=%zz" }, "OTEL_EXPORTER_OTLP_HEADERS: expected headers as name=value"],
    [{ LECTERN_OTLP_HEADERS: "a=b%0d%0ac" }, "LECTERN_OTLP_HEADERS: expected visible ASCII characters"]
  ])("refuse %j in one line that names it", (environment, expected) => {
    const message = problem(environment)
    expect(message).toContain(expected)
    expect(message).not.toContain("\n")
    expect(message).not.toContain("a secret")
  })
})
