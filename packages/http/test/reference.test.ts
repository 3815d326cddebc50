import { readFileSync } from "node:fs"
import { HttpApi } from "@effect/platform"
import { recorded } from "@lectern/http/document/RecordedExamples"
import { LecternApi } from "@lectern/http/LecternApi"
import { document } from "@lectern/http/OpenApiDocument"
import { pages } from "@lectern/http/reference/ReferencePages"
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

const text = JSON.stringify(document(recorded))
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

describe("the reference", () => {
  const all = pages(parsed)
  const contents = [...all.values()].join("")

  it("has every operation with a curl line, and every schema, each once", () => {
    for (const id of operationIds) expect(contents.split(`<article id="${id}">`)).toHaveLength(2)
    for (const name of Object.keys(parsed.components.schemas)) {
      expect(all.get("schemas")).toContain(`<article id="${name}">`)
    }
    expect(contents.match(/<pre>curl /g)?.length).toBe(operationIds.length)
  })

  it("leads only to what it has, wherever it is mounted", () => {
    for (const [name, html] of all) {
      const here = `http://x/mounted/docs${name === "" ? "" : `/${name}`}`
      for (const [, href] of html.matchAll(/href="([^"]*)"/g)) {
        const { hash, pathname } = new URL(href!, here)
        if (["/mounted/openapi.json", "/mounted/favicon.svg", "/mounted/docs/style.css"].includes(pathname)) continue
        const target = all.get(pathname.replace(/^\/mounted\/docs\/?/, ""))
        expect(target, `${name}: ${href}`).toBeDefined()
        if (hash !== "") expect(target, `${name}: ${href}`).toContain(` id="${hash.slice(1)}"`)
      }
    }
  })

  it("shows the content before the list of pages", () => {
    for (const [name, html] of all) {
      if (name !== "") expect(html.indexOf("<main>")).toBeLessThan(html.indexOf("<nav "))
      expect(html).toContain('<meta name="viewport" content="width=device-width,initial-scale=1">')
    }
  })

  it("loads nothing but its icon and its style, and is small", () => {
    for (const [name, html] of all) {
      expect(html).not.toMatch(/<script|<img|@import|url\(|\sstyle=|\son\w+="/)
      expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
      expect(html.match(/<link /g)).toHaveLength(2)
      expect(html.length, name).toBeLessThan(300_000)
    }
  })

  it("shows text as text", () => {
    const operation = { operationId: "a", tags: ["<t>"], summary: "<script>alert(1)</script>", responses: {} }
    const made = pages({ info: { title: "<b>" }, tags: [{ name: "<t>" }], paths: { "/x": { get: operation } } })
    for (const html of made.values()) {
      expect(html).not.toMatch(/<script>|<t>|<b>/)
    }
    expect(made.get("t")).toContain("&lt;script&gt;")
  })
})

describe("routes beside the API", () => {
  it("answer the document and the pages without a token, with tags", async () => {
    const { ask } = await makeWorld()
    const json = await ask("GET", "/openapi.json", { as: null })
    expect(await json.json()).toEqual(parsed)
    for (const path of ["/openapi.json", "/docs", "/docs/spaces", "/docs/schemas"]) {
      const response = await ask("GET", path, { as: null })
      const type = path.endsWith("json") ? "application/json" : "text/html; charset=utf-8"
      expect(response.headers.get("content-type")).toBe(type)
      expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      expect(response.headers.get("x-content-type-options")).toBe("nosniff")
      const headers = { "if-none-match": response.headers.get("etag")! }
      expect((await ask("GET", path, { as: null, headers })).status).toBe(304)
    }
    expect((await ask("GET", "/docs/nothing", { as: null })).status).toBe(404)
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
      const { name, version, description, documentation, openapi } = (await response.json()) as Record<string, string>
      for (const fact of [name, version, description]) expect(html).toContain(fact)
      for (const path of [documentation!, openapi!]) {
        expect(html).toContain(`href="${path.slice(1)}"`)
        expect((await ask("GET", path, { as: null })).status).toBe(200)
      }
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
