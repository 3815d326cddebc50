/** Requests that readers send from the pages of operations. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { fieldName, filledRequest } from "@lectern/core/internal/publishing/site-reading/FilledRequest"
import type { RequestForm } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import { runs } from "@lectern/storage-testing/runs"
import { Either, FastCheck as fc } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const asked: Array<Asked> = []
let server: Server
let site: TestSite

const operation = (id: string) => ({ operationId: id, responses: { 200: { description: "Done." } } })
const documentOf = (url: string) => ({
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1" },
  servers: [{ url }],
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/animals/{id}": {
      put: {
        ...operation("feed"),
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "kind", in: "query", schema: { type: "string" } },
          { name: "Cookie", in: "header", schema: { type: "string" } }
        ],
        requestBody: { content: { "application/json": { schema: { type: "object" } } } }
      }
    },
    "/moved": { get: operation("moved") },
    "/elsewhere": { get: { ...operation("elsewhere"), servers: [{ url: "https://{host}/" }] } }
  }
})

const tag = (path: string, method: string) =>
  `{% openapi src="zoo.json" path="${path}" method="${method}" %}\n[zoo.json](zoo.json)\n{% endopenapi %}`

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { headers, method = "", url = "" } = request
    let body = ""
    for await (const chunk of request) body += chunk
    asked.push({ method, url, headers, body })
    if (url === "/v1/moved") return response.writeHead(302, { location: "/v1/secret" }).end()
    const given = { "content-type": "text/html", "set-cookie": "theirs=1", "x-zoo": "open" }
    return response.writeHead(200, given).end("<script>alert(1)</script>")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  site = await makeSite(
    {
      "README.md": `# Zoo\n\n${tag("/animals/{id}", "put")}\n\n${tag("/moved", "get")}\n\n${tag("/elsewhere", "get")}\n`,
      "zoo.json": JSON.stringify(documentOf(address))
    },
    undefined,
    { outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] }) }
  )
})
afterAll(async () => {
  await site.lectern.close()
  server.close()
})

const enable = (enabled: boolean) => site.ada.customizations.set(site.organization, site.site, { tryIt: { enabled } })

/** Sends a form of the page, with these values. */
const send = async (operation: number, values: Readonly<Record<string, string>>, headers = {}) => {
  const page = await site.text("/")
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? ""
  const form = { siteSpace: hidden("siteSpace"), page: hidden("page"), operation: String(operation), ...values }
  return site.reader(
    new Request(`${base}/sites/handbook/~/try`, {
      method: "POST",
      body: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: "lectern_visitor=e30", ...headers }
    })
  )
}

describe("a request from a page", () => {
  it("is possible only where the site offers it, and where the server is fixed", async () => {
    expect(await site.text("/")).not.toContain("~/try")
    expect((await send(0, { "path.id": "1" })).status).toBe(404)
    await enable(true)
    expect((await site.text("/")).match(/action="[^"]*~\/try"/g)).toHaveLength(2)
    expect((await send(2, {})).status).toBe(404)
    expect(asked).toEqual([])
  })

  it("has what the reader filled in, and nothing of what the browser sent", async () => {
    await enable(true)
    const values = { "path.id": "a/b", "query.kind": "cat & dog", "header.Authorization": "Bearer x", body: '{"a":1}' }
    const answer = await send(0, { ...values, "header.Cookie": "a=b", "header.X-Other": "1", "query.other": "1" })
    expect(answer.headers.get("cache-control")).toBe("private, no-store")
    const [{ body, headers, method, url }] = asked.splice(0) as [Asked]
    expect({ body, method, url }).toEqual({
      body: '{"a":1}',
      method: "PUT",
      url: "/v1/animals/a%2Fb?kind=cat%20%26%20dog"
    })
    expect(headers).toMatchObject({ authorization: "Bearer x", "content-type": "application/json" })
    expect(headers).not.toHaveProperty("cookie")
    expect(headers).not.toHaveProperty("x-other")
    const text = await answer.text()
    expect(text.replace(/<\/?b[^>]*>/g, "")).toContain("alert(1)&lt;/")
    expect(text).not.toContain("<script>alert")
    expect(text).toContain("x-zoo: open")
    expect(text).not.toContain("theirs=1")
    expect(answer.headers.get("set-cookie")).toBeNull()
  })

  it("follows no redirect, and comes from no other origin", async () => {
    await enable(true)
    expect(await (await send(1, {})).text()).toContain(">302<")
    expect(asked.splice(0).map(({ url }) => url)).toEqual(["/v1/moved"])
    expect((await send(1, {}, { origin: "https://evil.example" })).status).toBe(403)
    expect(asked).toEqual([])
  })

  it("says why it has no answer", async () => {
    await enable(true)
    expect(await (await send(0, {})).text()).toMatch(/class="danger">[^<]*id/)
    const limited = async (): Promise<Response> => {
      const answer = await send(0, {})
      return answer.status === 429 ? answer : limited()
    }
    const refused = await limited()
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(await refused.text()).toContain("Too many requests. Try again in a minute.")
    expect(asked).toEqual([])
  })

  it("is refused where the reader does not see the page", async () => {
    await enable(true)
    await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
    expect((await send(1, {})).status).toBe(404)
    await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
    expect(asked).toEqual([])
  })

  it("leads below its server, whatever is filled in", () => {
    const parts = fc.oneof(fc.constantFrom("..", ".", "%2e%2e", "//evil.example", "\\", "?", "#", "@"), fc.string())
    const value = fc.array(parts, { minLength: 1, maxLength: 3 }).map((some) => some.join(""))
    const form: RequestForm = {
      servers: ["https://api.example.com/v1"],
      path: "/animals/{a}{b}/{c}",
      fields: [
        ...["a", "b", "c"].map((name) => ({
          name,
          place: "path" as const,
          isRequired: true,
          isSecret: false,
          value: ""
        })),
        { name: "q", place: "query", isRequired: false, isSecret: false, value: "" }
      ]
    }
    fc.assert(
      fc.property(fc.tuple(value, value, value, value), (values) => {
        const filled = new URLSearchParams(form.fields.map((field, index) => [fieldName(field), values[index] ?? ""]))
        const request = filledRequest({ method: "GET", form }, filled)
        if (Either.isLeft(request)) return
        const { host, pathname } = new URL(request.right.url)
        expect({ host, depth: pathname.split("/").length }).toEqual({ host: "api.example.com", depth: 5 })
        expect(pathname.startsWith("/v1/animals/")).toBe(true)
      }),
      { numRuns: runs(100) }
    )
  })
})
