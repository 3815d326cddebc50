import type { HttpResponse } from "@lectern/http/foundation/dispatcher/Exchange"
import { parseQuery } from "@lectern/http/foundation/dispatcher/Query"
import { RestOfPath } from "@lectern/http/foundation/params/PathParams"
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
    handle(
      { method: "GET", url, header: (name) => headers[name], headers: () => new Headers(headers), body, stream },
      resolve
    )
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
