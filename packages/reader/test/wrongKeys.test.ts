/** Wrong share keys and tokens delay further ones of the same address, and nobody who has a right one. */
import { webHandler } from "@lectern/http/WebHandler"
import { handle, type MountOptions } from "@lectern/reader/Reader"
import { afterAll, beforeAll, expect, it } from "vitest"
import { base, makeSite, type TestSite } from "./support/site.js"

let site: TestSite
let key: string
let shared: string
beforeAll(async () => {
  site = await makeSite({
    "README.md": "# Welcome\n",
    "SUMMARY.md": "* [Welcome](README.md)\n* [Long](a-page-with-a-long-name.md)\n",
    "a-page-with-a-long-name.md": "# Long\n"
  })
  await site.ada.sites.update(site.organization, site.site, { visibility: "share-link" })
  const link = await site.ada.shareLinks.create(site.organization, site.site, { name: "Friends" })
  shared = new URL(link.urls.published).pathname
  key = shared.split("/").at(-2) ?? ""
})
afterAll(() => site.lectern.close())

/** Sends requests to the site from an address, with limits unless they are off. */
const asking = (options: Pick<MountOptions, "limits"> = { limits: {} }) => {
  const answering = handle(site.lectern, { baseUrl: base, ...options })
  return (address: string, path: string, cookie = "") =>
    webHandler((request, respond) => answering({ ...request, address }, respond))(
      new Request(`${base}/sites/handbook${path}`, { headers: { cookie } })
    )
}

const statuses = async (count: number, ask: () => Promise<Response>): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = []
  for (let left = count; left > 0; left--) found.push((await ask()).status)
  return found
}

const kept = (visitor: object): string =>
  `lectern_visitor=${Buffer.from(JSON.stringify(visitor)).toString("base64url")}`
const wrong = "a".repeat(32)

it.each([
  ["in the path", "192.0.2.1", `/${wrong}/`, "", 404],
  ["in the query", "192.0.2.2", `/?shareKey=${wrong}`, "", 303],
  ["in the cookie", "192.0.2.3", "/", kept({ shareKey: wrong }), 404],
  ["of a site that is not there", "192.0.2.4", `2/${wrong}/`, "", 404],
  ["that are tokens", "192.0.2.5", "/?jwt_token=wrong", "", 303]
])("wrong keys %s are counted", async (_, address, path, cookie, otherwise) => {
  const ask = asking()
  expect(await statuses(24, () => ask(address, path, cookie))).toEqual([...Array(21).fill(otherwise), 429, 429, 429])
  const entered = await ask(address, `/${key}/`)
  expect([entered.status, entered.headers.get("location")]).toEqual([303, "/sites/handbook/"])
  const mine = kept({ shareKey: key })
  expect((await ask(address, "/", mine)).status).toBe(200)
  expect((await ask(address, "/a-page-with-a-long-name", mine)).status).toBe(200)
  expect((await ask("198.51.100.1", path, cookie)).status).toBe(otherwise)
})

it("neither what is no key, nor anything without limits, is counted", async () => {
  const ask = asking()
  const mine = kept({ shareKey: key })
  const paths: ReadonlyArray<readonly [string, string, number]> = [
    ["/nosuch", "", 404],
    ["/a-page-with-a-long-name", mine, 200],
    ["/another-page-with-a-name", mine, 404],
    ["/?visitor.beta=true", "", 303]
  ]
  for (const [path, cookie, status] of paths) {
    expect(await statuses(30, () => ask("192.0.2.9", path, cookie))).toEqual(Array(30).fill(status))
  }
  const unlimited = asking({})
  expect(await statuses(30, () => unlimited("192.0.2.10", `/${wrong}/`))).toEqual(Array(30).fill(404))
})

it("a wrong key in a cookie is forgotten", async () => {
  const answer = await asking()("192.0.2.11", "/", kept({ shareKey: wrong }))
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([404, expect.stringContaining("Max-Age=0")])
})
