import { it } from "@effect/vitest"
import { runs } from "@lectern/storage-testing/runs"
import * as fc from "effect/FastCheck"
import { assert, describe } from "vitest"
import { parseHtml } from "../../src/html/Parse.js"
import { contentsOf, type NavigationEntry, navigationOf } from "../../src/website/Navigation.js"
import { makeNavigationTree, type NavigationNode } from "../../src/website/NavigationTree.js"

const link = (title: string, ...entries: ReadonlyArray<NavigationEntry>): NavigationEntry => ({
  title,
  key: title,
  entries
})
const label = (title: string, ...entries: ReadonlyArray<NavigationEntry>): NavigationEntry => ({ title, entries })

const written = (nodes: ReadonlyArray<NavigationEntry | NavigationNode>): string =>
  nodes
    .map((node) => {
      const below = written("children" in node ? node.children : node.entries)
      return `${node.title}${node.key === undefined ? ":" : ""}${below === "" ? "" : `(${below})`}`
    })
    .join(" ")

const keyOf = (href: string): string | undefined => (/^[a-z]$/.test(href) ? href : href === "#" ? "own" : undefined)
const items = (...names: ReadonlyArray<string>): string =>
  names.map((name) => `<li><a href="${name}">${name.toUpperCase()}</a></li>`).join("")

describe("the navigation of a page", () => {
  const shown = (html: string): string => {
    const found = navigationOf(parseHtml(html), keyOf)
    return found === undefined ? "none" : `${found.kind}: ${written(found.entries)}`
  }
  const rows: ReadonlyArray<readonly [what: string, html: string, wanted: string]> = [
    ["a list", `<nav><ul>${items("a", "b", "c")}</ul></nav>`, "sidebar: A B C"],
    ["too short a list", `<nav><ul>${items("a", "b")}</ul></nav>`, "none"],
    [
      "nested lists",
      `<aside><ul><li><a href="a">A</a><ul>${items("b", "c")}</ul></li></ul></aside>`,
      "sidebar: A(B C)"
    ],
    [
      "a list in an item of its own",
      `<nav id="sidebar"><ol><li><a href="a">A</a></li><li><ol>${items("b", "c")}</ol></li></ol></nav>`,
      "sidebar: A(B C)"
    ],
    [
      "headings over lists",
      `<nav><h4>One</h4><ul>${items("a", "b")}</ul><h4>Two</h4><ul>${items("c")}</ul></nav>`,
      "sidebar: One:(A B) Two:(C)"
    ],
    [
      "a heading over links",
      `<div class="sidebar"><div><h5>One</h5><div><a href="a">A</a><a href="b">B</a><a href="c">C</a></div></div></div>`,
      "sidebar: One:(A B C)"
    ],
    [
      "details",
      `<nav><details open><summary>One</summary><ul>${items("a", "b", "c")}</ul></details></nav>`,
      "sidebar: One:(A B C)"
    ],
    [
      "a menu over the page",
      `<header><ul><li><a href="#" class="dropdown-toggle">One</a><ul>${items("a", "b")}</ul></li>${items("c")}</ul></header>`,
      "header: One:(A B) C"
    ],
    [
      "what opens a part of a menu as a label without its arrows",
      `<header><ul><li><a href="#"><span>►</span><span>▼</span> One</a><div><ul>${items("a", "b", "c")}</ul></div></li></ul></header>`,
      "header: One:(A B C)"
    ],
    [
      "the page itself where it is marked",
      `<nav><ul>${items("a", "b")}<li class="current"><a href="#">C</a></li></ul></nav>`,
      "sidebar: A B C"
    ],
    [
      "a sidebar rather than a menu",
      `<header><ul>${items("a", "b", "c", "d")}</ul></header><aside><ul>${items("c", "b", "a")}</ul></aside>`,
      "sidebar: C B A"
    ],
    [
      "neither breadcrumbs nor footers",
      `<nav aria-label="Breadcrumbs"><ul>${items("a", "b", "c")}</ul></nav><footer><nav><ul>${items("a", "b", "c")}</ul></nav></footer>`,
      "none"
    ],
    [
      "not the contents of the page",
      `<nav><h3>On this page</h3><ul>${items("x", "y")}</ul><h3>All</h3><ul>${items("a", "b", "c")}</ul></nav>`,
      "sidebar: All:(A B C)"
    ],
    [
      "a sidebar that is known, however short",
      `<ul class="theme-doc-sidebar-menu">${items("a")}</ul><nav><ul>${items("a", "b", "c")}</ul></nav>`,
      "sidebar: A"
    ],
    [
      "no icons and no hidden text",
      `<nav><ul>${items("a", "b")}<li><a href="c"><svg><title>Icon</title></svg><span class="sr-only">Go to</span> C</a></li></ul></nav>`,
      "sidebar: A B C"
    ]
  ]
  for (const [what, html, wanted] of rows) it(`shows ${what}`, () => assert.strictEqual(shown(html), wanted))

  it("is not what the text lists, which counts where there is none", () => {
    const html = `<main><div class="toctree-wrapper"><p class="caption">Parts</p><ul>${items("a", "b")}</ul></div></main>`
    assert.strictEqual(shown(html), "none")
    assert.strictEqual(written(contentsOf(parseHtml(html), keyOf, false)?.entries ?? []), "Parts:(A B)")
  })
})

describe("the navigation of a site", () => {
  const merged = (...all: ReadonlyArray<ReadonlyArray<NavigationEntry>>): string => {
    const tree = makeNavigationTree()
    for (const entries of all) tree.merge(entries)
    return written(tree.roots)
  }

  it("is put together from what each page shows open", () => {
    assert.strictEqual(
      merged(
        [link("a"), label("One"), label("Two"), link("z")],
        [link("a"), label("One", link("b"), link("c")), label("Two"), link("z")],
        [link("a"), label("One"), label("Two", link("d", link("e"))), link("y"), link("z")]
      ),
      "a One:(b c) Two:(d(e)) y z"
    )
  })

  it("puts other sidebars after each other, and what comes before the first before it", () => {
    assert.strictEqual(merged([link("a"), link("b")], [link("c"), link("d")], [link("n"), link("c")]), "a b n c d")
  })

  it("lets a page that lists others be above them, whichever was read first", () => {
    const tree = makeNavigationTree()
    tree.mergeBelow("home", "home", [link("a"), link("b")])
    tree.mergeBelow("c", "c", [link("d")])
    tree.mergeBelow("b", "b", [link("c"), link("home")])
    assert.strictEqual(written(tree.roots), "home(a b(c(d)))")
  })

  const names = fc.constantFrom(..."abcdefgh")
  const { entries } = fc.letrec<{ entry: NavigationEntry; entries: ReadonlyArray<NavigationEntry> }>((tie) => ({
    entries: fc.array(tie("entry"), { maxLength: 4, depthIdentifier: "navigation" }),
    entry: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      names.map((name) => link(name)),
      fc
        .tuple(names, fc.boolean(), tie("entries"))
        .map(([name, labelled, below]) => (labelled ? label(name, ...below) : link(name, ...below)))
    )
  }))
  const keysOf = (all: ReadonlyArray<NavigationEntry>): ReadonlyArray<string> =>
    all.flatMap(({ entries: below, key }) => [...(key === undefined ? [] : [key]), ...keysOf(below)])
  const reached = (nodes: ReadonlyArray<NavigationNode>): ReadonlyArray<string> =>
    nodes.flatMap(({ children, key }) => [...(key === undefined ? [] : [key]), ...reached(children)])

  it.prop(
    "has every address once",
    [fc.array(fc.tuple(fc.option(names), entries), { maxLength: 6 })],
    ([all]) => {
      const tree = makeNavigationTree()
      for (const [above, each] of all) {
        if (above === null) tree.merge(each)
        else tree.mergeBelow(above, above, each)
      }
      const wanted = new Set(all.flatMap(([above, each]) => [...(above === null ? [] : [above]), ...keysOf(each)]))
      assert.deepStrictEqual(reached(tree.roots).toSorted(), [...wanted].sort())
    },
    { fastCheck: { numRuns: runs(100) } }
  )
})
