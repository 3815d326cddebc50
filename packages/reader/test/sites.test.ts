/** Sites as readers get them: the addresses of pages, the links to them, and the files for programs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeSite, png, type TestSite } from "./support/site.js"
import { withoutStyle } from "./support/style.js"

const files = {
  "README.md":
    "---\ndescription: What it is.\n---\n\n# Welcome\n\nRead [the guide](guide/install.md#with-npm).\n\n![](pixel.png)\n",
  "SUMMARY.md":
    "# Table of contents\n\n* [Welcome](README.md)\n* [Search](search.md)\n\n## Guides\n\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n* [Elsewhere](https://example.com/)\n",
  "search.md": "# Search\n\nHow to find a needle.\n",
  "guide/README.md": "# Guide\n\nHow to.\n",
  "guide/install.md": "# Install\n\n## With npm\n\nRun `npm install`. See [the start](../README.md).\n",
  "pixel.png": png
}

let site: TestSite
beforeAll(async () => {
  site = await makeSite(files, undefined)
})
afterAll(() => site.lectern.close())

describe("pages", () => {
  it("are at their paths, the first one at the address of the site", async () => {
    const first = await site.ask("/")
    expect([first.status, first.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
    const text = await first.text()
    expect(text).toContain('<h1 id="welcome"><span>Welcome</span></h1>')
    expect(text).toContain('<p class="lead">What it is.</p>')
    expect(text).toContain('<a href="/sites/handbook/guides/guide/install#with-npm">the guide</a>')
    expect(text).toContain('<link rel="canonical" href="http://lectern.test/sites/handbook/">')
    expect(text).toContain("<title>Welcome · Handbook</title>")
    expect(withoutStyle(text)).not.toMatch(/<script(?! src| type="application\/ld\+json")|<style| style=| on\w+=/)
    const install = await site.text("/guides/guide/install")
    expect(install).toContain('<h2 id="with-npm">With npm')
    expect(install).toContain('<a href="/sites/handbook/">the start</a>')
  })

  it("have the ways to other pages", async () => {
    const install = await site.text("/guides/guide/install")
    expect(install).toContain(
      '<a href="/sites/handbook/guides/guide/install" aria-current="page"><span>Install</span></a>'
    )
    expect(install).toContain('<p class="group">Guides</p>')
    expect(install).toContain('<a href="https://example.com/" rel="noopener nofollow"><span>Elsewhere</span></a>')
    expect(install).toContain(
      '<nav class="crumbs" aria-label="Breadcrumb"><ol><li>Guides</li><li><a href="/sites/handbook/guides/guide">Guide</a></li></ol></nav>'
    )
    expect(install).toContain(
      '<a class="prev" rel="prev" href="/sites/handbook/guides/guide"><small>Previous</small>Guide</a>'
    )
    expect(install).not.toContain('rel="next"')
    expect(await site.text("/search")).toContain("How to find a needle.")
  })

  it.each([
    ["/readme", "/sites/handbook/"],
    ["/guides/guide/install/", "/sites/handbook/guides/guide/install"],
    ["http://lectern.test/sites/handbook", "/sites/handbook/"]
  ])("%s leads to where the page is", async (path, location) => {
    const answer = await site.ask(path)
    expect([answer.status, answer.headers.get("location")]).toEqual([308, location])
  })

  it("that are not there are told so, with the way on", async () => {
    const answer = await site.ask("/guides/instal")
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "private, no-store"])
    const text = await answer.text()
    expect(text).toContain("<h1>Page not found</h1>")
    expect(text).toContain('<form class="searching" action="/sites/handbook/~/search">')
    expect(text).toContain("<span>Guide</span>")
    expect(text).toContain('<meta name="robots" content="noindex">')
  })

  it("may be kept by everybody who asks whether they are still right", async () => {
    const first = await site.ask("/guides/guide/install")
    const tag = first.headers.get("etag") ?? ""
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get("cache-control")).toBe("public, no-cache")
    expect(first.headers.get("vary")).toContain("Accept")
    const again = await site.ask("/guides/guide/install", { "if-none-match": tag })
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag])
    const head = await site.ask("/guides/guide/install", {}, "HEAD")
    expect([head.status, await head.text()]).toEqual([200, ""])
    expect((await site.ask("/guides/guide/install", {}, "POST")).status).toBe(404)
  })

  it("let nothing run but the script of the site, and nobody frame them", async () => {
    const { headers } = await site.ask("/")
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain("unsafe")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers.get("x-content-type-options")).toBe("nosniff")
    expect(headers.get("access-control-allow-origin")).toBeNull()
  })

  it("are small on their first load", async () => {
    const page = await site.text("/guides/guide/install")
    const paths = [...page.matchAll(/(?:href|src)="\/sites\/handbook(\/~\/script[^"]+)"/g)].map(
      ([, path]) => path ?? ""
    )
    expect(paths.length).toBe(1)
    const gzip = async (text: string) =>
      (await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer())
        .byteLength
    const sizes = await Promise.all([page, ...(await Promise.all(paths.map((path) => site.text(path))))].map(gzip))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000)
    expect(sizes[1]).toBeLessThan(5_000)
    const asset = await site.ask(paths[0] ?? "")
    expect(asset.headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
  })

  it("show their files at addresses of the site, never at addresses that anybody may use", async () => {
    const page = await site.text("/")
    const [, src = ""] = /<img src="([^"]+)"/.exec(page) ?? []
    expect(src).toMatch(/^\/sites\/handbook\/~\/files\/[\w-]+\/[\w-]+\/[0-9a-f]{16}\/pixel\.png$/)
    const file = await site.ask(`http://lectern.test${src}`)
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "image/png"])
    expect(file.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(png)
    expect(page).toContain('width="1" height="1"')
    expect(page).not.toContain("downloadURL")
  })
})

describe("search", () => {
  it("has a page that works without a script", async () => {
    const text = await site.text("/search?q=needle")
    expect(text).toContain(
      '<a href="/sites/handbook/search"><span class="title">Search</span><p>How to find a <mark>needle</mark>.</p></a>'
    )
    expect(text).toContain('<p class="said">1 page</p>')
    expect(text).toContain('value="needle"')
  })

  it("leads to sections", async () => {
    const text = await site.text("/search?q=npm&part=1")
    expect(text).toMatch(/^<p class="said">/)
    expect(text).toContain(
      '<a href="/sites/handbook/guides/guide/install#with-npm"><span class="where">Guides › Guide › Install</span><span class="title">With <mark>npm</mark></span>'
    )
  })

  it.each(["", "%20", "zzzzzzzz", "<script>alert(1)</script>", '"', "a".repeat(600), "(", "%5Cx"])(
    "answers %j",
    async (query) => {
      const answer = await site.ask(`/search?q=${encodeURIComponent(query)}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain("<script>")
    }
  )
})

describe("programs", () => {
  it("get pages as markdown, by name or because they ask for it", async () => {
    const named = await site.ask("/guides/guide/install.md")
    expect([named.status, named.headers.get("content-type")]).toEqual([200, "text/markdown; charset=utf-8"])
    const text = await named.text()
    expect(text).toBe(
      "# Install\n\n## With npm\n\nRun `npm install`. See [the start](http://lectern.test/sites/handbook/).\n"
    )
    expect(await site.text("/guides/guide/install", { accept: "text/markdown, text/html;q=0.5" })).toBe(text)
    expect(await site.text("/guides/guide/install", { accept: "text/html, text/markdown;q=0.5" })).toContain(
      "<!doctype html>"
    )
    expect(await site.text("/readme.md")).toContain("# Welcome")
  })

  it("get lists of pages", async () => {
    expect(await site.text("/llms.txt")).toBe(
      [
        "# Handbook\n",
        "## Handbook\n",
        "- [Welcome](http://lectern.test/sites/handbook/readme.md): What it is.",
        "- [Search](http://lectern.test/sites/handbook/search.md)",
        "- [Guide](http://lectern.test/sites/handbook/guides/guide.md)",
        "- [Install](http://lectern.test/sites/handbook/guides/guide/install.md)\n"
      ].join("\n")
    )
    const full = await site.text("/llms-full.txt")
    expect(full).toContain("# Welcome")
    expect(full).toContain("Run `npm install`")
    const map = await site.text("/sitemap.xml")
    expect([...map.matchAll(/<loc>([^<]*)/g)].map(([, address]) => address)).toEqual(
      ["", "search", "guides/guide", "guides/guide/install"].map((path) => `http://lectern.test/sites/handbook/${path}`)
    )
    expect(await site.text("/robots.txt")).toContain("Sitemap: http://lectern.test/sites/handbook/sitemap.xml")
  })
})

describe("addresses", () => {
  it.each([
    "/sites/nosuch/",
    "/sites/",
    "/sites/handbook%2Fx/",
    "/sites/%zz/",
    "/sites/handbook/%00",
    "/sites/handbook/%2e%2e/v1/"
  ])("%s is nowhere", async (path) => {
    expect((await site.ask(`http://lectern.test${path}`)).status).toBe(404)
  })

  it("of a page that has moved lead to where it is now, and so do redirects of the site", async () => {
    const own = await makeSite(files)
    const page = (await own.ada.contents.pageByPath(own.space, "guides/guide/install")).id
    await own.ada.contentEdits.apply(own.space, { changes: [{ operation: "update_page", page, slug: "setup" }] })
    const answer = await own.ask("/guides/guide/install")
    expect([answer.status, answer.headers.get("location")]).toEqual([308, "/sites/handbook/guides/guide/setup"])
    for (const path of ["/guides/guide/install", "/guides/guide/setup/", "/welcome", "", "/x/y"]) {
      const to = async (query: string) => (await own.ask(`${path}${query}`)).headers.get("location")
      const plain = await to("")
      expect([path, await to("?q=a%20b&c")]).toEqual([path, plain === null ? null : `${plain}?q=a%20b&c`])
    }
    const siteSpace = (await own.ada.siteSpaces.list(own.organization, own.site, {})).items[0]!.id
    await own.ada.siteRedirects.create(own.organization, own.site, {
      source: "/old/page",
      destination: { kind: "site-page", siteSpaceId: siteSpace, pageId: page }
    })
    expect((await own.ask("/old/page")).headers.get("location")).toBe("/sites/handbook/guides/guide/setup")
    expect(await own.text("/guides/guide/setup")).toContain('<h1 id="install"><span>Install</span></h1>')
    await own.ada.sites.unpublish(own.organization, own.site)
    expect((await own.ask("/guides/guide/setup")).status).toBe(404)
    await own.lectern.close()
  })

  it("of a site at the root are those of the server, but for what is reserved", async () => {
    const home = await makeSite(files, "handbook")
    const at = (path: string) => home.ask(`http://lectern.test${path}`)
    expect(await (await at("/")).text()).toContain('<a href="/guides/guide/install#with-npm">the guide</a>')
    expect((await at("/guides/guide/install")).status).toBe(200)
    expect((await at("/sites/handbook/guides/guide/install?a=b")).headers.get("location")).toBe(
      "/guides/guide/install?a=b"
    )
    for (const path of [
      "/sites/handbook//evil.example/x",
      "//evil.example/x?visitor.a=b",
      "/sites/handbook/%2fevil.example"
    ]) {
      const to = new URL((await at(path)).headers.get("location") ?? "/", "http://lectern.test")
      expect([path, to.origin]).toEqual([path, "http://lectern.test"])
    }
    for (const path of ["/v1/nosuch", "/docs/x", "/login/x", "/admin/x", "/account/x"]) {
      const answer = await at(path)
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 404, "application/json"])
    }
    expect((await at("/nosuch")).headers.get("content-type")).toBe("text/html; charset=utf-8")
    await home.lectern.close()
  })
})

describe("a site of several spaces", () => {
  it("switches between the variants of a section, and stays on the page", async () => {
    const own = await makeSite(files)
    const { ada, organization } = own
    const old = await own.addSpace("Version 1", {
      "README.md": "# Welcome to 1\n",
      "SUMMARY.md":
        "* [Welcome to 1](README.md)\n\n## Guides\n\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n",
      "guide/README.md": "# Guide\n",
      "guide/install.md": "# Install 1\n"
    })
    const added = await ada.siteSpaces.add(organization, own.site, { spaceId: old })
    await ada.siteSpaces.update(organization, own.site, added.id, { path: "v1" })
    const install = await own.text("/guides/guide/install")
    expect(install).toContain('<li><a href="/sites/handbook/v1/guides/guide/install">Version 1</a></li>')
    expect(await own.text("/v1/guides/guide/install")).toContain(
      '<a href="/sites/handbook/guides/guide/install">Handbook</a>'
    )
    expect(await own.text("/search")).toContain(
      '<a href="/sites/handbook/v1/">Version 1 <small>from the start</small></a>'
    )
    expect(await own.text("/v1/")).toContain("Welcome to 1")
    await own.lectern.close()
  })

  it("has its sections in the header", async () => {
    const own = await makeSite(files)
    const { ada, organization, site: id } = own
    const reference = await own.addSpace("Reference", { "README.md": "# Reference\n" })
    const section = await ada.siteSections.add(organization, id, { spaceId: reference, title: "Reference" })
    await ada.siteSections.update(organization, id, section.id, { path: "reference" })
    const start = await own.text("/")
    expect(start).toContain(
      '<nav class="sections" aria-label="Sections"><a href="/sites/handbook/" aria-current="true">'
    )
    expect(start).toContain('<a href="/sites/handbook/reference/">Reference</a>')
    expect(await own.text("/reference/")).toContain('<h1 id="reference"><span>Reference</span></h1>')
    await own.lectern.close()
  })
})
