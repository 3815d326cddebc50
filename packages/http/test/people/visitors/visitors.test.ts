/**
 * Every operation, by a caller without an access token: the content published to them, or the answer to a missing
 * token.
 */
import { document } from "@lectern/http/OpenApiDocument"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { signed } from "../../../../core/test/publishing/sites/visiting/tokens.js"
import type { Row } from "../../contract/rows.js"
import { operations } from "../../contract/table.js"
import { makeWorld, type World } from "../../support/world.js"

let world: World
let key: string
let token: string
beforeAll(async () => {
  world = await makeWorld()
  const { ids, lectern } = world
  const { sitePublishing, shareLinks } = lectern.asSystem()
  const { privateKey } = await sitePublishing.auth(ids.organization, ids.sites.main)
  const exp = Math.floor(Date.now() / 1000) + 600
  token = await signed(privateKey, { aud: ids.sites.main, exp }, { plan: "pro" })
  const [link] = (await shareLinks.list(ids.organization, ids.sites.main, {})).items
  key = link!.urls.published.split("/").at(-2)!
})
afterAll(() => world.lectern.close())

const { paths } = document() as {
  paths: Record<string, Record<string, { operationId: string; security?: ReadonlyArray<object> }>>
}
const isOpen = new Map(
  Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId, security }) => [operationId, security !== undefined] as const)
  )
)

interface Brought {
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The credentials that a caller without an access token may present. */
const brought: Readonly<Record<string, () => Brought>> = {
  none: () => ({}),
  "an unsigned claim": () => ({ query: "visitor.beta=true" }),
  "a good key": () => ({ query: `shareKey=${key}` }),
  "a wrong key": () => ({ query: `shareKey=${"0".repeat(32)}` }),
  "a good token in the header": () => ({ headers: { "x-visitor-token": token } }),
  "a good token in the query": () => ({ query: `jwt_token=${token}` }),
  "a good token in a cookie": () => ({ headers: { cookie: `a=b; visitor_token=${token}; c=d` } }),
  "a bad token in the header": () => ({ headers: { "x-visitor-token": "bad" } }),
  "a bad token in the query": () => ({ query: `jwt_token=${token}x` }),
  "a bad token in a cookie": () => ({ headers: { cookie: "visitor_token=bad" } }),
  "an unknown access token": () => ({ headers: { authorization: "Bearer lct_unknown" } }),
  "no bearer": () => ({ headers: { authorization: "Basic YTpi" } })
}

/** Those that are tried on operations that are open to nobody. */
const atClosedDoors = new Set(["none", "a good key", "a good token in the header", "a bad token in the query"])

const told = async (response: Response): Promise<string> => {
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id").sort()
  return JSON.stringify([response.status, headers, await response.text()])
}

const ask = (operation: (typeof operations)[string], { headers = {}, query }: Brought, row: Row = operation) => {
  const path = (row.path ?? operation.path)(world.ids)
  const body = (row.body ?? operation.body)?.(world.ids)
  const at = query === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`
  return world.ask(operation.method, at, { as: null, headers, ...(body !== undefined && { body }) })
}

const change = async (body: object) => {
  const path = `/v1/orgs/${world.ids.organization}/sites/${world.ids.sites.main}`
  expect((await world.ask("PATCH", path, { body })).status).toBe(200)
}
const missing = async () => told(await world.ask("GET", "/v1/user", { as: null }))

/** Whether an operation is open, as it is called: on the main site or a space on it. */
const isOpenHere = (name: string, path: string): boolean =>
  isOpen.get(name) === true && !path.includes(world.ids.sites.parts)

/**
 * The answers of each operation to each visitor: the answer to a missing token, unless it is open and they are among
 * these.
 */
const walk = async (letIn: ReadonlyArray<string>, which = (name: string) => isOpen.get(name) === true) => {
  const problems: Array<string> = []
  for (const [name, operation] of Object.entries(operations)) {
    if (!which(name)) continue
    const open = isOpenHere(name, operation.path(world.ids))
    const refused = isOpen.get(name) === true ? await missing() : await told(await ask(operation, {}))
    if (!refused.startsWith("[401,")) problems.push(`${name}: ${refused}`)
    for (const [who, bring] of Object.entries(brought)) {
      if (isOpen.get(name) !== true && !atClosedDoors.has(who)) continue
      const response = await ask(operation, bring())
      const { status } = response
      const cached = response.headers.get("cache-control")
      const answer = await told(response)
      const isLetIn = open && letIn.includes(who)
      if (who === "an unknown access token" ? status !== 401 : isLetIn ? status !== 200 : answer !== refused) {
        problems.push(`${name} with ${who}: ${answer}`)
      }
      const dependsOnThem = status === 401 || (isLetIn && who !== "none")
      if (dependsOnThem && cached !== "private, no-store") problems.push(`${name} with ${who}: ${cached}`)
    }
  }
  expect(problems).toEqual([])
}

const anybody = ["none", "an unsigned claim", "a good key", "a wrong key"]
const known = ["a good token in the header", "a good token in the query", "a good token in a cookie"]

describe("somebody without an access token", () => {
  it("knows which operations are open", () => {
    expect([...isOpen].flatMap(([name, open]) => (open ? [name] : [])).sort()).toEqual([
      "getCurrentRevision",
      "getFileById",
      "getPageById",
      "getPageByPath",
      "getPublishedContentSite",
      "getSiteStructure",
      "listFiles",
      "listPages",
      "listSiteSectionGroups",
      "listSiteSections",
      "listSiteSpaces",
      "searchSiteContent"
    ])
  })

  it("is refused as for a missing token while nothing is published", () => walk([]))

  it("reads a public site, unless what they send as a token is none", async () => {
    const { organization, sites } = world.ids
    await world.ask("POST", `/v1/orgs/${organization}/sites/${sites.main}/publish`)
    await walk([...anybody, ...known], () => true)
    const parts = `/v1/orgs/${organization}/sites/${sites.parts}`
    await world.ask("POST", `${parts}/publish`)
    for (const below of ["sections", "section-groups"]) {
      expect((await world.ask("GET", `${parts}/${below}`, { as: null })).status).toBe(200)
    }
    await world.ask("POST", `${parts}/unpublish`)
  })

  it("reads what is shared by link with an active key only", async () => {
    await change({ visibility: "share-link" })
    await walk(["a good key"])
  })

  it("reads what is for known visitors with a token that the site's key signed", async () => {
    await change({ visibility: "visitor-auth" })
    await walk(known)
  })

  it("hears of malformed input only where they are let in", async () => {
    for (const [name, operation] of Object.entries(operations)) {
      const row = operation.failures[400]
      if (isOpen.get(name) !== true || typeof row === "string") continue
      expect(await told(await ask(operation, {}, row)), name).toBe(await missing())
      const path = (row.path ?? operation.path)(world.ids)
      if (!/%zz|shareKey/.test(path) && isOpenHere(name, path))
        expect((await ask(operation, { headers: { "x-visitor-token": token } }, row)).status, name).toBe(400)
    }
  })

  it("gets public answers with entity tags, and answers to what they bring without", async () => {
    await change({ visibility: "public" })
    const pages = `/v1/spaces/${world.ids.spaces.main}/content/pages`
    const plain = await world.ask("GET", pages, { as: null })
    const tag = plain.headers.get("etag")!
    expect(tag).toMatch(/^".+"$/)
    expect((await world.ask("GET", pages, { as: null, headers: { "if-none-match": tag } })).status).toBe(304)
    const asMember = await world.ask("GET", pages, { headers: { "if-none-match": tag } })
    expect(asMember.status).toBe(200)
    for (const { headers = {}, query } of [brought["a good key"]!(), brought["a good token in a cookie"]!()]) {
      const at = query === undefined ? pages : `${pages}?${query}`
      const answer = await world.ask("GET", at, { as: null, headers: { ...headers, "if-none-match": tag } })
      expect([answer.status, answer.headers.get("etag")]).toEqual([200, null])
      expect(answer.headers.get("cache-control")).toBe("private, no-store")
    }
    const { headers } = await world.ask("GET", `/v1/spaces/${world.ids.spaces.main}?shareKey=${key}`)
    expect(headers.get("cache-control")).toBe("private, no-store")
  })
})
