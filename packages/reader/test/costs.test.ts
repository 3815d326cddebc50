/** The cost of each kind of request, over HTTP and through the reader, and when further ones are refused. */
import { tags } from "@lectern/core/internal/engine/Services"
import { PdfRenderer } from "@lectern/core/pdf/PdfRenderer"
import type { Limits } from "@lectern/core/rate-limits/RateLimit"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { handle } from "@lectern/http/LecternHttp"
import { webHandler } from "@lectern/http/WebHandler"
import * as Reader from "@lectern/reader/Reader"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { base, makeSite, png, type TestSite } from "./support/site.js"

const page = 10_000
const day = (limit: number) => ({ limit, windowSeconds: 86_400 })
const plenty = day(1_000_000_000)

const typesetter = Layer.succeed(PdfRenderer, {
  version: "1",
  render: () => Effect.succeed({ bytes: new Uint8Array(3_000), problems: [] })
})

let site: TestSite
let token = { id: "", secret: "" }
let directory = { id: "", secret: "" }
let readme = ""
let file = ""
let largeFile = ""
let pets: SpaceId
let shownFile = ""
let pdf = ""

/** Sends requests for everything that a server answers, from an address. */
const asking = async (limits: Limits) => {
  const pages = await site.lectern.runtime.runPromise(Reader.make({ baseUrl: base, limits }))
  const answering = handle(site.lectern, { limits, pages })
  return (address: string, request: Request) =>
    webHandler((asked, respond) => answering({ ...asked, address }, respond))(request)
}

const specification = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { get: { responses: { 200: { description: "Pets" } } } } }
})

/** A page that is made from the specification. */
const computed = `* \`\`\`yaml
  type: builtin:openapi
  props:
    models: true
  dependencies:
    spec:
      ref:
        kind: openapi
        spec: pets
  \`\`\`
`

beforeAll(async () => {
  const pages = Array.from({ length: 5 }, (_, at): [string, string] => [`page-${at}.md`, `# Page ${at}\n\nA zebra.\n`])
  const conditional =
    "# Welcome\n\nA zebra.\n\n{% if visitor.claims.unsigned.beta %}\nNew.\n{% endif %}\n\n![](a.png)\n"
  const files = {
    "README.md": conditional,
    "a.png": png,
    "large.bin": new Uint8Array(2_500_000),
    ...Object.fromEntries(pages)
  }
  site = await makeSite(files, undefined, { pdf: typesetter })
  const { ada, lectern, organization, space } = site
  pets = await site.addSpace("Pets", { "SUMMARY.md": computed })
  await ada.siteSpaces.add(organization, site.site, { spaceId: pets })
  await ada.openAPISpecs.create(organization, { slug: "pets", source: { text: specification } })
  while ((await ada.openAPISpecs.get(organization, "pets")).processingState !== "complete") {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const made = await ada.apiTokens.create(site.user, { label: "a" })
  token = { id: made.apiToken.id, secret: made.token }
  const service = await lectern.asSystem().serviceTokens.create(organization, { label: "Directory", scopes: ["admin"] })
  directory = { id: service.apiToken.id, secret: service.token }
  readme = (await ada.contents.pages(space)).pages.find(({ title }) => title === "Welcome")?.id ?? ""
  const { items } = await ada.contents.files(space, undefined, {})
  const addressOf = (name: string) => items.find((item) => item.name === name)?.downloadURL ?? ""
  file = addressOf("a.png")
  largeFile = addressOf("large.bin")
  await ada.customizations.set(organization, site.site, { pdf: { enabled: true } })
  const html = await site.text("/")
  shownFile = /src="(\/sites\/handbook\/~\/files[^"]+)"/.exec(html)?.[1] ?? ""
  pdf = /href="(\/sites\/handbook\/~\/pdf\/[^"]*)"/.exec(html)?.[1] ?? ""
})
afterAll(() => site.lectern.close())

/** The caller: a user with a token, a directory, or a reader. */
type As = "user" | "directory" | "reader"

interface Kind {
  readonly as: As
  readonly path: () => string
  readonly method?: string
  readonly body?: object
  readonly headers?: Record<string, string>
  /** How many texts of pages are read for it, once the caches are filled. */
  readonly pages?: number
  /** The site or space whose readers it is counted for. */
  readonly of?: () => string
  readonly isUnlimited?: boolean
}

const inSpace = (rest: string) => () => `/v1/spaces/${site.space}/content${rest}`
const inSite = (rest: string) => () => `/sites/handbook${rest}`
const ofSite = () => site.site
const mcp = (name: string, given: object): Pick<Kind, "method" | "body" | "headers"> => ({
  method: "POST",
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
  headers: { accept: "application/json, text/event-stream" }
})

const kinds: Readonly<Record<string, Kind>> = {
  "a page by the API": { as: "user", path: () => inSpace(`/page/${readme}`)() },
  "a page by the API with its variables": {
    as: "user",
    path: () => inSpace(`/page/${readme}?evaluated=true`)(),
    pages: 1
  },
  "a page as a document": { as: "user", path: () => inSpace(`/page/${readme}?format=document`)(), pages: 1 },
  "a page of a specification by the API": { as: "user", path: () => `/v1/spaces/${pets}/content/path/pets`, pages: 1 },
  "a list of pages": { as: "user", path: inSpace("/pages") },
  "a search by the API": { as: "user", path: () => `/v1/spaces/${site.space}/search?query=zebra` },
  "what is not there": { as: "user", path: inSpace("/page/nosuch") },
  "users of a directory": { as: "directory", path: () => `/scim/v2/${site.organization}/Users` },
  "a file": { as: "reader", path: () => new URL(file).pathname },
  "a file in many pieces": { as: "reader", path: () => new URL(largeFile).pathname },
  "the OpenAPI document": { as: "reader", path: () => "/openapi.json" },
  "a page by the API as a visitor": {
    as: "reader",
    path: () => inSpace(`/page/${readme}`)(),
    pages: 1,
    of: () => site.space
  },
  "a search of a site by the API": {
    as: "reader",
    path: () => `/v1/orgs/${site.organization}/sites/${site.site}/search?query=zebra`,
    of: ofSite
  },
  "a page": { as: "reader", path: inSite("/page-1"), of: ofSite },
  "a page with conditions": { as: "reader", path: inSite("/"), of: ofSite, pages: 1 },
  "a page as markdown for one reader": {
    as: "reader",
    path: inSite("/page-1.md"),
    headers: { "x-visitor-token": "expired" },
    of: ofSite,
    pages: 1
  },
  "a page that is not there": { as: "reader", path: inSite("/nosuch"), of: ofSite },
  "a search": { as: "reader", path: inSite("/search?q=zebra"), of: ofSite },
  "all pages in one text": { as: "reader", path: inSite("/llms-full.txt"), of: ofSite, pages: 8 },
  "a list for programs": { as: "reader", path: inSite("/llms.txt"), of: ofSite },
  "a file of a site": { as: "reader", path: () => shownFile, of: ofSite },
  "a PDF": { as: "reader", path: () => pdf, of: ofSite },
  "a page over MCP": {
    as: "reader",
    path: inSite("/~/mcp"),
    of: ofSite,
    pages: 1,
    ...mcp("read_page", { path: "page-1" })
  },
  "a page of a specification over MCP": {
    as: "reader",
    path: inSite("/~/mcp"),
    of: ofSite,
    pages: 1,
    ...mcp("read_page", { path: "pets/pets" })
  },
  "a search over MCP": { as: "reader", path: inSite("/~/mcp"), of: ofSite, ...mcp("search", { query: "zebra" }) },
  "a site that is not there": { as: "reader", path: () => "/sites/nosuch/" },
  "a probe": { as: "reader", path: () => "/healthz", isUnlimited: true }
}

const requestOf = ({ as, body, headers, method = "GET", path }: Kind): Request => {
  const { secret } = as === "directory" ? directory : token
  return new Request(`${base}${path()}`, {
    method,
    headers: {
      ...headers,
      ...(as !== "reader" && { authorization: `Bearer ${secret}` }),
      ...(body !== undefined && { "content-type": "application/json" })
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
}

/** The keys that a kind of request counts against, by the limits. */
const keysOf = (address: string, { as, of }: Kind): Partial<Record<keyof Limits, string>> => ({
  addressCost: `address-cost:${address}`,
  ...(as === "user" && { tokenCost: `token-cost:${token.id}`, accountCost: `account-cost:${site.user}` }),
  ...(as === "directory" && { tokenCost: `token-cost:${directory.id}` }),
  ...(of !== undefined && { siteCost: `site-cost:${of()}` })
})

/** How much was counted under a key. */
const used = (key: string) =>
  site.lectern.runtime.runPromise(
    Effect.flatMap(tags.rateLimits, ({ take }) =>
      Effect.map(take(key, plenty, 0), ({ remaining }) => plenty.limit - remaining)
    )
  )

const allLimits: Limits = { addressCost: plenty, tokenCost: plenty, accountCost: plenty, siteCost: plenty }

/** The least and the most that an answer costs: a text counts by its characters or by its bytes. */
const sizeOf = async (answer: Response): Promise<readonly [number, number]> => {
  const bytes = await answer.arrayBuffer()
  const type = answer.headers.get("content-type") ?? ""
  const isText = /json|text|xml/.test(type)
  return [isText ? new TextDecoder().decode(bytes).length : bytes.byteLength, bytes.byteLength]
}

/** How much a request counts under each of its keys. */
const costOf = async (ask: Awaited<ReturnType<typeof asking>>, address: string, kind: Kind) => {
  const keys = Object.values(keysOf(address, kind))
  const before = await Promise.all(keys.map(used))
  const size = await sizeOf(await ask(address, requestOf(kind)))
  const after = await Promise.all(keys.map(used))
  return { size, costs: after.map((now, at) => now - (before[at] ?? 0)) }
}

describe.each(Object.entries(kinds))("%s", (name, kind) => {
  const address = `192.0.2.${Object.keys(kinds).indexOf(name) + 1}`

  it("costs its answer and the pages that are read for it", async () => {
    const ask = await asking(allLimits)
    await sizeOf(await ask("198.51.100.1", requestOf(kind)))
    await sizeOf(await ask("198.51.100.1", requestOf(kind)))
    const { costs, size } = await costOf(ask, address, kind)
    const ofPages = (kind.pages ?? 0) * page
    const [least, most] = kind.isUnlimited === true ? [0, 0] : size
    expect(costs).toEqual(costs.map(() => costs[0]))
    expect(costs[0]).toBeGreaterThanOrEqual(least + ofPages)
    expect(costs[0]).toBeLessThanOrEqual(most + ofPages)
  })

  it("is refused once a limit is used up, and not before", async () => {
    const warm = await asking(allLimits)
    await sizeOf(await warm(address, requestOf(kind)))
    const { costs } = await costOf(warm, address, kind)
    const cost = costs[0] ?? 0
    for (const [at, limit] of Object.keys(keysOf(address, kind)).entries()) {
      // Windows of their own length are counted alone.
      const rule = { limit: cost * 3, windowSeconds: 100_000 + Object.keys(kinds).indexOf(name) * 10 + at }
      const ask = await asking({ [limit]: rule })
      const statuses: Array<number> = []
      for (let left = 5; left > 0; left--) {
        const answer = await ask(address, requestOf(kind))
        statuses.push(answer.status)
        await answer.arrayBuffer()
        if (answer.status !== 429) continue
        const { headers } = answer
        expect(headers.get("x-ratelimit-limit")).toBe(String(rule.limit))
        expect(headers.get("x-ratelimit-remaining")).toBe("0")
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
        expect(Number(headers.get("x-ratelimit-reset")) * 1000).toBeGreaterThan(Date.now())
      }
      expect([limit, statuses.map((status) => status === 429)]).toEqual([
        limit,
        kind.isUnlimited === true ? Array(5).fill(false) : [false, false, false, true, true]
      ])
    }
  })
})
