/** Sites on an origin of their own, apart from the console, which writers cannot reach from there. */
import { make as makeConsole } from "@lectern/console/Console"
import { fetchHandler } from "@lectern/http/LecternHttp"
import { make } from "@lectern/reader/Reader"
import { afterAll, beforeAll, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

const sitesUrl = "http://sites.test"

let site: TestSite
let ask: (url: string) => Promise<Response>
const path = "/sites/handbook/"

beforeAll(async () => {
  const files = { "README.md": "# Welcome\n\n[More](open.md)\n", "open.md": "# Open\n\nNothing to hide.\n" }
  site = await makeSite(files, undefined, { sitesUrl })
  const { lectern } = site
  const pages = await lectern.runtime.runPromise(make({ baseUrl: base, sitesUrl }))
  const console = await lectern.runtime.runPromise(makeConsole({ baseUrl: base, mails: false }))
  const server = fetchHandler(lectern, { pages, console })
  ask = (url) => server(new Request(url))
})
afterAll(() => site.lectern.close())

it("has the sites there, as every address of them says", async () => {
  const { ada, organization } = site
  expect((await ada.sites.get(organization, site.site)).urls.published).toBe(`${sitesUrl}${path}`)
  expect((await ada.spaces.get(site.space)).urls.published).toMatch(`${sitesUrl}${path}`)
  const page = await ask(`${sitesUrl}${path}open`)
  expect(page.status).toBe(200)
  expect(await page.text()).toContain(`<link rel="canonical" href="${sitesUrl}${path}open">`)
})

it("leads there from the origin of the server, whether a site exists or not", async () => {
  for (const below of [`${path}open?q=a`, "/sites/nosuch/", "/sites/nosuch/page"]) {
    const { headers, status } = await ask(`${base}${below}`)
    expect([status, headers.get("location")]).toEqual([308, `${sitesUrl}${below}`])
  }
})

it.each([
  "/v1/orgs",
  "/docs",
  "/login",
  "/account",
  "/admin",
  "/app",
  "/files/a",
  "/preview/a/1/",
  "/oauth/start",
  "/"
])("has nothing else there: %s", async (below) => {
  const { headers, status } = await ask(`${sitesUrl}${below}`)
  expect([status, headers.get("location"), headers.get("set-cookie")]).toEqual([404, null, null])
})

it("has previews where people sign in", async () => {
  const { headers, status } = await ask(`${base}/preview/${site.space}/main/`)
  expect([status, headers.get("location")]).toEqual([303, expect.stringContaining("/login?next=")])
})
