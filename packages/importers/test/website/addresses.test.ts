import { it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import * as fc from "effect/FastCheck"
import { assert, describe } from "vitest"
import { isNoPage, scopeOf, slugOf } from "../../src/website/Addresses.js"

const site = "https://docs.example"

describe("the canonical address", () => {
  const rows: ReadonlyArray<readonly [start: string, url: string, key: string | undefined]> = [
    ["/docs/", "/docs/", "/docs"],
    ["/docs/", "/docs", "/docs"],
    ["/docs/", "/docs/index.html", "/docs"],
    ["/docs/", "/docs/a/", "/docs/a"],
    ["/docs/", "/docs/a/index.htm?utm_source=x#y", "/docs/a"],
    ["/docs/", "/docs/a.html?x=1", "/docs/a.html"],
    ["/docs/", "http://docs.example/docs/a", "/docs/a"],
    ["/docs/", "//docs.example/docs/a", "/docs/a"],
    ["/docs/", "/docs/v1.2", "/docs/v1.2"],
    ["/docs/", "/docs/../other", undefined],
    ["/docs/", "/docs/%2e%2e/other", undefined],
    ["/docs/", "/docsets", undefined],
    ["/docs/", "/", undefined],
    ["/docs/", "https://docs.example:8443/docs/a", undefined],
    ["/docs/", "https://www.docs.example/docs/a", undefined],
    ["/docs/", "https://ada@docs.example/docs/a", undefined],
    ["/docs/", "ftp://docs.example/docs/a", undefined],
    ["/docs/", `/docs/${"a/".repeat(30)}`, undefined],
    ["/docs/", `/docs/${"a".repeat(3000)}`, undefined],
    ["/docs", "/docs/a", "/docs/a"],
    ["/docs/intro.html", "/docs/a", "/docs/a"],
    ["/docs/intro.html", "/a", undefined],
    ["/docs/v1.2", "/docs/a", undefined],
    ["/", "/", "/"],
    ["/", "/index.html", "/"],
    ["", "/a", "/a"]
  ]
  for (const [start, url, key] of rows) {
    it(`below ${start === "" ? "the host" : start}, of ${url.slice(0, 40)} is ${key ?? "none"}`, () => {
      const found = scopeOf(new URL(start, site).href).keyOf(new URL(url, site).href)
      assert.strictEqual(found?.replace(site, ""), key)
    })
  }

  it("keeps and sorts queries where they are wanted, without tracking", () => {
    const { keyOf } = scopeOf(`${site}/`)
    assert.strictEqual(keyOf(`${site}/a/?b=2&utm_campaign=x&a=1&gclid=y#z`, true), `${site}/a?a=1&b=2`)
    assert.strictEqual(keyOf(`${site}/a?fbclid=1`, true), `${site}/a`)
  })

  it.prop(
    "is its own",
    [fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.boolean()],
    ([url, queries]) => {
      const { keyOf } = scopeOf(new URL("/", url).href)
      const key = keyOf(url, queries)
      return key === undefined || keyOf(key, queries) === key
    },
    { fastCheck: { numRuns: runs(100) } }
  )
})

it("the slug is the last segment, where that has letters", () => {
  const scope = scopeOf(`${site}/docs/`)
  const slug = (path: string) => slugOf(`${site}${path}`, scope)
  assert.deepStrictEqual(
    ["/docs", "/docs/a/b", "/docs/c.html", "/docs/123", "/docs/%C3%BCber", "/docs/v2.0"].map(slug),
    [undefined, "b", "c", undefined, "über", "v2.0"]
  )
})

it("files are no pages, and neither are sources and searches", () => {
  const none = [
    "/a.pdf",
    "/a.PNG",
    "/a.tar.gz",
    "/_modules/a/b.html",
    "/genindex-A.html",
    "/docs/search.html",
    "/feed.xml"
  ]
  const pages = ["/", "/a", "/a.html", "/v1.2", "/node.js/", "/search", "/guides/search", "/a.php?x=b.pdf"]
  assert.deepStrictEqual(
    none.filter((path) => !isNoPage(site + path)),
    []
  )
  assert.deepStrictEqual(
    pages.filter((path) => isNoPage(site + path)),
    []
  )
})
