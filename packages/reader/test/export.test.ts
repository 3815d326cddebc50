/** Sites as files: the written files, the targets of links, and the content that is left out. */
import { posix } from "node:path"
import { SignJWT } from "jose"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { makeSite, png, type TestSite } from "./support/site.js"

const files = {
  "README.md": "# Welcome\n\nSee [the guide](guide/install.md#with-npm) and ![](pixel%20%281%29.png).\n",
  "SUMMARY.md":
    "* [Welcome](README.md)\n* [Index](index-of-all.md)\n\n## Guides\n\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n  * [Secret](guide/secret.md)\n",
  "index-of-all.md": "# Index\n\nAll.\n",
  "guide/README.md": "# Guide\n\nHow to.\n",
  "guide/install.md":
    "# Install\n\n## With npm\n\nBack to [the start](../README.md), or [the picture](../pixel%20%281%29.png).\n",
  "guide/secret.md": "# Secret\n\nThe zebra is gold.\n",
  "pixel (1).png": png
}

let site: TestSite
let old: string
beforeAll(async () => {
  site = await makeSite(files)
  const { ada, space } = site
  const change = (page: string, fields: Record<string, unknown>) =>
    ada.contentEdits.apply(space, { changes: [{ operation: "update_page", page, ...fields }] } as never)
  const install = (await ada.contents.pageByPath(space, "guides/guide/install")).id
  const secret = (await ada.contents.pageByPath(space, "guides/guide/secret")).id
  await change(secret, { condition: "visitor.claims.plan == 'gold'" })
  await change(secret, { slug: "hidden" })
  // This path does not reveal the page that was hidden under it.
  await change(install, { condition: "visitor.claims.plan == 'gold'" })
  await change(install, { slug: "unannounced" })
  await change(install, { condition: null, slug: "old-setup" })
  await change(install, { slug: "install" })
  old = "guides/guide/old-setup"
})
afterAll(() => site.lectern.close())

/** The targets of the links of a file, resolved as a browser does; links that lead elsewhere are left out. */
const targets = (file: string, text: string): ReadonlyArray<string> =>
  [...text.matchAll(/ (?:href|src|action|data-root)="([^"#?]*)[^"]*"/g)].flatMap(([, address = ""]) => {
    if (address === "" || /^[a-z]+:/i.test(address)) return []
    return [posix.join(posix.dirname(file), decodeURIComponent(address))]
  })

describe("an export", () => {
  it("has every page, and every link of it leads to a file", async () => {
    const { files, pages, text } = await exported(site)
    expect(pages).toBe(5)
    const all = [...files.keys()].filter((path) => path.endsWith(".html") && path !== "404.html")
    expect(all.sort()).toEqual([
      "guides.html",
      "guides/guide.html",
      "guides/guide/install.html",
      "guides/guide/old-setup.html",
      "index-of-all.html",
      "index.html",
      "search.html"
    ])
    for (const path of all) {
      for (const target of targets(path, text(path))) {
        const isFolder = [...files.keys()].some(
          (file) => /^\.\/?$/.test(target) || file.startsWith(`${target.replace(/\/$/, "")}/`)
        )
        expect([path, target, files.has(target) || isFolder]).toEqual([path, target, true])
      }
    }
    for (const [path, bytes] of files) expect([path, bytes.includes("lectern~export")]).toEqual([path, false])
    expect(text("index.html")).toContain('<a href="guides/guide/install.html#with-npm">the guide</a>')
    expect(text("guides/guide/install.html")).toContain('<a href="../../index.html">the start</a>')
    expect(text("guides/guide/install.md")).toContain("[the start](../../index.html)")
    const [picture = ""] = [...files.keys()].filter((path) => path.endsWith(".png"))
    expect(files.get(picture)).toEqual(Buffer.from(png))
  })

  it("leaves out what a visitor does not see, everywhere", async () => {
    const { files } = await exported(site)
    for (const [path, bytes] of files) {
      const isTold = /secret|zebra|unannounced|guide\/hidden/i.test(`${path} ${bytes.toString()}`)
      expect([path, isTold]).toEqual([path, false])
    }
    const seen = await exported(site, { visitor: { claims: { plan: "gold" } } })
    expect(seen.text("guides/guide/hidden.html")).toContain("The zebra is gold.")
    expect(await seen.search("zebra")).toEqual([["guides/guide/hidden.html"]])
    expect([...seen.files.keys()]).toContain("guides/guide/unannounced.html")
    expect([...seen.files.keys()]).toContain("guides/guide/secret.html")
  })

  it("leads from the paths that visible pages once had to where they are", async () => {
    const { text } = await exported(site)
    expect(text("_redirects")).toBe("/guides/guide/old-setup /guides/guide/install.html 301\n")
    expect(text(`${old}.html`)).toContain('<meta http-equiv="refresh" content="0; url=install.html"></noscript>')
    for (const [path, status] of [
      [old, 308],
      ["guides/guide/secret", 404],
      ["guides/guide/unannounced", 404]
    ]) {
      expect([path, (await site.ask(`/${path}`)).status]).toEqual([path, status])
    }
  })

  it("has the addresses that it will be served at where they are known", async () => {
    const baseUrl = "https://docs.example/manual/"
    const { files, text } = await exported(site, { baseUrl })
    expect(text("guides/guide/install.html")).toContain(
      `<link rel="canonical" href="${baseUrl}guides/guide/install.html">`
    )
    expect(text("index.html")).toContain(`<link rel="canonical" href="${baseUrl}">`)
    expect(text("sitemap.xml")).toContain(`<loc>${baseUrl}guides/guide/install.html</loc>`)
    expect(text("llms.txt")).toContain(`- [Install](${baseUrl}guides/guide/install.md)`)
    expect(text("feed.xml")).toContain(`href="${baseUrl}guides/guide/install.html"`)
    expect(text("404.html")).toContain('href="/manual/guides/guide.html"')
    expect(text("404.html")).toContain('data-root="/manual/"')
    expect(text("_redirects")).toContain("/manual/guides/guide/old-setup /manual/guides/guide/install.html 301")
    expect(files.has("sitemap.xml")).toBe(true)
    const unknown = await exported(site)
    expect(unknown.files.has("sitemap.xml")).toBe(false)
    expect(unknown.text("index.html")).not.toContain("canonical")
    expect(unknown.text("llms.txt")).toContain("- [Install](guides/guide/install.md)")
  })

  it("is the same when nothing has changed, and little else when one page has", async () => {
    const first = await exported(site)
    expect((await exported(site)).files).toEqual(first.files)
    const own = await makeSite(files)
    const before = await exported(own)
    const page = (await own.ada.contents.pageByPath(own.space, "index-of-all")).id
    await own.ada.contentEdits.apply(own.space, {
      changes: [{ operation: "update_page", page, document: { markdown: "# Index\n\nNothing.\n" } }]
    })
    const after = await exported(own)
    const changed = [...after.files].filter(([path, bytes]) => before.files.get(path)?.equals(bytes) !== true)
    expect(changed.map(([path]) => path).filter((path) => !path.startsWith("assets/search/"))).toEqual([
      "index-of-all.html",
      "index-of-all.md",
      "llms-full.txt",
      "feed.xml"
    ])
    await own.lectern.close()
  })

  it("lets in only whom the site lets in", async () => {
    const own = await makeSite(files)
    await own.ada.sites.update(own.organization, own.site, { visibility: "share-link" })
    await expect(exported(own)).rejects.toThrow()
    const link = await own.ada.shareLinks.create(own.organization, own.site, { name: "Friends" })
    const shareKey = new URL(link.urls.published).pathname.split("/").at(-2) ?? ""
    const { text } = await exported(own, { visitor: { shareKey } })
    expect(text("index.html")).toContain('<meta name="robots" content="noindex">')
    await own.lectern.close()
  })
})

describe("the feed of a site", () => {
  it("has the pages that the reader sees, by their last change", async () => {
    const answer = await site.ask("/feed.xml")
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/atom+xml; charset=utf-8"])
    const text = await answer.text()
    const titles = [...text.matchAll(/<entry><id>[^<]*<\/id><title>([^<]*)/g)].map(([, title]) => title)
    expect(titles[0]).toBe("Install")
    expect(titles.toSorted()).toEqual(["Guide", "Index", "Install", "Welcome"])
    const { privateKey } = await site.ada.sitePublishing.auth(site.organization, site.site)
    const token = await new SignJWT({ plan: "gold" })
      .setProtectedHeader({ alg: "HS256" })
      .setAudience(site.site)
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(privateKey))
    expect(await site.text("/feed.xml", { "x-visitor-token": token })).toContain("<title>Secret</title>")
    expect(await site.text("/")).toContain(
      'type="application/atom+xml" title="Handbook" href="/sites/handbook/feed.xml"'
    )
  })
})
