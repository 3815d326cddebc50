import { it } from "@effect/vitest"
import { gzipSync } from "fflate"
import { assert } from "vitest"
import { parseSitemap, unzipped } from "../../src/website/Sitemap.js"

it("a sitemap lists pages or sitemaps, in XML or as text", () => {
  const pages =
    '<s:urlset xmlns:s="x"><s:url><s:loc>\nhttps://a.example/?a=1&amp;b=2 </s:loc></s:url><s:url/></s:urlset>'
  assert.deepStrictEqual(parseSitemap(pages), { pages: ["https://a.example/?a=1&b=2"], sitemaps: [] })
  const index = "<sitemapindex><sitemap><loc>https://a.example/b.xml</loc></sitemap></sitemapindex>"
  assert.deepStrictEqual(parseSitemap(index), { pages: [], sitemaps: ["https://a.example/b.xml"] })
  assert.deepStrictEqual(parseSitemap("https://a.example/a\r\nhttps://a.example/b\nnonsense").pages, [
    "https://a.example/a",
    "https://a.example/b"
  ])
})

it("what is no sitemap lists nothing", () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "https://a.example/">]><urlset><url><loc>&a;</loc></url></urlset>'
  for (const text of ["", "<html><body>Not found</body></html>", "<urlset><url><loc>", "<<<", entities]) {
    assert.deepStrictEqual(parseSitemap(text), { pages: [], sitemaps: [] })
  }
})

it("what gzip unpacks to is bounded, and damaged gzip is empty", () => {
  const text = new TextEncoder().encode("https://a.example/a\n".repeat(5_000))
  const packed = gzipSync(text)
  assert.deepStrictEqual(unzipped(packed), text)
  assert.deepStrictEqual(unzipped(text), text)
  assert.strictEqual(unzipped(packed.slice(0, 20).fill(7, 10)).length, 0)
  assert.strictEqual(unzipped(gzipSync(new Uint8Array(30 * 1024 * 1024))).length, 0)
})
