import { type Gzip, gzipWithStream } from "@lectern/http/foundation/dispatcher/Compression"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { envelope, failure, json, limiterOf, serve } from "./fake.js"

describe("tokens", () => {
  const { fetch } = serve()

  it("answers 401 without, with another scheme and with an unknown token", async () => {
    for (const authorization of ["", "Bearer", "Bearer ", "Basic good", "good", "Bearer bad", "Bearer good token"]) {
      const response = await fetch("/v1/things", { token: null, headers: { authorization } })
      expect(response.headers.get("www-authenticate"), authorization).toBe("Bearer")
      expect((await failure(response)).status, authorization).toBe(401)
    }
  })

  it("takes the scheme in any case and tokens of any visible characters", async () => {
    for (const authorization of ["Bearer good", "bearer good", "BEARER  good", "Bearer good:!$,;"]) {
      expect((await fetch("/v1/things", { headers: { authorization } })).status, authorization).toBe(200)
    }
    expect(await (await fetch("/v1/things")).json()).toMatchObject({ user: "ada" })
  })
})

describe("failures", () => {
  const { fetch, log } = serve()

  it("answers each error of the engine with its status", async () => {
    expect(await failure(await fetch("/v1/fail/forbidden"))).toEqual(envelope(403, "not you"))
    expect(await failure(await fetch("/v1/fail/conflict"))).toEqual(envelope(409, "not now"))
    expect(await failure(await fetch("/v1/things/absent"))).toEqual(envelope(404, "thing not found"))
    const away = await fetch("/v1/fail/unavailable")
    expect(away.headers.get("retry-after")).toBe("1")
    expect(await failure(away)).toEqual(envelope(503, "storage is away"))
    expect(log.at(-1)).toContain("disk secret")
  })

  it("asks nobody to try again what may have happened", async () => {
    const lost = await fetch("/v1/fail/unknown")
    expect([lost.status, lost.headers.get("retry-after")]).toEqual([503, null])
    expect(await failure(lost)).toEqual(envelope(503, "storage was lost"))
  })

  it("logs a defect and tells nothing about it", async () => {
    for (const [how, secret] of [
      ["defect", "secret of a defect"],
      ["throw", "secret of a throw"]
    ] as const) {
      const answer = await failure(await fetch(`/v1/fail/${how}`))
      expect(answer).toEqual(envelope(500, "the server failed to answer this request"))
      expect(log.at(-1)).toContain(secret)
      expect(log.at(-1)).toContain("operation=fail")
    }
  })

  it("refuses an answer that is not of its declared shape, when asked to check", async () => {
    expect((await fetch("/v1/fail/liar")).status).toBe(500)
    expect(log.at(-1)).toContain("the answer of fail is not of its shape")
    expect((await serve({ verifyAnswers: false }).fetch("/v1/fail/liar")).status).toBe(200)
  })

  it("logs requests when asked to, by their route and not their address", async () => {
    const quiet = serve()
    await quiet.fetch("/v1/things/a")
    expect(quiet.log).toEqual([])
    const loud = serve({ accessLog: true })
    await loud.fetch("/v1/things/private-id?shareKey=private", { headers: { "x-request-id": "r-1" } })
    expect(loud.log).toHaveLength(1)
    for (const part of [
      "requestId=r-1",
      "method=GET",
      "path=/v1/things/:thingId",
      "operation=getThing",
      "status=200"
    ]) {
      expect(loud.log[0]).toContain(part)
    }
    expect(loud.log[0]).not.toContain("private")
  })

  it("never logs a token", async () => {
    await fetch("/v1/fail/defect", { token: "good-secret-token" })
    expect(log.join("\n")).not.toContain("good-secret-token")
  })
})

describe("conditional requests", () => {
  const { calls, fetch } = serve()
  const path = "/v1/things/a/content"

  it("answers 304 for a tag that it gave, before the work is done", async () => {
    const first = await fetch(path)
    const tag = first.headers.get("etag")!
    expect(tag).toMatch(/^"r1-\w+"$/)
    expect(first.headers.get("cache-control")).toBe("private, no-cache")
    const before = calls.answered
    for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, `"x",${tag},"y"`, tag.replace(/"$/, '-gzip"')]) {
      const again = await fetch(path, { headers: { "if-none-match": condition } })
      expect(again.status, condition).toBe(304)
      expect(again.headers.get("etag")).toBe(condition.includes("gzip") ? condition : tag)
      expect(again.headers.get("vary")).toBe("Accept-Encoding")
      expect(await again.text()).toBe("")
    }
    expect(calls.answered).toBe(before)
    expect((await fetch(path, { method: "HEAD", headers: { "if-none-match": tag } })).status).toBe(304)
  })

  it("answers 304 for * only where there is something", async () => {
    expect((await fetch(path, { headers: { "if-none-match": "*" } })).status).toBe(304)
    expect((await fetch("/v1/things/absent/content", { headers: { "if-none-match": "*" } })).status).toBe(404)
  })

  it("gives other tags to other addresses, and answers those in full", async () => {
    const tag = (await fetch(path)).headers.get("etag")!
    for (const other of ["/v1/things/b/content", `${path}?size=2`]) {
      const response = await fetch(other, { headers: { "if-none-match": tag } })
      expect(response.status).toBe(200)
      expect(response.headers.get("etag")).not.toBe(tag)
    }
    expect((await fetch(path, { headers: { "if-none-match": '"r1"' } })).status).toBe(200)
  })
})

describe("compression", () => {
  const { fetch } = serve()

  it("compresses an answer once that is given more than once", async () => {
    let count = 0
    const gzip: Gzip = (body) => {
      count++
      return gzipWithStream(body)
    }
    const answer = { status: 200, body: "a".repeat(3000), compressible: true, compressed: {} }
    const pages = { hasHome: false, answer: () => Effect.succeed(answer) }
    const { fetch } = serve({ gzip, pages })
    for (let i = 0; i < 3; i++) {
      const given = await fetch("/page", { headers: { "accept-encoding": "gzip" } })
      expect(given.headers.get("content-encoding")).toBe("gzip")
      const stream = given.body!.pipeThrough(new DecompressionStream("gzip"))
      expect(await new Response(stream).text()).toBe(answer.body)
    }
    expect(count).toBe(1)
    expect(await (await fetch("/page")).text()).toBe(answer.body)
  })
  const get = (size: number, accept?: string) =>
    fetch(`/v1/things/a/content?size=${size}`, accept === undefined ? {} : { headers: { "accept-encoding": accept } })

  it("compresses large answers where gzip is accepted, under another tag", async () => {
    const plain = await get(3000)
    const compressed = await get(3000, "br, gzip")
    expect(plain.headers.get("content-encoding")).toBeNull()
    expect(compressed.headers.get("content-encoding")).toBe("gzip")
    expect(plain.headers.get("vary")).toBe("Accept-Encoding")
    expect(compressed.headers.get("vary")).toBe("Accept-Encoding")
    expect(compressed.headers.get("etag")).toBe(plain.headers.get("etag")!.replace(/"$/, '-gzip"'))
    const bytes = await compressed.arrayBuffer()
    expect(Number(compressed.headers.get("content-length"))).toBe(bytes.byteLength)
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text()
    expect(text).toBe(await plain.text())
  })

  it("does not where it is refused or worth nothing", async () => {
    for (const accept of ["gzip;q=0", "identity", "br", "*;q=0", "gzip;q=0, *", "gzip;q=0.1, identity;q=0.5", ""]) {
      expect((await get(3000, accept)).headers.get("content-encoding"), accept).toBeNull()
    }
    for (const accept of ["*", "GZIP", "gzip;q=0.001", "gzip;q=0.5, *;q=0.1"]) {
      expect((await get(3000, accept)).headers.get("content-encoding"), accept).toBe("gzip")
    }
    expect((await get(10, "gzip")).headers.get("content-encoding")).toBeNull()
    expect((await get(600, "gzip")).headers.get("content-encoding")).toBe("gzip")
  })
})

describe("rate limit", () => {
  it("refuses a token above its limit until the window ends, and others not", async () => {
    const { fetch } = serve({ limiter: limiterOf({ token: { limit: 2, windowSeconds: 3600 } }) })
    const first = await fetch("/v1/things")
    expect(first.headers.get("x-ratelimit-limit")).toBe("2")
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1")
    await fetch("/v1/things/absent")
    const refused = await fetch("/v1/things", json("POST", "{"))
    expect(refused.status).toBe(429)
    expect(refused.headers.get("x-ratelimit-limit")).toBe("2")
    expect(refused.headers.get("x-ratelimit-remaining")).toBe("0")
    const wait = Number(refused.headers.get("retry-after"))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(3600)
    expect(Number(refused.headers.get("x-ratelimit-reset")) * 1000).toBeGreaterThan(Date.now())
    expect((await fetch("/v1/things", { token: "good-2" })).status).toBe(200)
    expect((await fetch("/v1/things", { token: null })).status).toBe(401)
  })
})

describe("a client that goes away", () => {
  it("interrupts the work", async () => {
    const { calls, handler } = serve()
    const controller = new AbortController()
    const pending = new Promise<void>((resolve) => {
      calls.pending = resolve
    })
    const headers = { authorization: "Bearer good" }
    const answer = handler(new Request("http://x/v1/fail/never", { signal: controller.signal, headers }))
    await pending
    controller.abort(new Error("gone"))
    await expect(answer).rejects.toThrow("gone")
    await Effect.runPromise(Effect.repeat(Effect.yieldNow(), { until: () => calls.interrupted === 1, times: 100 }))
    expect(calls.interrupted).toBe(1)
  })
})
