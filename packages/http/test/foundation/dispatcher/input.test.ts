import { describe, expect, it } from "vitest"
import { envelope, failure, json, serve } from "./fake.js"

const { fetch } = serve()

describe("queries", () => {
  const query = async (search: string) => {
    const response = await fetch(`/v1/things?${search}`)
    const body: unknown = await response.json()
    return response.status === 200 ? (body as { query: unknown }).query : body
  }
  const invalid = (message: unknown) => ({ error: { code: 400, message } })

  it("parses booleans, numbers and text strictly", async () => {
    expect(await query("limit=0&nested=false&page=a+b%20c&&unknown=1&x")).toEqual({
      limit: 0,
      nested: false,
      page: "a b c"
    })
    expect(await query("")).toEqual({})
    for (const limit of ["", "1.5", "1e2", "0x10", "01", "-1", "1001", "abc", "%201", "99999999999999999999"]) {
      expect(await query(`limit=${limit}`), limit).toEqual(
        invalid(expect.stringMatching(/^limit: expected an integer/))
      )
    }
    for (const nested of ["", "1", "TRUE", "yes"]) {
      expect(await query(`nested=${nested}`), nested).toEqual(invalid("nested: expected true or false"))
    }
  })

  it("makes arrays of repeated keys, which a single value refuses", async () => {
    expect(await query("tag=a&tag=b")).toEqual(invalid(expect.stringMatching(/^tag: /)))
    expect(await query("limit=1&limit=2")).toEqual(invalid(expect.stringMatching(/^limit: /)))
  })

  it("is not fooled by names of object members", async () => {
    expect(await query("__proto__=1&constructor=2&toString=3")).toEqual({})
  })
})

describe("bodies", () => {
  const create = (init: RequestInit) => fetch("/v1/things", { method: "POST", ...init })

  it("takes JSON of any JSON type, and ignores unknown fields", async () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8", "application/merge-patch+json"]) {
      const response = await create({ headers: { "content-type": type }, body: '{"title":"ok","unknown":1}' })
      expect(response.status, type).toBe(201)
    }
  })

  it("takes an empty body as {} where all fields are optional", async () => {
    expect((await fetch("/v1/things/a", { method: "PATCH" })).status).toBe(200)
    expect(await failure(await create({}))).toEqual(envelope(400, "title: is missing"))
  })

  it("refuses what is not JSON with 415", async () => {
    for (const headers of [
      { "content-type": "text/plain" },
      { "content-type": "application/x-www-form-urlencoded" },
      { "content-type": "application/jsonx" },
      { "content-type": "application/json", "content-encoding": "gzip" }
    ]) {
      expect((await failure(await create({ headers, body: '{"title":"ok"}' }))).status).toBe(415)
    }
    expect((await create({ body: new TextEncoder().encode("{}") })).status).toBe(415)
    expect((await fetch("/v1/things/a", { method: "PATCH", headers: { "content-type": "text/plain" } })).status).toBe(
      200
    )
  })

  it("refuses malformed JSON, other values than objects and broken UTF-8 with 400", async () => {
    for (const body of ["{", "{'title':1}", "[]", "null", "1", '"x"', " "]) {
      expect((await failure(await create(json("POST", body)))).body, body).toEqual({
        error: { code: 400, message: expect.stringMatching(/^body: expected /) }
      })
    }
    const broken = await create({
      headers: { "content-type": "application/json" },
      body: new Uint8Array([123, 34, 255, 34, 125])
    })
    expect((await failure(broken)).status).toBe(400)
  })

  it("refuses what nests however deep with 400", async () => {
    const nested = `${"[".repeat(90_000)}${"]".repeat(90_000)}`
    expect((await failure(await create(json("POST", `{"title":${nested}}`)))).body).toEqual({
      error: { code: 400, message: "body: expected at most 100 levels of nesting" }
    })
  })

  it("names the field that is wrong", async () => {
    const message = async (body: unknown) => (await failure(await create(json("POST", body)))).body
    expect(await message({ title: "x".repeat(11) })).toEqual({
      error: { code: 400, message: "title: expected at most 10 characters, got 11" }
    })
    expect(await message({ title: 1 })).toEqual({ error: { code: 400, message: expect.stringMatching(/^title: /) } })
    expect(await message({ title: null })).toEqual({ error: { code: 400, message: expect.stringMatching(/^title: /) } })
    expect(await message({ title: "a\u0000" })).toEqual({
      error: { code: 400, message: expect.stringMatching(/^title: /) }
    })
  })

  it("refuses bodies over the limit of the operation with 413, whether or not a length is sent", async () => {
    const much = (size: number) => JSON.stringify({ text: "x".repeat(size) })
    expect((await fetch("/v1/much", json("POST", much(3900)))).status).toBe(200)
    expect((await failure(await fetch("/v1/much", json("POST", much(4000))))).body).toEqual({
      error: { code: 413, message: "body: expected at most 4000 bytes" }
    })
    const stream = (text: string) => new Blob([text]).stream()
    const chunked = await fetch("/v1/much", {
      ...json("POST", ""),
      body: stream(much(9000)),
      duplex: "half"
    } as RequestInit)
    expect(chunked.status).toBe(413)
    const lying = await fetch("/v1/much", {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "2" },
      body: stream(much(9000)),
      duplex: "half"
    } as RequestInit)
    expect(lying.status).toBe(413)
    const ofOneMegabyte = json("POST", { title: "x".repeat(1024 * 1024) })
    expect((await create(ofOneMegabyte)).status).toBe(413)
  })

  it("asks for the token before it looks at the body", async () => {
    expect((await fetch("/v1/things", { ...json("POST", "{"), token: null })).status).toBe(401)
    expect((await fetch("/v1/things", { method: "POST", body: "x", token: "bad" })).status).toBe(401)
  })
})
