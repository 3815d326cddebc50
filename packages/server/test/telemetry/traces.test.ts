/** The spans that a collector receives from a server, and from an engine without one. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as Lectern from "@lectern/core/Lectern"
import * as Otlp from "@lectern/node/telemetry/Otlp"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startServerHere } from "../inProcess.js"
import { putFiles, temporaryFolder } from "../program.js"
import { type Collector, type ReceivedSpan, startCollector } from "./collector.js"

let folder = ""
let remove = () => {}
let collector: Collector | undefined
beforeEach(() => {
  ;[folder, remove] = temporaryFolder()
  putFiles(join(folder, "docs"), { "README.md": "# Welcome\n\nHello, reader.\n" })
})
afterEach(async () => {
  await collector?.close()
  remove()
})

const start = (env: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  startServerHere(join(folder, "data"), ["--import-docs", join(folder, "docs"), "--log-level", "debug", ...args], env)

const tokenOf = (): string => readFileSync(join(folder, "data/admin-token"), "utf8").trim()

const below = (spans: ReadonlyArray<ReceivedSpan>, parent: ReceivedSpan | undefined) =>
  spans.filter(({ parentSpanId }) => parent !== undefined && parentSpanId === parent.spanId)

const names = (spans: ReadonlyArray<ReceivedSpan>) => spans.map(({ name }) => name)

const callerTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
const callerSpan = "00f067aa0ba902b7"

describe("a server with a collector", () => {
  it("sends request, call, transaction and statement as one trace, with the id that answer and log have", async () => {
    const key = "a-key-of-the-collector"
    collector = await startCollector([key])
    const server = await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${key}`,
      OTEL_SERVICE_NAME: "docs",
      OTEL_BSP_SCHEDULE_DELAY: "100",
      OTEL_METRIC_EXPORT_INTERVAL: "100",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test"
    })
    const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
      fetch(`${server.base}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tokenOf()}`,
          ...headers,
          ...(body !== undefined && { "content-type": "application/json" })
        },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    const organization = (await (await ask("GET", "/orgs")).json()).items[0].id
    const traceparent = `00-${callerTrace}-${callerSpan}-01`
    const sent = { traceparent, "x-request-id": "0af7651916cd43dd8448eb211c80319c" }
    const created = await ask("POST", `/orgs/${organization}/spaces`, sent, { title: "Traced" })
    expect(created.status).toBe(201)
    expect(created.headers.get("x-request-id")).toBe(sent["x-request-id"])
    const missing = await ask("GET", "/spaces/nothing", { "x-request-id": tokenOf() })
    expect(missing.status).toBe(404)
    await collector.until(
      ({ metrics, spans }) =>
        metrics.has("lectern_uploads_open") &&
        names(spans).includes("job rate limits") &&
        spans.some(({ attributes }) => attributes["http.route"] === "/v1/spaces/:spaceId")
    )
    const { stderr } = await server.stop()

    const all = collector.spans
    const trace = all.filter(({ traceId }) => traceId === callerTrace)
    const [request, ...others] = below(trace, { spanId: callerSpan } as ReceivedSpan)
    expect(others).toEqual([])
    expect(request).toMatchObject({
      name: "POST /v1/orgs/:organizationId/spaces",
      kind: 2,
      status: 1,
      attributes: {
        "http.request.method": "POST",
        "http.route": "/v1/orgs/:organizationId/spaces",
        "http.response.status_code": 201,
        "lectern.operation": "createSpace"
      },
      resource: { "service.name": "docs", "deployment.environment.name": "test" }
    })
    const call = below(trace, request).find(({ name }) => name === "spaces.create")
    expect(names(below(trace, request))).toContain("apiTokens.authenticate")
    const transaction = below(trace, call).find(({ name }) => name === "storage.transaction")
    expect(transaction?.attributes["lectern.transaction.outcome"]).toBe("committed")
    const statement = below(trace, transaction).find(({ name }) => name === "storage.write spaces")
    expect(statement?.attributes).toMatchObject({ "db.collection.name": "spaces", "db.operation.name": "insert" })
    for (const span of trace) {
      expect(span.attributes["lectern.request_id"]).toBe(sent["x-request-id"])
      expect(span.end >= span.start).toBe(true)
      const parent = trace.find(({ spanId }) => spanId === span.parentSpanId)
      expect(parent !== undefined || span === request).toBe(true)
      if (parent !== undefined) expect(span.start >= parent.start && span.end <= parent.end).toBe(true)
    }
    const line = stderr.split("\n").find((each) => each.includes("createSpace"))
    expect(JSON.parse(line ?? "{}").annotations).toMatchObject({ requestId: sent["x-request-id"], status: 201 })

    const refused = all.find(({ attributes }) => attributes["http.route"] === "/v1/spaces/:spaceId")
    expect(refused).toMatchObject({ status: 1, attributes: { "http.response.status_code": 404 } })
    expect(refused?.attributes["lectern.request_id"]).toBe(missing.headers.get("x-request-id"))
    expect(missing.headers.get("x-request-id")).not.toBe(tokenOf())

    expect(names(all)).toContain("job purge")
    expect(names(all).filter((name) => /sql|Sharding|Rpc|Workflow|Entity|http\.client/i.test(name))).toEqual([])
    for (const span of all) expect(JSON.stringify(span.attributes)).not.toContain(tokenOf())
    for (const name of ["lectern_http_requests_total", "lectern_storage_transactions_total", "lectern_uploads_open"]) {
      expect([...collector.metrics]).toContain(name)
    }
    for (const headers of collector.headers) expect(headers["x-api-key"]).toBe(key)
    expect(stderr).not.toContain(key)
  })

  it("records the part of the traces that it is asked for, and those that a caller records", async () => {
    collector = await startCollector()
    const often = { OTEL_BSP_SCHEDULE_DELAY: "100" }
    const server = await start(often, "--otlp-endpoint", collector.endpoint, "--trace-sampling", "0")
    const ask = (flags: string) =>
      fetch(`${server.base}/v1/user`, {
        headers: { authorization: `Bearer ${tokenOf()}`, traceparent: `00-${callerTrace}-${callerSpan}-${flags}` }
      })
    await ask("00")
    await ask("01")
    await fetch(`${server.base}/healthz`)
    await collector.until(({ spans }) => spans.some(({ parentSpanId }) => parentSpanId === callerSpan))
    await server.stop()
    const traces = new Set(collector.spans.map(({ traceId }) => traceId))
    expect([...traces]).toEqual([callerTrace])
    expect(collector.spans.filter(({ parentSpanId }) => parentSpanId === callerSpan)).toHaveLength(1)
  })

  it("goes on where the collector fails, and stops in time", async () => {
    collector = await startCollector([], 400)
    const server = await start({}, "--otlp-endpoint", collector.endpoint)
    const since = performance.now()
    expect((await fetch(`${server.base}/readyz`)).status).toBe(200)
    expect((await server.stop()).code).toBe(0)
    expect(performance.now() - since).toBeLessThan(10_000)
  })
})

describe("an engine without a server", () => {
  it("sends the calls of a promise user when it closes", async () => {
    collector = await startCollector()
    const telemetry = Otlp.layer({ endpoint: collector.endpoint, serviceName: "handbook" })
    const lectern = await Lectern.open({ storage: MemoryStorage.open(), telemetry })
    await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    await lectern.close()
    const call = collector.spans.find(({ name }) => name === "users.create")
    expect(call).toMatchObject({ parentSpanId: undefined, kind: 1, resource: { "service.name": "handbook" } })
    const transaction = below(collector.spans, call).find(({ name }) => name === "storage.transaction")
    expect(names(below(collector.spans, transaction))).toContain("storage.write users")
    expect([...collector.metrics]).toContain("lectern_calls_total")
    expect([...collector.metrics]).toContain("nodejs_eventloop_lag_p99_seconds")
  })
})
