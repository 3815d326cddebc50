import { it } from "@effect/vitest"
import type { ImportPlace } from "@lectern/core/imports/Importer"
import { runs } from "@lectern/storage-testing/runs"
import * as fc from "effect/FastCheck"
import { assert } from "vitest"
import { scopeOf } from "../../src/website/Addresses.js"
import { makeNavigationTree } from "../../src/website/NavigationTree.js"
import { outlineOf } from "../../src/website/Outline.js"

const site = "https://docs.example"
const scope = scopeOf(`${site}/`)
const same = (key: string): string => key
const pagesOf = (paths: ReadonlyArray<string>) => paths.map((path) => ({ key: site + path, title: path }))
const written = (places: ReadonlyArray<ImportPlace>): string =>
  places
    .map(({ key, places: below, title }) => {
      const name = key === undefined ? `${title}:` : key.replace(site, "")
      return below.length === 0 ? name : `${name}(${written(below)})`
    })
    .join(" ")

it("pages that the navigation does not have stand below those that it has, or after them", () => {
  const tree = makeNavigationTree()
  const entry = (path: string) => ({ title: path, key: site + path, entries: [] })
  tree.merge([entry("/b.html"), { title: "Group", entries: [entry("/a"), entry("/missing")] }])
  const pages = pagesOf(["/", "/a", "/a/deep/er", "/b.html", "/b/more", "/c/one", "/c/two", "/d/only"])
  assert.strictEqual(
    written(outlineOf(scope, pages, [tree.roots], same)),
    "/ /b.html(/b/more) Group:(/a(/a/deep/er)) C:(/c/one /c/two) /d/only"
  )
})

it("a navigation that has little gives way to one that has more", () => {
  const little = makeNavigationTree()
  const more = makeNavigationTree()
  little.merge([{ title: "A", key: `${site}/a`, entries: [] }])
  more.mergeBelow(
    `${site}/`,
    "Home",
    pagesOf(["/c", "/b", "/a"]).map((page) => ({ ...page, entries: [] }))
  )
  const pages = pagesOf(["/", "/a", "/b", "/c"])
  assert.strictEqual(written(outlineOf(scope, pages, [little.roots, [], more.roots], same)), "/ /c /b /a")
  assert.strictEqual(written(outlineOf(scope, pages, [[], [], []], same)), "/ /a /b /c")
})

const paths = fc
  .array(fc.constantFrom("a", "b", "c.html", "d.php", "c"), { maxLength: 4 })
  .map((segments) => `/${segments.join("/")}`)
const keysIn = (places: ReadonlyArray<ImportPlace>): ReadonlyArray<string> =>
  places.flatMap(({ key, places: below }) => [...(key === undefined ? [] : [key]), ...keysIn(below)])

it.prop(
  "every page has one place",
  [fc.uniqueArray(paths), fc.array(fc.tuple(fc.option(paths), fc.array(paths)))],
  ([found, shown]) => {
    const tree = makeNavigationTree()
    for (const [above, below] of shown) {
      const entries = pagesOf(below).map((page) => ({ ...page, entries: [] }))
      if (above === null) tree.merge(entries)
      else tree.mergeBelow(site + above, above, entries)
    }
    const pages = pagesOf(found)
    const places = outlineOf(scope, pages, [tree.roots, [], []], same)
    assert.deepStrictEqual(keysIn(places).toSorted(), pages.map(({ key }) => key).sort())
  },
  { fastCheck: { numRuns: runs(100) } }
)
