/** Sites on host names of their own: the same pages, on another origin than the server, and nothing else there. */
import { make as makeConsole } from "@lectern/console/Console"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { make } from "@lectern/reader/Reader"
import { SignJWT } from "jose"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"
import { withoutStyle } from "./support/style.js"

const host = "http://docs.handbook.test"

let site: TestSite
/** The whole server: its API, its console and its sites. */
let server: (request: Request) => Promise<Response>

beforeAll(async () => {
  site = await makeSite({ "README.md": "# Welcome\n\n[More](open.md)\n", "open.md": "# Open\n\nNothing to hide.\n" })
  const { ada, lectern, organization } = site
  await lectern.asSystem().sites.update(organization, site.site, { hostname: "docs.handbook.test" })
  const pages = await lectern.runtime.runPromise(make({ baseUrl: base }))
  const console = await lectern.runtime.runPromise(makeConsole({ baseUrl: base, mails: false }))
  server = fetchHandler(lectern, { pages, console })
  await ada.sites.create(organization, { title: "Other" })
})
afterAll(() => site.lectern.close())

const ask = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  server(new Request(url, { headers, method }))
const whereTo = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await ask(url, headers)
  return [answer.status, answer.headers.get("location")]
}
const cookieOf = (answer: Response) => (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
const become = (visibility: "public" | "unlisted" | "share-link" | "visitor-auth") =>
  site.ada.sites.update(site.organization, site.site, { visibility })
const token = async (expires = "1h") => {
  const { privateKey } = await site.ada.sitePublishing.auth(site.organization, site.site)
  const made = new SignJWT({}).setProtectedHeader({ alg: "HS256" }).setAudience(site.site)
  return made.setExpirationTime(expires).sign(new TextEncoder().encode(privateKey))
}

beforeEach(() => become("public"))

describe("a site on a host name of its own", () => {
  it("has its pages at the root, whose addresses everywhere are those of the host", async () => {
    const welcome = await ask(`${host}/`)
    const text = await welcome.text()
    expect(welcome.status).toBe(200)
    expect(text).toContain('<a href="/open">More</a>')
    expect(text).toContain(`<link rel="canonical" href="${host}/">`)
    expect(await (await ask(`${host}/open`)).text()).toContain("Nothing to hide.")
    expect(await (await ask(`${host}/sitemap.xml`)).text()).toContain(`<loc>${host}/open</loc>`)
    expect(await (await ask(`${host}/robots.txt`)).text()).toContain(`Sitemap: ${host}/sitemap.xml`)
    expect(await (await ask(`${host}/llms.txt`)).text()).toContain(`(${host}/open.md)`)
    expect(await (await ask(`${host}/feed.xml`)).text()).toContain(`${host}/open`)
    const [, script = ""] = /<script src="([^"]+)"/.exec(text) ?? []
    expect((await ask(`${host}${script}`)).status).toBe(200)
  })

  it("is found by every spelling of the host, and by no other header", async () => {
    const node = (headers: Record<string, string>) => ask(`${base}/open`, headers)
    expect((await ask("http://DOCS.handbook.test.:8080/open")).status).toBe(200)
    // A request for the server that names another host in a header is one for the server.
    for (const name of ["x-forwarded-host", "forwarded", "x-host"]) {
      expect([name, (await node({ [name]: "docs.handbook.test", accept: "text/html" })).status]).toEqual([name, 404])
    }
  })

  it.each([
    ...["/v1/orgs", "/v1", "/docs", "/docs/sites", "/openapi.json", "/login", "/logout", "/account", "/admin"],
    ...["/files/a/b", "/sites/handbook/", "/preview/a/b/", "/app/s/a", "/saml/a", "/scim/v2/a/Users", "/oidc/callback"],
    ...["/.well-known/change-password", "/metrics", "/favicon.ico/", "/%76%31/orgs", "//v1/orgs", "/v1/../v1/orgs"]
  ])("does not answer %s as the server does", async (path) => {
    const token = (await site.ada.apiTokens.create(site.user, { label: "a" })).token
    for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE", "OPTIONS"]) {
      const answer = await ask(`${host}${path}`, { authorization: `Bearer ${token}`, accept: "text/html" }, method)
      expect([method, answer.status]).toEqual([method, 404])
      expect(withoutStyle(await answer.text())).not.toMatch(/password|operationId|object/)
    }
  })

  it("has its own pages at the paths that are the server's elsewhere", async () => {
    const slugs = "v1 app docs preview login account admin files sites saml scim oidc oauth openapi.json metrics".split(
      " "
    )
    const change = { changes: slugs.map((slug) => ({ operation: "insert_page" as const, title: `Own ${slug}`, slug })) }
    await site.ada.contentEdits.apply(site.space, change)
    for (const slug of slugs) {
      const answer = await ask(`${host}/${slug}`)
      expect([slug, answer.status, await answer.text()]).toEqual([
        slug,
        200,
        expect.stringContaining(`Own ${slug}</span></h1>`)
      ])
      expect(await (await ask(`${host}/${slug}.md`)).text()).toContain(`# Own ${slug}`)
    }
    const { pages } = await site.ada.contents.pages(site.space)
    const made = pages.filter(({ title }) => title.startsWith("Own "))
    await site.ada.contentEdits.apply(site.space, {
      changes: made.map(({ id }) => ({ operation: "delete_page" as const, page: id }))
    })
  })

  it("is answered by the server only for probes", async () => {
    expect((await ask(`${host}/healthz`)).status).toBe(200)
    expect((await ask(`${host}/readyz`)).status).toBe(200)
  })

  it("is where its old address leads", async () => {
    expect(await whereTo(`${base}/sites/handbook/open?a=b`)).toEqual([308, `${host}/open?a=b`])
    expect(await whereTo(`${base}/sites/handbook`)).toEqual([308, `${host}/`])
    expect(await whereTo(`${base}/sites/handbook//evil.example/`)).toEqual([404, null])
    await become("unlisted")
    expect(await whereTo(`${base}/sites/handbook/open/`)).toEqual([308, `${host}/open/`])
  })

  it("takes posts from its own pages only", async () => {
    const post = (origin: string) =>
      server(
        new Request(`${host}/~/mcp`, {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json, text/event-stream", origin },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" })
        })
      )
    expect((await post(host)).status).toBe(200)
    expect((await post(base)).status).toBe(403)
    expect((await post("https://evil.example")).status).toBe(403)
  })

  it("keeps what a reader brings in a cookie of the host", async () => {
    await become("share-link")
    const link = await site.ada.shareLinks.create(site.organization, site.site, { name: "Friends" })
    expect(link.urls.published).toMatch(/^http:\/\/docs\.handbook\.test\/[\w-]+\/$/)
    const entered = await ask(`${link.urls.published}open`)
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/open"])
    expect(entered.headers.get("set-cookie")).toMatch(/^lectern_visitor=[\w-]+; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await ask(`${host}/open`, { cookie: cookieOf(entered) })).status).toBe(200)
    expect((await ask(`${host}/open`)).status).toBe(404)
    await become("visitor-auth")
    const brought = await ask(`${host}/open?jwt_token=${await token()}`)
    expect(brought.headers.get("location")).toBe("/open")
    expect((await ask(`${host}/open`, { cookie: cookieOf(brought) })).status).toBe(200)
  })

  it("is not given away by its old address, which leads only those to it who may read it", async () => {
    await become("share-link")
    const link = await site.ada.shareLinks.create(site.organization, site.site, { name: "More friends" })
    const key = new URL(link.urls.published).pathname.slice(1, -1)
    for (const path of ["/", "/open", `/${"a".repeat(22)}/open`, "/open?shareKey=wrong"]) {
      const [known, unknown] = [await ask(`${base}/sites/handbook${path}`), await ask(`${base}/sites/handb00k${path}`)]
      expect([path, known.status]).toEqual([path, unknown.status])
      expect(await known.text()).toBe(await unknown.text())
      expect(known.headers.get("location")).toBe(
        unknown.headers.get("location")?.replace("handb00k", "handbook") ?? null
      )
    }
    expect(await whereTo(`${base}/sites/handbook/${key}/open`)).toEqual([308, `${host}/${key}/open`])
    expect(await whereTo(`${base}/sites/handbook/open?shareKey=${key}`)).toEqual([308, `${host}/open?shareKey=${key}`])
    await become("visitor-auth")
    const jwt = await token()
    expect(await whereTo(`${base}/sites/handbook/open?jwt_token=${jwt}`)).toEqual([
      308,
      `${host}/open?jwt_token=${jwt}`
    ])
    expect(await whereTo(`${base}/sites/handbook/open`)).toEqual([404, null])
  })

  it("has nothing while it is not published, not even the server", async () => {
    const { ada, organization } = site
    await ada.sites.unpublish(organization, site.site)
    for (const path of ["/", "/open", "/login", "/docs", "/v1/orgs"]) {
      expect([path, (await ask(`${host}${path}`)).status]).toEqual([path, 404])
    }
    await ada.sites.publish(organization, site.site)
  })
})

it("a host that no site has is the server's", async () => {
  expect((await ask("http://other.handbook.test/v1/orgs")).status).toBe(401)
  expect((await ask("http://other.handbook.test/healthz")).status).toBe(200)
  expect((await ask("http://other.handbook.test/sites/nosuch/")).status).toBe(404)
})
