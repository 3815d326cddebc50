import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { fileSlug, slug, unique } from "../../../src/text/markdown/Slug.js"

describe("slug", () => {
  it("keeps letters and digits of any script, without Latin diacritics", () => {
    const cases = {
      "Hello, World!": "hello-world",
      "Ünïcodé Straße": "unicode-straße",
      "日本語 ページ": "日本語-ページ",
      "Don't": "dont",
      "  --  ": "page",
      "C++": "c",
      İstanbul: "istanbul",
      ﬁne: "fine",
      "v1.2": "v1-2"
    }
    for (const [title, expected] of Object.entries(cases)) assert.strictEqual(slug(title), expected)
  })

  it("is at most 100 characters, never empty, and its own slug", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (title) => {
        const made = slug(title)
        assert.isAtLeast(made.length, 1)
        assert.isAtMost([...made].length, 100)
        assert.notMatch(made, /^-|-$|[\s/?#%]/)
        assert.strictEqual(slug(made), made)
      }),
      { numRuns: runs(100) }
    )
  })

  it("is never one that means something else in a path", () => {
    for (const name of [".", "..", "~"]) assert.strictEqual(unique(fileSlug(name), new Set()), "page")
    assert.strictEqual(unique("~", new Set(["page"])), "page-2")
    assert.strictEqual(unique("~a", new Set()), "~a")
  })

  it("keeps file names that are slugs", () => {
    assert.strictEqual(fileSlug("v1.2_x"), "v1.2_x")
    assert.strictEqual(fileSlug("API"), "api")
    assert.strictEqual(fileSlug("Getting Started"), "getting-started")
  })

  it("is made unique by the first free number", () => {
    assert.strictEqual(unique("a", new Set()), "a")
    assert.strictEqual(unique("a", new Set(["a", "a-2"])), "a-3")
    const long = "x".repeat(100)
    assert.strictEqual(unique(long, new Set([long])), `${"x".repeat(98)}-2`)
  })
})
