/** The visibility of a site: its audience, its conditions, and the statements of an answer about who may cache it. */
import { fetchHandler } from "@lectern/reader/Reader"
import { SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tricks } from "../../console/test/support/redirects.js"
import { base, makeSite, png, type TestSite } from "./support/site.js"
import { withoutStyle } from "./support/style.js"

const files = {
  "README.md": "# Welcome\n\nFor all. [More](plans.md)\n",
  "SUMMARY.md": "* [Welcome](README.md)\n* [Plans](plans.md)\n  * [Inner](inner.md)\n* [Open](open.md)\n",
  "plans.md": "# Plans\n\nThe zebra is gold. ![](zebra.png)\n",
  "inner.md": "# Inner\n\nThe zebra is inside.\n",
  "open.md": "# Open\n\nNothing to hide.\n",
  "zebra.png": png
}

let site: TestSite
beforeAll(async () => {
  site = await makeSite(files)
  const [page] = (await site.ada.contents.pages(site.space)).pages.filter(({ title }) => title === "Plans")
  await site.ada.contentEdits.apply(site.space, {
    changes: [{ operation: "update_page", page: page!.id, condition: "visitor.claims.plan == 'gold'" }]
  })
})
afterAll(() => site.lectern.close())

const token = async (claims: Record<string, unknown> = {}, expires = "1h") => {
  const { privateKey } = await site.ada.sitePublishing.auth(site.organization, site.site)
  const made = new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256" })
    .setAudience(site.site)
    .setExpirationTime(expires)
  return made.sign(new TextEncoder().encode(privateKey))
}

/** The cookie that an answer sets, as it is sent back. */
const cookieOf = (answer: Response): Record<string, string> => ({
  cookie: (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
})

const everything = [
  "/",
  "/plans",
  "/plans/inner",
  "/plans.md",
  "/search?q=zebra",
  "/llms.txt",
  "/llms-full.txt",
  "/sitemap.xml"
]

describe("a condition", () => {
  it("hides a page and what is below it from everything but from those for whom it holds", async () => {
    for (const path of everything)
      expect([path, withoutStyle(await site.text(path))]).toEqual([
        path,
        expect.not.stringMatching(/Plans<|plans\.md|gold|Inner|inside/)
      ])
    for (const path of ["/plans", "/plans/inner", "/plans.md"]) expect((await site.ask(path)).status).toBe(404)
    const headers = { "x-visitor-token": await token({ plan: "gold" }) }
    expect(await site.text("/plans", headers)).toContain("The zebra is gold.")
    expect(await site.text("/search?q=zebra", headers)).toContain("2 pages")
    expect(await site.text("/llms-full.txt", headers)).toContain("The zebra is inside.")
    expect((await site.ask("/plans", { "x-visitor-token": await token({ plan: "tin" }) })).status).toBe(404)
  })

  it("hides the files that only such pages show", async () => {
    const headers = { "x-visitor-token": await token({ plan: "gold" }) }
    const [, src = ""] = /src="([^"]+zebra[^"]+)"/.exec(await site.text("/plans", headers)) ?? []
    const shown = await site.ask(`http://lectern.test${src}`, headers)
    expect([shown.status, shown.headers.get("cache-control")]).toEqual([200, "private, no-store"])
    expect((await site.ask(`http://lectern.test${src}`)).status).toBe(404)
  })

  it("keeps every answer of its space out of caches", async () => {
    const headers = { "x-visitor-token": await token({ plan: "gold" }) }
    for (const path of [...everything, "/open", "/nosuch"]) {
      for (const sent of [{}, headers]) {
        const answer = await site.ask(path, sent)
        expect([path, answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual([
          path,
          "private, no-store",
          null
        ])
      }
    }
  })
})

describe("what an address brings", () => {
  it("is taken out of it, and kept in a cookie of the site", async () => {
    const answer = await site.ask(`/plans?a=b&jwt_token=${await token({ plan: "gold" })}`)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sites/handbook/plans?a=b"])
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer")
    expect(answer.headers.get("set-cookie")).toMatch(
      /^lectern_visitor=[\w-]+; Path=\/sites\/handbook\/; HttpOnly; SameSite=Lax$/
    )
    expect(await site.text("/plans", cookieOf(answer))).toContain("The zebra is gold.")
    const claims = await site.ask("/?visitor.beta=true", cookieOf(answer))
    expect(claims.headers.get("location")).toBe("/sites/handbook/")
    expect(await site.text("/plans", cookieOf(claims))).toContain("The zebra is gold.")
  })

  it("leads to no other origin", async () => {
    for (const path of ["//evil.example/x", "/%2f%2fevil.example", "/\\evil.example", "///evil.example//"]) {
      const answer = await site.ask(`${path}?visitor.a=b`)
      expect([path, answer.status]).toEqual([
        path,
        expect.toSatisfy((status: number) => status === 303 || status === 404)
      ])
      const to = new URL(answer.headers.get("location") ?? "/", "http://lectern.test")
      expect([path, to.origin]).toEqual([path, "http://lectern.test"])
    }
  })

  it("keeps nobody from what everybody may read once it has expired", async () => {
    const answer = await site.ask(`/?jwt_token=${await token({ plan: "gold" }, "-1h")}`)
    const open = await site.ask("/open", cookieOf(answer))
    expect([open.status, open.headers.get("set-cookie")]).toEqual([200, expect.stringContaining("Max-Age=0")])
    expect((await site.ask("/plans", cookieOf(answer))).status).toBe(404)
  })

  it.each([
    "lectern_visitor=",
    "lectern_visitor=eyJ9",
    "lectern_visitor=bnVsbA",
    `lectern_visitor=${"A".repeat(9000)}`
  ])("is nothing where the cookie is %s", async (cookie) => {
    expect((await site.ask("/open", { cookie })).status).toBe(200)
    expect((await site.ask("/plans", { cookie })).status).toBe(404)
  })
})

describe("a cookie", () => {
  it("counts for nothing where there are two of its name, or where another one's value says what it would", async () => {
    const { cookie: own = "" } = cookieOf(await site.ask(`/?jwt_token=${await token({ plan: "gold" })}`))
    const none = "lectern_visitor=e30"
    const statuses = await Promise.all(
      [own, `a=b; ${own}`, `${own}; ${none}`, `${none}; ${own}`, `${own}; ${own}`, `a=b, ${own}`, `\u00a0${own}`].map(
        async (cookie) => (await site.ask("/plans", { cookie })).status
      )
    )
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 404])
  })

  it("of the site at the root of the server is another one than those of the sites below it", async () => {
    const { id } = await site.ada.sites.create(site.organization, { title: "Front", spaces: [site.space] })
    await site.ada.sites.update(site.organization, id, { basename: "front" })
    await site.ada.sites.publish(site.organization, id)
    const reader = fetchHandler(site.lectern, { baseUrl: base, home: "front" })
    const brought = `/?jwt_token=${await token({ plan: "gold" })}`
    const { cookie: home = "" } = cookieOf(await reader(new Request(`${base}${brought}`)))
    const { cookie: own = "" } = cookieOf(await site.ask(brought))
    expect([home, own]).toEqual([expect.stringMatching(/^lectern_home=/), expect.stringMatching(/^lectern_visitor=/)])
    expect((await site.ask("/plans", { cookie: `${own}; ${home}` })).status).toBe(200)
    expect((await site.ask("/plans", { cookie: home })).status).toBe(404)
  })
})

describe("an audience", () => {
  const become = (visibility: "public" | "unlisted" | "share-link" | "visitor-auth") =>
    site.ada.sites.update(site.organization, site.site, { visibility })

  it("of those who have a share link gets in with its key, which is counted once", async () => {
    await become("share-link")
    const link = await site.ada.shareLinks.create(site.organization, site.site, { name: "Friends" })
    expect((await site.ask("/open")).status).toBe(404)
    expect((await site.ask("/aaaaaaaaaaaaaaaaaaaaaa/open")).status).toBe(404)
    const shared = new URL(link.urls.published)
    const entered = await site.ask(`http://lectern.test${shared.pathname}open?a=b`)
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/sites/handbook/open?a=b"])
    const open = await site.ask("/open", cookieOf(entered))
    expect([open.status, open.headers.get("cache-control"), open.headers.get("x-robots-tag")]).toEqual([
      200,
      "private, no-store",
      "noindex"
    ])
    expect(await open.text()).not.toContain(shared.pathname.split("/").at(-2))
    await site.ada.shareLinks.update(site.organization, site.site, link.id, { active: false })
    expect((await site.ask("/open", cookieOf(entered))).status).toBe(404)
  })

  it("of those who sign in is sent to where they do, and comes back with a token", async () => {
    await become("visitor-auth")
    expect((await site.ask("/open")).status).toBe(404)
    await site.ada.sitePublishing.updateAuth(site.organization, site.site, {
      fallbackURL: "https://login.example/?a=b"
    })
    const sent = await site.ask("/open")
    expect([sent.status, sent.headers.get("location")]).toEqual([302, "https://login.example/?a=b&location=%2Fopen"])
    expect(sent.headers.get("cache-control")).toBe("no-store")
    const asked = await site.ask("/open?q=a%20b&c")
    expect(new URL(asked.headers.get("location") ?? "").searchParams.get("location")).toBe("/open?q=a%20b&c")
    for (const trick of [...tricks, ...tricks.map((each) => encodeURIComponent(each)), "%5C%5Cevil.example/x"]) {
      const answer = await site.ask(`/${trick}`)
      const to = new URL(answer.headers.get("location") ?? "/", base)
      const location = to.searchParams.get("location") ?? "/"
      const isOwn = answer.status === 302 ? to.origin === "https://login.example" : to.origin === base
      expect([trick, isOwn, new URL(location, base).origin]).toEqual([trick, true, base])
    }
    const back = await site.ask(`/open?jwt_token=${await token()}`)
    expect(await site.text("/open", cookieOf(back))).toContain("Nothing to hide.")
    const expired = await site.ask(`/open?jwt_token=${await token({}, "-1h")}`)
    expect((await site.ask("/open", cookieOf(expired))).status).toBe(302)
  })

  it("of everybody, but not of search engines", async () => {
    await become("unlisted")
    const open = await site.ask("/open")
    expect([open.status, open.headers.get("x-robots-tag")]).toEqual([200, "noindex"])
    expect(await open.text()).toContain('<meta name="robots" content="noindex">')
    expect((await site.ask("/sitemap.xml")).status).toBe(404)
    expect(await site.text("/robots.txt")).toContain("Disallow: /sites/handbook/")
    await become("public")
  })
})
