/** A collector: takes OTLP over HTTP in JSON, as the exporters of OpenTelemetry send it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { logged } from "../../../testing/src/LogLines.js"

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}
type Attributes = ReadonlyArray<{ readonly key: string; readonly value: Value }>

/** A span as it was received. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly status: number
  readonly start: bigint
  readonly end: bigint
  readonly attributes: Readonly<Record<string, unknown>>
  readonly resource: Readonly<Record<string, unknown>>
}

const record = (attributes: Attributes): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue)
    ])
  )

interface RawSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: Attributes
  readonly events: ReadonlyArray<unknown>
  readonly status: { readonly code: number }
}

interface RawTraces {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: Attributes }
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<RawSpan> }>
  }>
}

interface RawMetrics {
  readonly resourceMetrics: ReadonlyArray<{
    readonly scopeMetrics: ReadonlyArray<{ readonly metrics: ReadonlyArray<{ readonly name: string }> }>
  }>
}

const spansOf = ({ resourceSpans }: RawTraces): ReadonlyArray<ReceivedSpan> =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        if (span.events.length > 0) throw new Error(`${span.name} has events, which may hold anything`)
        return {
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId,
          name: span.name,
          kind: span.kind,
          status: span.status.code,
          start: BigInt(span.startTimeUnixNano),
          end: BigInt(span.endTimeUnixNano),
          attributes: record(span.attributes),
          resource: record(resource.attributes)
        }
      })
    )
  )

/** A collector that listens. */
export interface Collector {
  readonly endpoint: string
  readonly spans: ReadonlyArray<ReceivedSpan>
  readonly metrics: ReadonlySet<string>
  /** Waits until it has received the data that a test looks for. */
  readonly until: (found: (collector: Collector) => boolean) => Promise<void>
  /** The headers of every request for spans and metrics. */
  readonly headers: ReadonlyArray<NodeJS.Dict<string | Array<string>>>
  readonly close: () => Promise<void>
}

/** Starts a collector; the test that runs fails where it receives one of the secrets. */
export const startCollector = async (secrets: ReadonlyArray<string> = [], status = 200): Promise<Collector> => {
  const spans: Array<ReceivedSpan> = []
  const metrics = new Set<string>()
  const headers: Array<NodeJS.Dict<string | Array<string>>> = []
  const waiting = new Set<() => void>()
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += String(chunk)
    headers.push(request.headers)
    const body: unknown = JSON.parse(text)
    if (request.url === "/v1/traces") {
      for (const span of spansOf(body as RawTraces)) {
        const line = Object.entries(span.attributes).map(([key, value]) =>
          key === "lectern.request_id" ? `requestId=${String(value)}` : `${key}=${String(value)}`
        )
        logged(`span ${span.name} ${line.join(" ")}`, secrets)
        spans.push(span)
      }
    } else if (request.url === "/v1/metrics") {
      logged(text, secrets)
      for (const { scopeMetrics } of (body as RawMetrics).resourceMetrics) {
        for (const scope of scopeMetrics) for (const { name } of scope.metrics) metrics.add(name)
      }
    } else throw new Error(`${request.url} is no path of a collector`)
    response.writeHead(status, { "content-type": "application/json" }).end("{}")
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const collector: Collector = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    headers,
    until: (found) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!found(collector)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
  return collector
}
