import { HttpApi } from "@effect/platform"
import type { Pages } from "@lectern/http/foundation/dispatcher/Route"
import { LecternApi } from "@lectern/http/LecternApi"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { document } from "@lectern/http/OpenApiDocument"
import type { WebHandler } from "@lectern/http/WebHandler"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { readRecorded } from "../support/recorded.js"
import { makeWorld } from "../support/world.js"

interface Document {
  readonly openapi: string
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly security: unknown
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string; readonly security?: unknown }>>>
  >
  readonly components: { readonly schemas: object; readonly responses: object; readonly securitySchemes: object }
}

const text = JSON.stringify(document(readRecorded()))
const parsed = JSON.parse(text) as Document
const operationIds = Object.values(parsed.paths).flatMap((methods) =>
  Object.values(methods).map((one) => one.operationId)
)

describe("the document", () => {
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

describe("routes beside the API", () => {
  it("answer the document without a token, with a tag", async () => {
    const { ask } = await makeWorld()
    const response = await ask("GET", "/openapi.json", { as: null })
    expect(response.headers.get("content-type")).toBe("application/json")
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    const headers = { "if-none-match": response.headers.get("etag")! }
    expect((await ask("GET", "/openapi.json", { as: null, headers })).status).toBe(304)
    expect(await response.json(), "run `npm run generate`").toEqual(parsed)
  })

  it("have a reference only where something makes it, at every path below its own", async () => {
    const answered = (path: string, handler: WebHandler) => handler(new Request(`http://lectern.test${path}`))
    const { lectern } = await makeWorld()
    const pages: Pages = {
      hasHome: false,
      answer: () => Effect.succeed({ status: 404 }),
      reference: (_, { url }) => Effect.succeed({ status: 200, body: url })
    }
    const handlers = [fetchHandler(lectern), fetchHandler(lectern, { pages })] as const
    for (const path of ["/docs", "/docs/", "/docs/spaces", "/docs/spaces/listSpaces"]) {
      expect([path, (await answered(path, handlers[0])).status]).toEqual([path, 404])
      expect(await (await answered(path, handlers[1])).text()).toContain(path)
    }
    const facts = await Promise.all(handlers.map(async (handler) => (await answered("/", handler)).json()))
    expect(facts.map((each) => "documentation" in Object(each))).toEqual([false, true])
  })

  it("tell a person and a program the same at the root", async () => {
    const { ask } = await makeWorld()
    const root = (accept: string | undefined) =>
      ask("GET", "/", { as: null, headers: accept === undefined ? {} : { accept } })
    const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    const page = await root(browser)
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    const html = await page.text()
    for (const accept of [undefined, "*/*", "application/json", "application/json, text/html;q=0.9", "text/html;q=0"]) {
      const response = await root(accept)
      expect(response.headers.get("vary")).toContain("Accept")
      const { name, version, description, openapi = "" } = (await response.json()) as Record<string, string>
      for (const fact of [name, version, description]) expect(html).toContain(fact)
      expect(html).toContain(`href="${openapi.slice(1)}"`)
      expect((await ask("GET", openapi, { as: null })).status).toBe(200)
    }
    for (const path of ["/favicon.ico", "/favicon.svg"]) {
      const icon = await ask("GET", path, { as: null })
      expect(icon.headers.get("content-type")).toBe("image/svg+xml")
      expect(await icon.text()).toMatch(/^<svg .*<\/svg>$/)
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
      ["GET", "/nothing", 404],
      ["POST", "/", 405],
      ["POST", "/healthz", 405],
      ["PUT", "/v1/orgs", 405],
      ["PURGE", "/openapi.json", 405],
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
