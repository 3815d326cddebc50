import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { assert } from "vitest"
import {
  type Answer,
  content,
  html,
  lines,
  links,
  outboundLayer,
  page,
  paths,
  read,
  redirect,
  type Site,
  serve,
  serveAll,
  text
} from "./Site.js"

describe("what is followed", () => {
  it.scoped("is under the address, each page once, and under one address", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/docs/": page(
          "Home",
          "/docs/a",
          "/docs/a/",
          "/docs/a/index.html#x",
          "/docs/a?utm_source=y",
          "/other",
          "/docsets",
          "b.html",
          "https://127.0.0.2/"
        ),
        "/docs/a": page(
          "A",
          "/docs/",
          "/docs/index.html",
          "c?x=1",
          "mailto:a@b.c",
          "javascript:void(0)",
          "file.pdf",
          "#top"
        ),
        "/docs/b.html": page("B", "/docs/a"),
        "/docs/c": page("C", "../docs/b.html"),
        "/other": page("Other"),
        "/docsets": page("Other")
      })
      const reading = yield* read(site, "/docs/")
      assert.deepStrictEqual(paths(reading.pages, site), ["/docs", "/docs/a", "/docs/b.html", "/docs/c"])
      assert.deepStrictEqual(site.log.toSorted(), [
        "/docs/",
        "/docs/a",
        "/docs/b.html",
        "/docs/c",
        "/docs/sitemap.xml",
        "/robots.txt",
        "/sitemap.xml"
      ])
      const first = reading.pages.get(`${site.origin}/docs`)?.markdown ?? ""
      assert.include(first, `(${site.origin}/docs/a) [`)
      assert.include(first, `(${site.origin}/docs/a#x)`)
      assert.include(first, `(${site.origin}/other)`)
      assert.deepStrictEqual(reading.outline.problems, [])
      assert.strictEqual(reading.totals.at(-1), 4)
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("ends where a redirect ends, and no redirect leads out or to what is disallowed", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/robots.txt": text("User-agent: Lectern\nDisallow: /docs/closed"),
        "/docs/": page("Home", "old", "older", "out", "in", "loop", "new"),
        "/docs/old": redirect("/docs/new"),
        "/docs/older": redirect("old"),
        "/docs/out": redirect("/elsewhere"),
        "/docs/in": redirect("/docs/closed/secret"),
        "/docs/loop": redirect("/docs/loop"),
        "/docs/new": page("New")
      })
      const { outline, pages } = yield* read(site, "/docs/")
      assert.deepStrictEqual(paths(pages, site), ["/docs", "/docs/new"])
      assert.deepStrictEqual(outline.aliases, {
        [`${site.origin}/docs/old`]: `${site.origin}/docs/new`,
        [`${site.origin}/docs/older`]: `${site.origin}/docs/new`
      })
      assert.strictEqual(outline.problems.length, 1)
      assert.match(outline.problems[0]!, /\/docs\/loop.*redirects$/)
      assert.deepStrictEqual(
        site.log.filter((path) => /elsewhere|closed/.test(path)),
        []
      )
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("moves with a redirect of the first address", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/docs": redirect("/en/latest/"),
        "/en/latest/": page("Home", "a", "/docs/b", "/en/old/c"),
        "/en/latest/a": page("A")
      })
      const { outline, pages } = yield* read(site, "/docs")
      assert.deepStrictEqual(paths(pages, site), ["/en/latest", "/en/latest/a"])
      assert.deepStrictEqual(outline.problems, [])
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("keeps one of pages that are the same", () =>
    Effect.gen(function* () {
      const canonical = (path: string) => `<link rel="canonical" href="${path}">`
      const site = yield* serveAll({
        "/": page("Home", "/print/a", "/copy", "/b", "/lost", "/all"),
        "/print/a": html("A for print", "A, printed.", canonical("/a")),
        "/a": html("A", "A, as it is.", canonical("/a")),
        "/b": page("B"),
        "/copy": page("B"),
        "/lost": html("Lost", "Its canonical address is wrong.", canonical("/nowhere")),
        "/all": html("All", "Every page of the site says that it is the first.", canonical("/"))
      })
      const { outline, pages } = yield* read(site, "/")
      assert.deepStrictEqual(paths(pages, site).toSorted(), ["/", "/a", "/all", "/copy", "/lost"])
      assert.strictEqual(outline.aliases?.[`${site.origin}/print/a`], `${site.origin}/a`)
      assert.strictEqual(outline.aliases?.[`${site.origin}/b`], `${site.origin}/copy`)
      assert.deepStrictEqual(outline.problems, [`${site.origin}/nowhere: answered 404`])
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("is what robots.txt, meta robots and rel allow", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/robots.txt": text(
          "User-agent: *\nDisallow: /\n\nUser-agent: lectern\nDisallow: /a/*.html$\nDisallow: /c\nAllow: /c/d\n"
        ),
        "/": html(
          "Home",
          `${links("/a/x.html", "/a/x.htm", "/c", "/c/d", "/hidden", "/quiet")} <a rel="nofollow" href="/sponsor">ad</a>`
        ),
        "/a/x.htm": page("X"),
        "/c/d": page("D"),
        "/hidden": html("Hidden", `Not to be listed. ${links("/behind")}`, '<meta name="robots" content="noindex">'),
        "/behind": page("Behind"),
        "/quiet": (response) =>
          response
            .writeHead(200, { "content-type": "text/html", "x-robots-tag": "nofollow" })
            .end(page("Quiet", "/unfollowed"))
      })
      const { outline, pages } = yield* read(site, "/")
      assert.deepStrictEqual(paths(pages, site), ["/", "/a/x.htm", "/c/d", "/quiet", "/behind"])
      assert.deepStrictEqual(outline.problems, [
        `${site.origin}/hidden: left out, since the page has noindex set`,
        `${site.origin}/: robots.txt disallows 2 linked pages`
      ])
      assert.deepStrictEqual(
        site.log.filter((path) => /x\.html|^\/c$|sponsor|unfollowed/.test(path)),
        []
      )
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("keeps the queries that the navigation shows, and no others", () =>
    Effect.gen(function* () {
      const nav = `<nav class="sidebar"><ul>${["", "?page=one", "?page=two&utm_medium=x", "?page=three"].map((query) => `<li><a href="/wiki${query}">${query || "Start"}</a></li>`).join("")}</ul></nav>`
      const site = yield* serve((path) => {
        if (!path.startsWith("/wiki")) return undefined
        const name = new URL(path, "http://x").searchParams.get("page") ?? "start"
        return `<title>${name}</title>${nav}<main><h1>${name}</h1><p>On ${name}. ${links("/wiki?page=two", "/wiki?page=one&edit=1", "/wiki?sort=asc")}</p></main>`
      })
      const { pages } = yield* read(site, "/wiki")
      assert.deepStrictEqual(paths(pages, site), ["/wiki", "/wiki?page=one", "/wiki?page=two", "/wiki?page=three"])
      assert.include(pages.get(`${site.origin}/wiki`)?.markdown, `(${site.origin}/wiki?page=two)`)
      assert.include(pages.get(`${site.origin}/wiki`)?.markdown, `?sort=asc](${site.origin}/wiki)`)
    }).pipe(Effect.provide(outboundLayer))
  )
})

describe("the order without a navigation", () => {
  it.scoped("is that of the sitemap, nested by folders; it also tells of pages that nothing links to", () =>
    Effect.gen(function* () {
      const { gzipSync } = yield* Effect.promise(() => import("fflate"))
      const urls = (origin: string, ...paths: ReadonlyArray<string>) =>
        `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc> ${origin}${path} </loc><lastmod>2024-01-01</lastmod></url>`).join("")}</urlset>`
      const site: Site = yield* serve((path): Answer | undefined => {
        const { origin } = site
        const answers: Record<string, Answer> = {
          "/robots.txt": text(`Sitemap: ${origin}/index.xml`),
          "/index.xml": content(
            "text/xml",
            `<sitemapindex><sitemap><loc>${origin}/one.xml.gz</loc></sitemap><sitemap><loc>${origin}/two.xml</loc></sitemap><sitemap><loc>http://127.0.0.2/no.xml</loc></sitemap></sitemapindex>`
          ),
          "/one.xml.gz": content(
            "application/gzip",
            gzipSync(new TextEncoder().encode(urls(origin, "/", "/z", "/guide/b")))
          ),
          "/two.xml": content("text/xml", urls(origin, "/guide/a?x=1&amp;y=2", "/guide/b/deep", "/outside.pdf")),
          "/": page("Home", "/guide/b", "/late"),
          "/z": page("Z"),
          "/late": page("Late"),
          "/guide/a": page("A"),
          "/guide/b": page("B"),
          "/guide/b/deep": page("Deep")
        }
        return answers[path]
      })
      const reading = yield* read(site, "/")
      assert.deepStrictEqual(lines(reading, site.origin), [
        "Home </>",
        "Z </z>",
        "Guide",
        "  B </guide/b>",
        "    Deep </guide/b/deep>",
        "  A </guide/a>",
        "Late </late>"
      ])
    }).pipe(Effect.provide(outboundLayer))
  )

  it.scoped("is the order in which pages are found, where there is no sitemap", () =>
    Effect.gen(function* () {
      const site = yield* serveAll({
        "/docs": page("Home", "docs/b", "docs/a/one.html", "docs/a/two.html"),
        "/docs/b": page("B", "/docs/b/c"),
        "/docs/b/c": page("C"),
        "/docs/a/one.html": page("One"),
        "/docs/a/two.html": page("Two")
      })
      const reading = yield* read(site, "/docs")
      assert.deepStrictEqual(lines(reading, site.origin), [
        "Home </docs>",
        "B </docs/b>",
        "  C </docs/b/c>",
        "A",
        "  One </docs/a/one.html>",
        "  Two </docs/a/two.html>"
      ])
    }).pipe(Effect.provide(outboundLayer))
  )
})
