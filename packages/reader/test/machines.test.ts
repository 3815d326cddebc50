/** Sites as programs use them: over MCP, and by the metadata of pages. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSite, type TestSite } from "./support/site.js"

let site: TestSite
beforeAll(async () => {
  site = await makeSite({
    "README.md": "---\ndescription: What it is.\n---\n\n# Welcome\n\nSee [the guide](guide.md).\n",
    "SUMMARY.md": "* [Welcome](README.md)\n* [Guide](guide.md)\n* [Plus](plus.md)\n",
    "guide.md": "# Guide\n\nHow to tame a zebra.\n",
    "plus.md": "# Plus\n\nA zebra for members.\n"
  })
  const plus = (await site.ada.contents.pages(site.space)).pages.find(({ title }) => title === "Plus")
  await site.ada.contentEdits.apply(site.space, {
    changes: [{ operation: "update_page", page: plus!.id, condition: "visitor.claims.unsigned.plus" }]
  })
})
afterAll(() => site.lectern.close())

const ask = (message: object, headers: Record<string, string> = {}) =>
  site.reader(
    new Request("http://lectern.test/sites/handbook/~/mcp", {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-06-18",
        ...headers
      }
    })
  )

/** The content of an answer, which is one message as JSON or as an event. */
const messageOf = async (answer: Response) => {
  const text = await answer.text()
  const [, data = text] = /^data: (.+)$/m.exec(text) ?? []
  return JSON.parse(data) as {
    result?: {
      content?: Array<{ text: string }>
      tools?: Array<{ name: string; title: string; annotations: object; outputSchema: object }>
    }
    error?: object
  }
}

const call = async (name: string, given: object, headers?: Record<string, string>) => {
  const { result } = await messageOf(await ask({ method: "tools/call", params: { name, arguments: given } }, headers))
  return result?.content?.[0]?.text ?? ""
}

describe("the MCP endpoint of a site", () => {
  it("says what it is, and what it can do", async () => {
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } }
    const hello = await messageOf(await ask({ method: "initialize", params }))
    expect(hello.result).toMatchObject({ serverInfo: { name: "Handbook" }, capabilities: { tools: {} } })
    const { result } = await messageOf(await ask({ method: "tools/list" }))
    expect(result?.tools?.map(({ name }) => name)).toEqual(["search", "list_pages", "read_page"])
    for (const { annotations, outputSchema, title } of result?.tools ?? []) {
      expect(annotations).toEqual({
        ...{ title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
      })
      expect(outputSchema).toMatchObject({ type: "object", required: ["text"] })
    }
  })

  it("searches, lists and reads what its caller sees, and nothing else", async () => {
    expect(await call("search", { query: "zebra" })).toMatch(
      /\[Guide\]\(http:\/\/lectern\.test\/sites\/handbook\/guide\)/
    )
    expect(await call("list_pages", {})).toContain("[Guide](http://lectern.test/sites/handbook/guide.md)")
    for (const path of ["guide", "/guide.md", "/sites/handbook/guide", "http://lectern.test/sites/handbook/guide.md"]) {
      expect([path, await call("read_page", { path })]).toEqual([path, expect.stringContaining("How to tame a zebra.")])
    }
    for (const text of [
      await call("search", { query: "zebra" }),
      await call("list_pages", {}),
      await call("read_page", { path: "plus" })
    ]) {
      expect(text).not.toMatch(/Plus\b|members/)
    }
  })

  it("takes no notice of cookies, and refuses pages of other origins", async () => {
    const known = await site.ask("/?visitor.plus=true")
    const cookie = (known.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    expect(await site.text("/plus", { cookie })).toContain("A zebra for members.")
    expect(await call("read_page", { path: "plus" }, { cookie })).not.toContain("members")
    expect((await ask({ method: "tools/list" }, { origin: "https://evil.example" })).status).toBe(403)
    const own = await ask({ method: "tools/list" }, { origin: "http://lectern.test" })
    expect([own.status, own.headers.get("cache-control"), own.headers.get("set-cookie")]).toEqual([
      200,
      "private, no-store",
      null
    ])
  })

  it("takes POST and nothing else, as everything that forms are sent to", async () => {
    for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
      for (const end of ["mcp", "feedback", "try"]) {
        const { headers, status } = await site.ask(`/~/${end}`, { accept: "text/event-stream" }, method)
        expect([method, end, status, headers.get("allow")]).toEqual([method, end, 405, "POST"])
      }
    }
  })

  it("refuses what it does not understand", async () => {
    for (const params of [{ name: "nosuch" }, { name: "search", arguments: { query: 1 } }, { name: "read_page" }]) {
      expect((await messageOf(await ask({ method: "tools/call", params }))).error).toBeDefined()
    }
    const long = await ask({
      method: "tools/call",
      params: { name: "search", arguments: { query: "a".repeat(70_000) } }
    })
    expect(long.status).toBe(413)
    expect((await site.ask("/guide", {}, "POST")).status).toBe(404)
  })
})

describe("the XML of a site", () => {
  it("has no character that XML cannot contain, whatever is written", async () => {
    const odd = `${Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code + 1)).join("")}\u007f\ufffe\uffff<&`
    const own = await makeSite({ "README.md": "# Welcome\n", "page.md": "# Page\n" })
    const page = (await own.ada.contents.pageByPath(own.space, "page")).id
    const change = { operation: "update_page", page, title: `A${odd}B`, description: odd } as const
    await own.ada.contentEdits.apply(own.space, { changes: [change] })
    await own.ada.sites.update(own.organization, own.site, { title: `Site${odd}` })
    expect(await own.text("/page")).toContain("\u0001")
    for (const path of ["/feed.xml", "/sitemap.xml"]) {
      const text = await own.text(path)
      expect(text).toContain("/page")
      const illegal = [...text].filter((character) =>
        /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(character)
      )
      expect([path, illegal]).toEqual([path, []])
      if (path === "/feed.xml") expect(text).toMatch(/<title>A\s+\u007f&lt;&amp;B<\/title>/)
    }
    await own.lectern.close()
  })
})

describe("a page", () => {
  it("says what it is as JSON-LD, which ends no element", async () => {
    const own = await makeSite({ "README.md": "# A </script><script>alert(1)</script> title\n" })
    const text = await own.text("/")
    const [, data = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)["@graph"][0]).toMatchObject({
      "@type": "TechArticle",
      url: "http://lectern.test/sites/handbook/"
    })
    expect(text.match(/<script/g)).toHaveLength(2)
    await own.lectern.close()
  })

  it.each<readonly [title: string, english: ReadonlyArray<string>, german: ReadonlyArray<string>, pairs: object]>([
    ["other names of the first page", ["welcome"], ["willkommen"], { "": "" }],
    ["the same pages", ["welcome", "guide"], ["willkommen", "guide"], { "": "", guide: "guide" }],
    ["another order", ["intro", "guide"], ["guide", "intro"], { "": "intro", guide: "" }],
    ["a first page that comes later", ["intro", "guide"], ["start", "intro", "only"], { "": "intro" }],
    ["a first page that came earlier", ["intro", "guide"], ["guide", "only"], { guide: "" }],
    ["a title instead of a page", ["intro", "guide"], ["start", "https://guide.example"], { "": "" }]
  ])(
    "names itself in the other language of a site, and nothing where it is not there: %s",
    async (_, en, de, pairs) => {
      const files = (pages: ReadonlyArray<string>) => ({
        "SUMMARY.md": pages.map((name) => `* [${name}](${name.includes(":") ? name : `${name}.md`})\n`).join(""),
        ...Object.fromEntries(
          pages.filter((name) => !name.includes(":")).map((name) => [`${name}.md`, `# ${name}\n`] as const)
        )
      })
      const own = await makeSite(files(en))
      const german = await own.addSpace("Deutsch", files(de))
      const added = await own.ada.siteSpaces.add(own.organization, own.site, { spaceId: german })
      await own.ada.siteSpaces.update(own.organization, own.site, added.id, { path: "de" })
      const address = (path: string) => `http://lectern.test/sites/handbook/${path}`
      const named: Record<string, string> = {}
      for (const [pages, root] of [
        [en, ""],
        [de, "de/"]
      ] as const) {
        for (const [index, page] of pages.entries()) {
          if (page.includes(":")) continue
          const path = `${root}${index === 0 ? "" : page}`
          const text = await own.text(`/${path}`)
          const links = [...text.matchAll(/<link rel="alternate" hreflang="(\w+)" href="([^"]*)">/g)]
          if (links.length === 0) continue
          const to = Object.fromEntries(links.map(([, language = "", href]) => [language, href]))
          expect(to[root === "" ? "en" : "de"]).toBe(address(path))
          expect(Object.keys(to)).toEqual(["en", "de"])
          named[address(path)] = `${to.en} ${to.de}`
        }
      }
      const expected = Object.entries(pairs).flatMap(([from, to]) => {
        const both = `${address(from)} ${address(`de/${to}`)}`
        return [address(from), address(`de/${to}`)].map((page) => [page, both] as const)
      })
      expect(named).toEqual(Object.fromEntries(expected))
      await own.lectern.close()
    }
  )
})
