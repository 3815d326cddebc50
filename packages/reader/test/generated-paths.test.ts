/** Pages with the paths of what a site generates: both are there, on a server and in an export. */
import type { GeneratedName } from "@lectern/reader/site/Generated"
import { describe, expect, it } from "vitest"
import { exported } from "./support/exported.js"
import { makeSite } from "./support/site.js"

const names: ReadonlyArray<GeneratedName> = [
  ...(["feed.xml", "llms.txt", "llms-full.txt", "sitemap.xml", "robots.txt", "search", "404"] as const)
]

/** What the text of each generated file contains, and no page. */
const signs: Readonly<Record<GeneratedName, RegExp>> = {
  "feed.xml": /<feed /,
  "llms.txt": /^# Handbook\n\n## /,
  "llms-full.txt": /\n---\n/,
  "sitemap.xml": /<urlset /,
  "robots.txt": /^User-agent/,
  search: /<form class="searching"/,
  "404": /<h1>Page not found<\/h1>/
}

const siteWith = async (slugs: ReadonlyArray<string>) => {
  const site = await makeSite({ "README.md": "# Welcome\n", "other.md": "# Other\n" })
  const changes = slugs.map((slug) => ({
    operation: "insert_page" as const,
    title: `Own ${slug}`,
    slug,
    document: { markdown: `The page of ${slug}.` }
  }))
  if (changes.length > 0) await site.ada.contentEdits.apply(site.space, { changes })
  return site
}

const baseUrl = "https://docs.example/"

describe.each([
  ["no page", []],
  ["pages", names]
])("what a site generates at the paths of %s", (_, slugs) => {
  const path = (name: string) => (slugs.length === 0 ? name : `~/${name}`)

  it("is found on the server, and below ~/ in any case", async () => {
    const site = await siteWith(slugs)
    for (const name of names) {
      if (name === "404") continue
      for (const at of [path(name), `~/${name}`])
        expect([at, await site.text(`/${at}`)]).toEqual([at, expect.stringMatching(signs[name])])
    }
    for (const slug of slugs) {
      const answer = await site.ask(`/${slug}?a=b`)
      expect([slug, answer.status, await answer.text()]).toEqual([
        slug,
        200,
        expect.stringContaining(`The page of ${slug}.`)
      ])
      expect(await site.text(`/${slug}.md`)).toContain(`# Own ${slug}`)
    }
    const root = "/sites/handbook/"
    const page = await site.text("/other")
    expect(page).toContain(`type="application/atom+xml" title="Handbook" href="${root}${path("feed.xml")}"`)
    for (const at of ["/other", `/${path("search")}`, "/nosuch"]) {
      expect(await site.text(at)).not.toMatch(new RegExp(`action="(?!${root}${path("search")}")`))
    }
    expect(await site.text(`/${path("feed.xml")}`)).toContain(`handbook/${path("feed.xml")}"/>`)
    expect(await site.text(`/${path("robots.txt")}`)).toContain(
      `Disallow: ${root}${path("search")}\nSitemap: http://lectern.test${root}${path("sitemap.xml")}\n`
    )
    await site.lectern.close()
  })

  it("is found in an export, as the pages are", async () => {
    const site = await siteWith(slugs)
    const { files, pages, text } = await exported(site, { baseUrl })
    const fileOf = (name: string) => {
      const file = name.includes(".") ? name : `${name}.html`
      return slugs.length === 0 ? file : `assets/${file}`
    }
    for (const name of names) expect([name, text(fileOf(name))]).toEqual([name, expect.stringMatching(signs[name])])
    for (const slug of slugs) {
      expect(text(`${slug}.html`)).toContain(`The page of ${slug}.`)
      expect(text("index.html")).toContain(`href="${slug}.html"`)
    }
    expect(pages).toBe(2 + slugs.length)
    expect(text("other.html")).toContain(`action="${fileOf("search")}"`)
    expect(text("other.html")).toContain(`href="${fileOf("feed.xml")}"`)
    expect(files.has("index.html")).toBe(true)
    await site.lectern.close()
  })
})

it("is found beside a space with such a path", async () => {
  const site = await siteWith([])
  const other = await site.addSpace("Search", { "README.md": "# How to search\n" })
  const { id } = await site.ada.siteSpaces.add(site.organization, site.site, { spaceId: other })
  await site.ada.siteSpaces.update(site.organization, site.site, id, { path: "search" })
  expect(await site.text("/search/")).toContain("How to search")
  expect(await site.text("/other")).toContain('action="/sites/handbook/~/search"')
  expect(await site.text("/~/search?q=other")).toContain("<mark>Other</mark>")
  const { text } = await exported(site)
  expect(text("search/index.html")).toContain("How to search")
  expect(text("other.html")).toContain('action="assets/search.html"')
  await site.lectern.close()
})
