/** Requests with telemetry: ids that tie log, span and answer together, traces that go on, and counts. */
import { metrics } from "@lectern/core/foundation/telemetry/Metrics"
import { requestTelemetry } from "@lectern/http/foundation/telemetry/RequestTelemetry"
import { callerSpan } from "@lectern/http/foundation/telemetry/TraceParent"
import { runs } from "@lectern/storage-testing/runs"
import { Effect, FastCheck, Layer, Logger, LogLevel } from "effect"
import { describe, expect, it } from "vitest"
import { rise } from "../../../../core/test/foundation/telemetry/numbers.js"
import { logged, secretIn } from "../../../../testing/src/LogLines.js"
import { keepSpans } from "../../../../testing/src/Spans.js"
import { limiterOf, serve } from "../dispatcher/fake.js"

const traced = (options: Parameters<typeof serve>[0] = {}) => {
  const { layer, spans } = keepSpans()
  const log: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void log.push(logged(line)))
  const all = Layer.mergeAll(
    layer,
    Logger.replace(Logger.defaultLogger, logger),
    Logger.minimumLogLevel(LogLevel.Debug)
  )
  const runtime = Effect.runSync(Effect.scoped(Layer.toRuntime(all)))
  return { ...serve({ telemetry: requestTelemetry, runtime, accessLog: true, ...options }), spans, log }
}

const hex = (digits: number) => FastCheck.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`))
const someIds = FastCheck.oneof(
  hex(32),
  FastCheck.uuid(),
  FastCheck.stringMatching(/^[\w.:=+/-]{1,128}$/),
  FastCheck.stringMatching(/^[\x20-\x7e]{0,140}$/),
  FastCheck.base64String({ minLength: 1, maxLength: 80 }),
  FastCheck.constantFrom(
    `lct_${"a1".repeat(22)}`,
    "x-lct_abcdefghijklmnopq",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1c2VyIn0.c2ln",
    "ab".repeat(32),
    "Root=1-67891233-abcdef012345678912345678"
  )
)

describe("the id of a request", () => {
  it("is the same in the answer, the span and the log, and never a secret", async () => {
    const { fetch, log, spans } = traced()
    await FastCheck.assert(
      FastCheck.asyncProperty(someIds, async (sent) => {
        spans.length = 0
        log.length = 0
        const response = await fetch("/v1/things/a", { headers: { "x-request-id": sent } })
        const id = response.headers.get("x-request-id") ?? ""
        expect(spans.map(({ attributes }) => attributes.get("lectern.request_id"))).toEqual([id])
        expect(log.some((line) => line.includes(`requestId=${id}`) || line.includes(`requestId="${id}"`))).toBe(true)
        expect(secretIn(`requestId=${id}`)).toBeUndefined()
        if (/^(?:[0-9a-f]{32}|[0-9a-f-]{36})$/.test(sent)) expect(id).toBe(sent)
      }),
      { numRuns: runs(100) }
    )
  })

  it("is another one where the program does not accept it", async () => {
    const { fetch } = traced({ acceptsRequestId: (id) => !id.includes("ours") })
    const id = async (sent: string) =>
      (await fetch("/v1/things/a", { headers: { "x-request-id": sent } })).headers.get("x-request-id")
    expect([await id("theirs"), (await id("ours")) === "ours"]).toEqual(["theirs", false])
  })
})

describe("the trace of a caller", () => {
  it("goes on exactly where the header is well formed", () => {
    FastCheck.assert(
      FastCheck.property(hex(32), hex(16), hex(2), hex(2), (trace, span, version, flags) => {
        const found = callerSpan(`${version}-${trace}-${span}-${flags}`)
        const valid = version !== "ff" && !/^0+$/.test(trace) && !/^0+$/.test(span)
        expect(found !== undefined).toBe(valid)
        if (found === undefined) return
        expect([found.traceId, found.spanId]).toEqual([trace, span])
        expect(found.sampled).toBe(Number.parseInt(flags, 16) % 2 === 1)
      }),
      { numRuns: runs(200) }
    )
    const good = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`
    expect(callerSpan(good)).toBeDefined()
    for (const bad of [
      undefined,
      "",
      `${good}-more`,
      ` ${good}`,
      `${good}, ${good}`,
      good.toUpperCase(),
      `ff${good.slice(2)}`,
      `00-${"0".repeat(32)}-${"b".repeat(16)}-01`,
      `00-${"a".repeat(32)}-${"0".repeat(16)}-01`
    ]) {
      expect([bad, callerSpan(bad)]).toEqual([bad, undefined])
    }
    expect(callerSpan(`01${good.slice(2)}-more`)).toBeDefined()
  })

  it("is the parent of the request's span", async () => {
    const { fetch, spans } = traced()
    await fetch("/v1/things/a", { headers: { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` } })
    expect(spans).toMatchObject([{ traceId: "a".repeat(32), parentId: "b".repeat(16), kind: "server" }])
    spans.length = 0
    await fetch("/v1/things/a")
    expect(spans).toMatchObject([{ parentId: undefined, name: "GET /v1/things/:thingId" }])
  })
})

describe("requests", () => {
  const rises = async (work: (to: ReturnType<typeof traced>) => Promise<unknown>, options = {}) => {
    const to = traced(options)
    const found = await rise(metrics.httpRequests, () => work(to))
    return Object.fromEntries([...found].filter(([, value]) => value > 0))
  }

  it.each<readonly [string, string, RequestInit, string]>([
    ["an answer", "/v1/things/a", {}, "getThing 200"],
    ["a refusal", "/v1/things/absent", {}, "getThing 404"],
    ["a defect", "/v1/fail/defect", {}, "fail 500"],
    ["a storage that is away", "/v1/fail/unavailable", {}, "fail 503"],
    ["a bad query", "/v1/things?nested=maybe", {}, "listThings 400"],
    ["an unknown path", "/v1/nothing/of-that-name", {}, "unmatched 404"],
    ["an unknown method", "/v1/things/a", { method: "PUT" }, "unmatched 405"],
    ["the question for methods", "/v1/things/a", { method: "OPTIONS" }, "preflight 204"],
    ["a route beside the API", "/bytes/a", {}, "bytes 200"]
  ])("are counted by operation and status: %s", async (_, path, init, expected) => {
    expect(await rises(({ fetch }) => fetch(path, init))).toEqual({ [expected]: 1 })
  })

  it("are counted where the client goes away, and are no longer in flight", async () => {
    const found = await rises(async ({ calls, fetch }) => {
      const controller = new AbortController()
      const begun = new Promise<void>((resolve) => {
        calls.pending = resolve
      })
      const asked = fetch("/v1/fail/never", { signal: controller.signal })
      await begun
      controller.abort()
      await asked.catch(() => undefined)
    })
    expect(found).toEqual({ "fail 499": 1 })
    const inFlight = await rise(metrics.httpInFlight, () => traced().fetch("/v1/things/a"))
    expect(inFlight.get("")).toBe(0)
  })

  it("are counted when the limit of their token refuses them", async () => {
    const { fetch } = traced({ limiter: limiterOf({ token: { limit: 2, windowSeconds: 3600 } }) })
    const refusals = await rise(metrics.httpRateLimited, async () => {
      for (let i = 0; i < 5; i++) await fetch("/v1/things/a")
    })
    expect(refusals.get("")).toBe(3)
  })

  it("are faults only where the server is to blame", async () => {
    const { fetch, spans } = traced()
    for (const path of ["/v1/things/a", "/v1/things/absent", "/v1/fail/unavailable", "/v1/fail/defect"]) {
      await fetch(path)
    }
    const seen = spans.map(({ attributes, failed }) => [attributes.get("http.response.status_code"), failed])
    expect(seen).toEqual([
      [200, false],
      [404, false],
      [503, true],
      [500, true]
    ])
  })
})
