import { describe, expect, it } from "vitest"
import { envelope, failure, json, serve } from "./fake.js"

const { fetch, log } = serve()

describe("routing", () => {
  it("answers 404 for an unknown path before it asks for a token", async () => {
    for (const path of ["/", "/v1", "/v1/nope", "/v1/things/", "/v1/things/a/nope", "/V1/things", "//v1/things"]) {
      expect(await failure(await fetch(path, { token: null })), path).toEqual(envelope(404, "path not found"))
    }
  })

  it("answers 405 with Allow before it asks for a token", async () => {
    const response = await fetch("/v1/things/a", { method: "PUT", token: null })
    expect(response.headers.get("allow")).toBe("GET, HEAD, PATCH, DELETE, OPTIONS")
    expect((await failure(response)).status).toBe(405)
    const posted = await fetch("/bytes/a", { method: "POST", token: null })
    expect(posted.headers.get("allow")).toBe("GET, HEAD, OPTIONS")
  })

  it("decodes path parameters once, whatever they contain", async () => {
    for (const id of ["a b", "a/b", "%", "%41", "a;b", "ä?#", "..a", "\u0001"]) {
      const response = await fetch(`/v1/things/${encodeURIComponent(id)}`)
      expect(await response.json(), id).toMatchObject({ id })
    }
    expect(await (await fetch("/v1/things/a;b=c")).json()).toMatchObject({ id: "a;b=c" })
    expect(await (await fetch("/v1/%74hings/a")).json()).toMatchObject({ id: "a" })
  })

  it("answers 400 for a malformed percent-encoding, after the token and for DELETE too", async () => {
    expect(await failure(await fetch("/v1/things/%zz"))).toEqual(envelope(400, "thingId: malformed percent-encoding"))
    expect((await fetch("/v1/things/%ff", { method: "DELETE" })).status).toBe(400)
    expect((await fetch("/v1/things/%zz", { token: null })).status).toBe(401)
    expect((await fetch("/v1/nope/%zz")).status).toBe(404)
    expect((await fetch("/v1/things?tag=%zz")).status).toBe(400)
  })

  it("takes the rest of a path with raw and with encoded slashes", async () => {
    for (const path of ["guide/install", "guide%2Finstall", "guide/%69nstall"]) {
      expect(await (await fetch(`/v1/things/a/path/${path}`)).json()).toMatchObject({ id: "a", title: "guide/install" })
    }
    expect((await fetch("/v1/things/a/path/")).status).toBe(404)
    expect((await fetch("/v1/things/a/path")).status).toBe(404)
  })

  it("takes very long parameters", async () => {
    const id = "x".repeat(5000)
    expect(await (await fetch(`/v1/things/${id}`)).json()).toMatchObject({ id })
  })

  it("answers HEAD as GET without the body", async () => {
    for (const path of ["/v1/things/a", "/v1/things/a/content?size=3000", "/bytes/a"]) {
      const get = await fetch(path)
      const head = await fetch(path, { method: "HEAD" })
      const names = ["content-length", "content-type", "etag", "vary"]
      expect(head.status).toBe(200)
      expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => get.headers.get(name)))
      expect((await head.arrayBuffer()).byteLength).toBe(0)
      expect(Number(head.headers.get("content-length"))).toBe((await get.arrayBuffer()).byteLength)
    }
    expect((await fetch("/v1/things/absent", { method: "HEAD" })).status).toBe(404)
    expect((await fetch("/v1/much", { method: "HEAD" })).status).toBe(405)
  })

  it("answers OPTIONS without a token, and every answer to any origin", async () => {
    const response = await fetch("/v1/things/a", {
      method: "OPTIONS",
      token: null,
      headers: { origin: "https://elsewhere.example", "access-control-request-method": "PATCH" }
    })
    expect(response.status).toBe(204)
    expect(response.headers.get("access-control-allow-origin")).toBe("*")
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, HEAD, PATCH, DELETE, OPTIONS")
    expect(response.headers.get("access-control-allow-headers")).toMatch(/Authorization.*Content-Type.*If-None-Match/)
    expect(response.headers.get("access-control-allow-credentials")).toBeNull()
    for (const [path, init] of [
      ["/v1/things/a", {}],
      ["/v1/things/absent", {}],
      ["/v1/things/a", { token: null }],
      ["/nope", {}],
      ["/v1/fail/defect", {}]
    ] as const) {
      expect((await fetch(path, init)).headers.get("access-control-allow-origin"), path).toBe("*")
    }
    expect((await fetch("/nope", { method: "OPTIONS", token: null })).status).toBe(404)
  })

  it("answers 204 without a body, and 201 with the address of what was made", async () => {
    const deleted = await fetch("/v1/things/absent", { method: "DELETE" })
    expect(deleted.status).toBe(204)
    expect(deleted.headers.get("content-type")).toBeNull()
    expect(await deleted.text()).toBe("")
    const created = await fetch("/v1/things", json("POST", { title: "Made" }))
    expect(created.status).toBe(201)
    expect(created.headers.get("location")).toBe("http://base/v1/things/new")
  })

  it("echoes a sane request id and makes one otherwise", async () => {
    const id = async (sent?: string) =>
      (await fetch("/v1/things/a", sent === undefined ? {} : { headers: { "x-request-id": sent } })).headers.get(
        "x-request-id"
      )
    expect(await id("trace-1.a:b")).toBe("trace-1.a:b")
    const made = [await id(), await id(), await id("bad id"), await id("x".repeat(129))]
    expect(new Set(made).size).toBe(4)
    for (const one of made) expect(one).toMatch(/^[\w-]{8,20}$/)
    await fetch("/v1/fail/defect", { headers: { "x-request-id": "find-me" } })
    expect(log.at(-1)).toContain("find-me")
  })
})
