/** A site that does not admit a visitor answers like a site that does not exist, byte for byte. */
import { fetchHandler, type MountOptions } from "@lectern/reader/Reader"
import { SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { assetPaths } from "../src/theme/Assets.js"
import { base, makeSite, png, type TestSite } from "./support/site.js"

let site: TestSite
let key: string
let file: string
let stranger: string
beforeAll(async () => {
  site = await makeSite({ "README.md": "# Welcome\n\n![](a.png)\n", "open.md": "# Open\n", "a.png": png })
  const { ada, organization, site: id } = site
  stranger = (await site.lectern.asSystem().users.create({ displayName: "Eve", email: "eve@example.com" })).id
  const src = /src="\/sites\/handbook(\/~\/files[^"]+)"/.exec(await site.text("/"))
  file = src?.[1] ?? ""
  expect(file).not.toBe("")
  await ada.sites.update(organization, id, { visibility: "share-link" })
  const link = await ada.shareLinks.create(organization, id, { name: "Friends" })
  key = new URL(link.urls.published).pathname.split("/").at(-2) ?? ""
  await ada.shareLinks.update(organization, id, link.id, { active: false })
  const [siteSpace] = (await ada.siteSpaces.list(organization, id, {})).items
  await ada.siteRedirects.create(organization, id, {
    source: "/old",
    destination: { kind: "site-space", siteSpaceId: siteSpace!.id }
  })
})
afterAll(() => site.lectern.close())

/** The ways to close a site to visitors without credentials. */
const closing: Readonly<Record<string, () => Promise<unknown>>> = {
  "is not published": async () => {
    await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
    await site.ada.sites.unpublish(site.organization, site.site)
  },
  "is for those who have the key of a share link": async () => {
    await site.ada.sites.publish(site.organization, site.site)
    await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
  },
  "is for those who sign in, nobody says where": () =>
    site.ada.sites.update(site.organization, site.site, { visibility: "visitor-auth" })
}

const kept = (visitor: object) => ({
  cookie: `lectern_visitor=${Buffer.from(JSON.stringify(visitor)).toString("base64url")}`
})
const foreignToken = (claims = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(site.site)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("k".repeat(40)))

/** Every address that a site has, and some that none has. */
const paths = () => [
  ...[
    "",
    "/",
    "/open",
    "/open/",
    "/open.md",
    "/readme.md",
    "/nosuch",
    "/old",
    "/search",
    "/search?q=open",
    "//",
    "/%2e"
  ],
  ...["/search?q=open&part=1", "/llms.txt", "/llms-full.txt", "/sitemap.xml", "/robots.txt", "/rss.xml", "/feed.xml"],
  ...[`/${assetPaths.script}`, `/${assetPaths.icon}`, "/~/style-0.css", "/~/mcp", "/~/feedback"],
  ...[file, "/~/files/a/b/c", "/~/nosuch", `/${key}`, `/${key}/`, `/${key}/open?a=b`, `/${"a".repeat(32)}/open`]
]

type Bringings = ReadonlyArray<readonly [string, Record<string, string>]>

/** The credentials, in the address and in headers, of visitors who have no right to the site. */
const brought = async (): Promise<Bringings> => {
  const token = await foreignToken({ plan: "gold" })
  return [
    ["", {}],
    ["", { accept: "text/markdown" }],
    ["", { "if-none-match": "*" }],
    ["", { range: "bytes=0-1" }],
    [`shareKey=${key}`, {}],
    ["shareKey=wrong", {}],
    [`jwt_token=${token}`, {}],
    ["jwt_token=wrong", {}],
    ["visitor.plan=gold", {}],
    [`shareKey=${key}&jwt_token=${token}&visitor.plan=gold&c=d`, kept({ shareKey: "other" })],
    ["", { "x-visitor-token": token }],
    ["", { "x-visitor-token": "wrong" }],
    ["", { cookie: `visitor_token=${token}` }],
    ["", kept({ token })],
    ["", kept({ shareKey: key })],
    ["", kept({ shareKey: key, token, unsigned: { plan: "gold" } })],
    ["", kept({ unsigned: { plan: "gold" } })]
  ]
}

const rpc = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
const json = { "content-type": "application/json" }
const form = { "content-type": "application/x-www-form-urlencoded" }
const posts: ReadonlyArray<readonly [string, Record<string, string>, string]> = [
  ["/~/mcp", json, rpc],
  ["/~/mcp", { ...json, origin: base }, "{"],
  ["/~/mcp", { ...json, origin: "https://evil.example" }, rpc],
  ["/~/feedback", form, "page=a&siteSpace=b&helpful=true"],
  ["/~/feedback", { ...form, origin: "https://evil.example" }, ""],
  ["/~/feedback", form, `text=${"a".repeat(20_000)}`],
  ["/open", form, "a"]
]

/** Requests for a site of a name, as callers without rights may make them: with some credentials, each third path. */
const requests = (name: string, bringings: Bringings): ReadonlyArray<readonly [string, Request]> =>
  bringings.flatMap(([search, headers], at) => {
    const made = (path: string, init: RequestInit) => {
      const whole = search === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${search}`
      const what = `${init.method} ${whole} ${JSON.stringify(init.headers)}`
      return [what, new Request(`${base}/sites/${name}${whole}`, init)] as const
    }
    const asked = paths().filter((_, index) => at === 0 || (index + at) % 3 === 0)
    return [
      ...(at === 0 ? ["GET", "HEAD", "OPTIONS"] : ["GET"]).flatMap((method) =>
        asked.map((path) => made(path, { method, headers }))
      ),
      ...posts.map(([path, more, body]) => made(path, { method: "POST", headers: { ...headers, ...more }, body }))
    ]
  })

/** An answer without any trace of the requested name. */
const told = async (answer: Response, name: string) => {
  const headers = [...answer.headers].filter(([header]) => header !== "date" && header !== "x-request-id")
  const all = JSON.stringify([answer.status, headers, await answer.text()])
  return all.replaceAll(name, "NAME")
}

describe.each(Object.keys(closing))("a site that %s", (state) => {
  beforeAll(() => closing[state]?.())

  it.each<readonly [string, MountOptions]>([
    ["at its own path", {}],
    ["at the root of the server too", { home: "handbook" }],
    ["where a host signs people in", { authenticate: () => undefined, signInUrl: "/sign-in" }],
    ["to a stranger whom the host has signed in", { authenticate: () => stranger, signInUrl: "/sign-in" }]
  ])("answers as one that is not there, %s", async (where, options) => {
    const ask = fetchHandler(site.lectern, { baseUrl: base, ...options })
    const bringings = (await brought()).slice(0, where === "at its own path" ? undefined : 5)
    const unknown = requests("handb00k", bringings)
    const problems: Array<readonly [string, string, string]> = []
    for (const [at, [what, request]] of requests("handbook", bringings).entries()) {
      const is = await told(await ask(request), "handbook")
      const expected = await told(await ask(unknown[at]![1]), "handb00k")
      if (is !== expected) problems.push([what, is, expected])
    }
    expect(problems.slice(0, 3)).toEqual([])
  })
})

it("whoever may see the site is answered otherwise", async () => {
  await site.ada.sites.update(site.organization, site.site, { visibility: "public" })
  expect((await site.ask("/open")).status).toBe(200)
})
