/** Operations of specifications on the pages of a site: for readers, and as text for programs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { passwords, sessionFor, sessionName } from "./support/session.js"
import { base, makeSite, type TestSite } from "./support/site.js"

/** A schema whose properties nest: `deep1` has `deep2`, and so on. */
const nested = (depth: number, most: number): object => ({
  type: "object",
  properties: { [`deep${depth}`]: depth === most ? { type: "string" } : nested(depth + 1, most) }
})

const document = {
  openapi: "3.1.0",
  info: { title: "Zoo", version: "1" },
  servers: [{ url: "https://zoo.example" }, { url: "https://test.zoo.example/v2" }],
  paths: {
    "/animals": {
      post: {
        operationId: "feed",
        deprecated: true,
        description: "Feeds *one* animal, see [the guide](https://zoo.example/guide).",
        requestBody: {
          content: {
            "application/json": { schema: { type: "object", properties: { max: { maximum: 1 }, all: nested(1, 13) } } }
          }
        },
        responses: { 200: { description: "It is fed." } }
      }
    }
  }
}

const text = JSON.stringify(document).replace('"maximum":1', '"maximum":9223372036854775807')
const tag = '{% openapi src="zoo.json" path="/animals" method="post" %}\n[zoo.json](zoo.json)\n{% endopenapi %}'
const code = '```\n{% openapi src="zoo.json" path="/animals" method="post" %}\n```'

let site: TestSite
beforeAll(async () => {
  const files = { "README.md": `# Zoo\n\n${code}\n\n${tag}\n\nThe end.\n`, "zoo.json": text }
  site = await makeSite(files, undefined, { passwords })
})
afterAll(() => site.lectern.close())

const fieldsIn = (html: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(/<code>(deep\d+)<\/code>/g), ([, name = ""]) => name)
const moreIn = (html: string): string | undefined =>
  /<a class="more" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")

describe("the page of an operation", () => {
  it("says that it is deprecated, has long integers, and lets readers choose a server", async () => {
    const page = await site.text("/")
    expect(page).toMatch(/<div class="endpoint deprecated">.*<span class="flag">deprecated<\/span><\/div>/)
    expect(page).toContain("≤ 9223372036854775807")
    expect(page).toMatch(
      /<p class="servers" hidden><select [^>]*><option>https:\/\/zoo\.example<\/option><option>https:\/\/test\.zoo\.example\/v2</
    )
  })

  it("has the fields below its last level where a reader asks, as a part and as a page", async () => {
    const found: Array<string> = []
    let html = await site.text("/")
    for (let href = moreIn(html); href !== undefined; href = moreIn(html)) {
      found.push(...fieldsIn(html))
      const whole = await site.ask(`/${href}`)
      expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      html = await site.text(`/${href}&part=1`)
      expect(html).not.toContain("<html")
      expect(await whole.text()).toContain(html)
    }
    expect([...found, ...fieldsIn(html)]).toEqual(Array.from({ length: 13 }, (_, at) => `deep${at + 1}`))
  })

  it("has all fields in an export and in a preview, where readers cannot ask", async () => {
    const all = Array.from({ length: 13 }, (_, at) => `deep${at + 1}`)
    const { text: written } = await exported(site)
    expect([fieldsIn(written("index.html")), moreIn(written("index.html"))]).toEqual([all, undefined])
    const { ada, space, user } = site
    const { number } = await ada.changeRequests.create(space, { subject: "Same" })
    const headers = { cookie: `${sessionName}=${await sessionFor(site, user)}` }
    const preview = await site.text(`${base}/preview/${space}/${number}/`, headers)
    expect([fieldsIn(preview), moreIn(preview)]).toEqual([all, undefined])
  })

  it("answers with nothing for places that are not in the specification", async () => {
    for (const query of ["fields=0&place=/nowhere", "fields=7&place=/paths", "fields=0&place=%2Finfo%2Ftitle"]) {
      expect([query, await site.text(`/?${query}&part=1`)]).toEqual([query, ""])
    }
    expect(await site.text("/?fields=x")).toContain("<html")
  })
})

describe("the text of a page", () => {
  it("has its operations as text, in markdown, in the text of the whole site and in that for models", async () => {
    const call = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "read_page", arguments: { path: "/" } }
    }
    const answer = await site.reader(
      new Request("http://lectern.test/sites/handbook/~/mcp", {
        method: "POST",
        body: JSON.stringify(call),
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream" }
      })
    )
    const read = JSON.parse((await answer.text()).replace(/^[\s\S]*?(?=\{)/, "")).result.content[0].text
    for (const text of [await site.text("/readme.md"), await site.text("/llms-full.txt"), read]) {
      expect(text).toContain("`POST https://zoo.example/animals` (deprecated)")
      expect(text).toContain("Feeds *one* animal, see [the guide](<https://zoo.example/guide>).")
      expect(text).toMatch(/- `all` `object`\n\n {2}- `deep1` `object`\n/)
      expect(text).toContain("- `deep13` `string`")
      expect(text).toContain("≤ 9223372036854775807")
      expect(text).toContain("#### `200`\n\nIt is fed.")
      expect(text).toContain("The end.")
      // Code stays as it is.
      expect(text.match(/\{%/g)).toHaveLength(1)
    }
  })
})
