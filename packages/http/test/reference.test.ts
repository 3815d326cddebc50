import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { LecternApi } from "@lectern/http/LecternApi"
import { document } from "@lectern/http/OpenApiDocument"
import { page } from "@lectern/http/ReferencePage"
import { describe, expect, it } from "vitest"
import { makeWorld } from "./support/world.js"

interface Document {
  readonly openapi: string
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly security: unknown
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly security?: unknown }>>>
  >
  readonly components: { readonly schemas: object; readonly responses: object; readonly securitySchemes: object }
}

const text = JSON.stringify(document())
const parsed = JSON.parse(text) as Document
const operationIds = Object.values(parsed.paths).flatMap((methods) =>
  Object.values(methods).map((one) => one.operationId)
)

describe("the document", () => {
  it("is the committed one", () => {
    const committed: unknown = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"))
    expect(committed, "run `npm run openapi`").toEqual(parsed)
  })

  it("names every operation after its endpoint", () => {
    const names: Array<string> = []
    HttpApi.reflect(LecternApi, { onGroup: () => {}, onEndpoint: ({ endpoint }) => names.push(endpoint.name) })
    expect(operationIds.sort()).toEqual(names.sort())
    expect(new Set(names).size).toBe(names.length)
  })

  it("refers only to what it has", () => {
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const components = parsed.components as Readonly<Record<string, object>>
      expect(Object.keys(components[kind!]!)).toContain(name)
    }
    expect(text).not.toContain("HttpApiDecodeError")
  })

  it("describes the server, the token, errors and lists", () => {
    expect(parsed.openapi).toBe("3.1.0")
    expect(parsed.servers).toEqual([{ url: "/" }])
    expect(parsed.security).toEqual([{ bearer: [] }])
    expect(parsed.components.securitySchemes).toMatchObject({ bearer: { type: "http", scheme: "bearer" } })
    expect(parsed.components.responses).toMatchObject({
      Invalid: { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } },
      RateLimited: { headers: { "Retry-After": {} } }
    })
    expect(parsed.components.schemas).toMatchObject({
      Error: { required: ["error"] },
      SpaceList: { required: ["count", "items"], properties: { next: {}, items: { type: "array" } } }
    })
  })
})

describe("the reference page", () => {
  const html = page(document())

  it("has every operation with a curl line, and every schema", () => {
    for (const id of operationIds) expect(html).toContain(`<article id="${id}">`)
    for (const name of Object.keys(parsed.components.schemas)) expect(html).toContain(`<article id="schema-${name}">`)
    expect(html.match(/<pre>curl /g)?.length).toBe(operationIds.length)
    const targets = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    for (const id of new Set(targets)) expect(html).toContain(`id="${id}"`)
  })

  it("loads nothing from anywhere", () => {
    expect(html).not.toMatch(/<script|<link|<img|@import|url\(/)
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    expect(html.length).toBeLessThan(3_000 * operationIds.length)
  })

  it("shows text as text", () => {
    const paths = {
      "/x": { get: { operationId: "a", tags: ["<t>"], summary: "<script>alert(1)</script>", responses: {} } }
    }
    const made = page({ info: { title: "<b>" }, tags: [{ name: "<t>" }], paths })
    expect(made).not.toContain("<script>")
    expect(made).toContain("&lt;script&gt;")
  })
})

describe("routes beside the API", () => {
  it("answer the document and the page without a token, with tags", async () => {
    const { ask } = await makeWorld()
    const json = await ask("GET", "/openapi.json", { as: null })
    expect(await json.json()).toEqual(parsed)
    const docs = await ask("GET", "/docs", { as: null })
    expect(docs.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(docs.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    for (const [path, response] of [
      ["/openapi.json", json],
      ["/docs", docs]
    ] as const) {
      const headers = { "if-none-match": response.headers.get("etag")! }
      expect((await ask("GET", path, { as: null, headers })).status).toBe(304)
    }
  })

  it("tell whether the process lives and whether storage answers", async () => {
    const { ask, fail, log } = await makeWorld()
    const status = async (path: string) => (await ask("GET", path, { as: null })).status
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200])
    fail("away")
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503])
    fail("broken")
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 500])
    expect(log.at(-1)).toContain("select * from secret")
    fail("none")
    expect(await status("/readyz")).toBe(200)
  })

  it("answer every failure in the one shape", async () => {
    const { ask, ids } = await makeWorld()
    for (const [method, path, status] of [
      ["GET", "/", 404],
      ["POST", "/healthz", 405],
      ["PUT", "/v1/orgs", 405],
      ["PURGE", "/docs", 405],
      ["GET", `/v1/spaces/${ids.spaces.main}/nothing`, 404],
      ["GET", "/files/a/b/c/d/e", 404]
    ] as const) {
      const response = await ask(method, path, { as: null })
      expect(response.headers.get("content-type")).toBe("application/json")
      expect(await response.json(), path).toEqual({ error: { code: status, message: expect.any(String) } })
      expect(response.status).toBe(status)
      expect(response.headers.get("access-control-allow-origin")).toBe("*")
      expect(response.headers.get("x-request-id")).toMatch(/.+/)
    }
  })
})
