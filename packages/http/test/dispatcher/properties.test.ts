import type { HttpResponse } from "@lectern/http/dispatcher/Exchange"
import { parseQuery } from "@lectern/http/dispatcher/Query"
import { makeLimiter } from "@lectern/http/dispatcher/RateLimit"
import { RestOfPath } from "@lectern/http/params/PathParams"
import { runs } from "@lectern/storage-testing/runs"
import { Either, FastCheck as fc, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { serve } from "./fake.js"

const { handle } = serve()
const tries = (usual = 100) => ({ numRuns: runs(usual) })
const text = fc.string({ unit: "binary", minLength: 1, maxLength: 30 })

const get = (url: string) =>
  new Promise<HttpResponse>((resolve) => {
    const headers: Readonly<Record<string, string>> = { authorization: "Bearer good" }
    const body = () => Promise.resolve(new Uint8Array())
    async function* stream() {}
    handle({ method: "GET", url, header: (name) => headers[name], body, stream }, resolve)
  })

const thing = ({ body, status }: HttpResponse) => {
  expect(status).toBe(200)
  return JSON.parse(String(body)) as { readonly id: string; readonly title: string }
}

describe("addresses", () => {
  it("carry any text in a segment", () =>
    fc.assert(
      fc.asyncProperty(text, async (id) => {
        fc.pre(id !== "absent")
        expect(thing(await get(`/v1/things/${encodeURIComponent(id)}`)).id).toBe(id)
      }),
      tries()
    ))

  it("carry any path in their rest, as the client writes it", () =>
    fc.assert(
      fc.asyncProperty(text, text, async (id, path) => {
        const encoded = Schema.encodeSync(RestOfPath)(path)
        expect(thing(await get(`/v1/things/${encodeURIComponent(id)}/path/${encoded}`))).toMatchObject({
          id,
          title: path
        })
      }),
      tries()
    ))

  it("are answered whatever they are", () =>
    fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 40 }), async (url) => {
        const { body, status } = await get(url)
        if (status !== 200) expect(JSON.parse(String(body))).toMatchObject({ error: { code: status } })
        expect(status).not.toBe(500)
      }),
      tries(500)
    ))
})

describe("queries", () => {
  it("are read as a form writes them", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: "binary", minLength: 1 }), fc.string({ unit: "binary" }))),
        (pairs) => {
          const expected: Record<string, string | Array<string>> = Object.create(null)
          for (const key of new Set(pairs.map(([name]) => name))) {
            const values = pairs.filter(([name]) => name === key).map(([, value]) => value)
            expected[key] = values.length === 1 ? values[0]! : values
          }
          expect(Either.getOrThrow(parseQuery(new URLSearchParams(pairs.map((pair) => [...pair])).toString()))).toEqual(
            expected
          )
        }
      ),
      tries()
    ))
})

describe("the limiter", () => {
  const minute = 60_000

  it("allows each key its limit in each window", () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5 }),
        fc.array(fc.tuple(fc.constantFrom("a", "b"), fc.nat(2 * minute))),
        (limit, calls) => {
          const limiter = makeLimiter({ limit, windowSeconds: 60 })
          const counts = new Map<string, number>()
          for (const [key, at] of calls.toSorted((x, y) => x[1] - y[1])) {
            const window = `${key} ${Math.floor(at / minute)}`
            counts.set(window, (counts.get(window) ?? 0) + 1)
            const { exceeded, headers } = limiter(key, at)
            expect(exceeded === undefined).toBe(counts.get(window)! <= limit)
            expect(headers["x-ratelimit-remaining"]).toBe(String(Math.max(0, limit - counts.get(window)!)))
            const end = (Math.floor(at / minute) + 1) * minute
            expect(headers["x-ratelimit-reset"]).toBe(String(end / 1000))
            if (exceeded !== undefined) expect(at + exceeded.retryAfter * 1000).toBeGreaterThanOrEqual(end)
          }
        }
      ),
      tries()
    ))

  it("forgets its oldest keys rather than grow without end", () => {
    const limiter = makeLimiter({ limit: 1, windowSeconds: 60 })
    const allowed = (key: string) => limiter(key, 0).exceeded === undefined
    expect([allowed("first"), allowed("first")]).toEqual([true, false])
    for (let i = 0; i < 100_000; i++) limiter(`key ${i}`, 0)
    expect(allowed("first")).toBe(true)
    expect(allowed("key 99999")).toBe(false)
  })
})
