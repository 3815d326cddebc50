import { assert, describe, it } from "vitest"
import { blobId } from "../../../src/content/git-layout/Folder.js"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import type { TreePage } from "../../../src/content/sync/SpaceTree.js"
import { byKey, fixture, fixtures, outline } from "./fixture.js"
import { bytes, comparable, contents, toSnapshot, writeTree } from "./space.js"

const messages = (name: (typeof fixtures)[number]): ReadonlyArray<string> =>
  readLayout(fixture(name)).problems.map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`)

/** The references of a page, as `raw -> kind key suffix`. */
const links = (page: TreePage | undefined): ReadonlyArray<string> =>
  (page?.references ?? []).map(({ start, end, kind, key, suffix }) =>
    `${page?.markdown?.slice(start, end)} -> ${kind} ${key} ${suffix}`.trim()
  )

describe("a Git-synced folder", () => {
  const { tree, problems } = readLayout(fixture("gitbook"))
  const pages = byKey(tree.pages)

  it("has the pages of its table of contents", () => {
    assert.deepStrictEqual(outline(tree.pages), [
      "Welcome (README.md)",
      "group Guide (group:guide)",
      "  Getting started (guide/README.md)",
      "    Install (guide/install.md)",
      "    Advanced topics (guide/advanced topics/README.md)",
      "      Scaling & sharding (guide/advanced topics/scale.md)",
      "  link Changelog (link:group:guide:changelog) -> url https://example.com/changelog?a=1&b=2",
      "group Reference [beta] (group:reference-beta)",
      "  API: the reference (reference/api.md)",
      "  link Errors (link:group:reference-beta:errors) -> page reference/api.md",
      "  link Price list (link:group:reference-beta:price-list) -> file .gitbook/assets/prices (2024).csv"
    ])
    assert.deepStrictEqual(
      [...pages.values()].filter((page) => page.type === "document").map((page) => page.slug),
      ["readme", "guide", "install", "advanced-topics", "scale", "api"]
    )
    assert.deepStrictEqual(problems, [
      {
        file: "SUMMARY.md",
        line: 16,
        message: "reference/api.md#errors: the link leads to the page, its anchor stays in this file only",
        severity: "warning"
      }
    ])
  })

  it("has the fields of the front matter", () => {
    const { markdown: _, references: __, pages: ___, git: ____, ...home } = pages.get("README.md")!
    assert.deepStrictEqual(home, {
      key: "README.md",
      type: "document",
      slug: "readme",
      title: "Welcome",
      description: "Everything about Acme, from the first page to the last",
      icon: "house",
      cover: { ref: { kind: "file", file: ".gitbook/assets/cover.png" as never }, yPos: -120 },
      layout: {
        width: "wide",
        cover: true,
        coverSize: "full",
        title: true,
        description: false,
        tableOfContents: true,
        outline: false,
        pagination: true,
        metadata: true
      }
    })
    const install = pages.get("guide/install.md")!
    assert.strictEqual(install.hidden, true)
    assert.deepStrictEqual(install.variables, { package: "acme-cli", build: "1.10" })
    const api = pages.get("reference/api.md")!
    assert.deepStrictEqual(
      [api.noIndex, api.noRobotsIndex, api.condition, api.hidden],
      [true, true, "visitor.claims.unsigned.isBeta", undefined]
    )
    assert.deepStrictEqual(tree.variables, { product: "Acme", version: "1.10", empty: "" })
    assert.deepStrictEqual(tree.redirects, { help: "guide/install.md", "old/start": "README.md" })
  })

  it("finds every reference, and none in code and comments", () => {
    assert.deepStrictEqual(links(pages.get("README.md")), [
      ".gitbook/assets/cover.png -> file .gitbook/assets/cover.png",
      ".gitbook/assets/cover.png -> file .gitbook/assets/cover.png",
      "guide/install.md -> page guide/install.md",
      "guide/ -> page guide/README.md",
      ".gitbook/includes/need help (1).md -> reusable-content .gitbook/includes/need help (1).md",
      "./guide/ -> page guide/README.md",
      "guide/install.md#requirements -> page guide/install.md #requirements"
    ])
    assert.deepStrictEqual(links(pages.get("guide/README.md")), [
      "install.md -> page guide/install.md",
      "advanced%20topics/scale.md#how-far -> page guide/advanced topics/scale.md #how-far",
      "../reference/api.md -> page reference/api.md",
      "../reference/api.md -> page reference/api.md"
    ])
    assert.deepStrictEqual(links(pages.get("guide/install.md")), [
      "../.gitbook/assets/prices (2024).csv -> file .gitbook/assets/prices (2024).csv",
      "../README.md -> page README.md"
    ])
    assert.deepStrictEqual(links(pages.get("guide/advanced topics/README.md")), [
      "scale.md -> page guide/advanced topics/scale.md",
      "/guide/install.md -> page guide/install.md",
      "../install -> page guide/install.md",
      "README.md#advanced-topics -> page guide/advanced topics/README.md #advanced-topics"
    ])
    assert.deepStrictEqual(links(pages.get("guide/advanced topics/scale.md")), [
      "../../.gitbook/assets/größe 1.svg -> file .gitbook/assets/größe 1.svg",
      "README.md -> page guide/advanced topics/README.md",
      "../../reference/api.md?plain=1#errors -> page reference/api.md ?plain=1#errors"
    ])
    assert.deepStrictEqual(
      tree.files.map((file) => `${file.name} ${file.contentType}`),
      ["cover.png image/png", "größe 1.svg image/svg+xml", "prices (2024).csv text/csv", "unused.txt text/plain"]
    )
    assert.deepStrictEqual(
      tree.reusableContents.map(({ key, title, references }) => [key, title, references?.map((each) => each.key)]),
      [[".gitbook/includes/need help (1).md", "Need help?", ["guide/README.md"]]]
    )
  })

  it("stores ids in place of paths, and remembers only odd spellings", () => {
    const snapshot = toSnapshot(tree)
    const home = snapshot.pages[0]!
    assert.match(home.markdown!, /cover: \/files\/id\d+\n/)
    assert.match(home.markdown!, /\[install\]: <\/pages\/id\d+#requirements> "Install"/)
    assert.deepStrictEqual(Object.values(home.spellings ?? {}), [
      ["guide/", "./guide/"],
      [".gitbook/includes/need help (1).md"]
    ])
    assert.strictEqual(snapshot.pages[1]!.pages[0]!.spellings, undefined)
  })
})

describe("a folder without a table of contents", () => {
  it("has the pages of its files and folders, in natural order, groups last", () => {
    const { tree, problems } = readLayout(fixture("inferred"))
    assert.deepStrictEqual(outline(tree.pages), [
      "Home (README.md)",
      "API (api.md)",
      "  Methods (api/methods.md)",
      "The guide (guide/README.md)",
      "  Two (guide/2.md)",
      "  Ten (guide/10.md)",
      "  Deep (guide/deep/)",
      "    Leaf (guide/deep/leaf.md)",
      "  First steps (guide/first-steps.md)",
      "Zebra (zebra.md)",
      "group 9 first (9-first/)",
      "  A (9-first/a.md)",
      "group 10 last (10-last/)",
      "  B (10-last/b.md)"
    ])
    assert.deepStrictEqual(links(tree.pages[0]), [
      "guide/ -> page guide/README.md",
      "guide/deep/ -> page guide/deep/",
      "api -> page api.md",
      "logo.svg -> file logo.svg"
    ])
    assert.deepStrictEqual(problems, [])
    assert.deepStrictEqual(
      tree.files.map((file) => file.key),
      ["logo.svg", "unused.bin"]
    )
    assert.notProperty(contents(writeTree(tree)), "guide/deep/README.md")
  })
})

describe("a repository with its documentation in a folder", () => {
  it("counts paths from the top, absolute links from the root", () => {
    const { tree, problems } = readLayout(fixture("monorepo"))
    assert.deepStrictEqual(outline(tree.pages), [
      "Introduction (docs/product/intro.md)",
      "Usage (docs/product/usage.md)",
      "Root (docs/root.md)"
    ])
    assert.deepStrictEqual(links(tree.pages[0]), [
      "../.gitbook/assets/logo.png -> file docs/.gitbook/assets/logo.png",
      "../../common/picture.png -> file common/picture.png",
      "/product/usage.md -> page docs/product/usage.md"
    ])
    assert.deepStrictEqual(problems, [])
    const { config: _, table: __, ...source } = tree.source!
    assert.deepStrictEqual(source, {
      root: "docs",
      readme: "docs/product/intro.md",
      summary: "docs/product/toc.md"
    })
  })

  it("keeps its layout without the text of its configuration", () => {
    const { tree } = readLayout(fixture("monorepo"))
    const { config: _, ...source } = tree.source!
    const written = contents(writeTree({ ...tree, source }))
    assert.strictEqual(
      written[".gitbook.yaml"],
      "root: ./docs/\nstructure:\n  readme: product/intro.md\n  summary: product/toc.md\n"
    )
  })
})

describe("a broken folder", () => {
  it("is read as far as it can be", () => {
    assert.deepStrictEqual(outline(readLayout(fixture("broken")).tree.pages), [
      "Good (good.md)",
      "  Leaf (loop/leaf.md)",
      "Missing with pages (page:missing-with-pages)",
      "  Kept (kept.md)",
      "Heading wins (yaml.md)",
      "link Leaf twice (link:leaf-twice) -> page loop/leaf.md",
      "link Out (link:out) -> url https://example.com",
      "After (after.md)"
    ])
  })

  it("has each of its problems reported with file and line", () => {
    assert.deepStrictEqual(messages("broken"), [
      "latin.md:3 expected UTF-8 text; it is left out",
      "SUMMARY.md:4 good.md is listed under itself",
      "SUMMARY.md:6 missing.md does not exist",
      "SUMMARY.md:7 nothing.md does not exist",
      "SUMMARY.md:11 loop/leaf.md is listed twice; the second time it is a link to the page",
      "SUMMARY.md:12 Out: a link has no pages of its own; they follow it",
      "good.md:3 gone.md does not exist",
      "good.md:5 no.png does not exist",
      "good.md:5 unlisted.md is not a page: the table of contents does not list it",
      "good.md:7 ../outside.md does not exist",
      "yaml.md:3 invalid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
      ".gitbook/includes/part.md:3 invalid YAML: Flow map in block collection must be sufficiently indented and end with a }",
      "unlisted.md: the table of contents does not list some texts: unlisted.md",
      ".gitbook.yaml:3 redirects.gone: nowhere.md is not a page",
      ".gitbook/vars.yaml:2 bad: expected a string"
    ])
  })

  it("reports what is too large, unsafe or no text, and reads the rest", () => {
    const { tree, problems } = readLayout(
      [
        { path: "a.md", bytes: bytes("# A\n\n![x](big.bin) [b](b.md)\n") },
        { path: "b.md", bytes: bytes("x".repeat(101)) },
        { path: "big.bin", bytes: new Uint8Array(1001) },
        { path: "c.md", bytes: bytes("# C\n\0") },
        { path: "../d.md", bytes: bytes("# D\n") },
        { path: "node_modules/e.md", bytes: bytes("# E\n") },
        { path: ".git/f.md", bytes: bytes("# F\n") },
        { path: ".gitbook.yaml", bytes: bytes("root: [\nredirects: {}\n") }
      ],
      { page: 100, text: 100, file: 1000 }
    )
    assert.deepStrictEqual(outline(tree.pages), ["A (a.md)"])
    assert.deepStrictEqual(
      problems.map(({ file, line, message }) => `${file}:${line ?? ""} ${message.slice(0, 43)}`),
      [
        "b.md: expected at most 100 bytes, got 101; it is ",
        "big.bin: expected at most 1000 bytes, got 1001; it i",
        "../d.md: its path leads out of the folder",
        "node_modules/e.md: it is in node_modules; it is left out",
        ".gitbook.yaml:2 invalid YAML: Flow sequence in block collec",
        "c.md:2 expected text without NUL characters; it is"
      ].map((each) => each.slice(0, each.indexOf(" ") + 44))
    )
  })

  it("says so when there is no page at all", () => {
    const { tree, problems } = readLayout([{ path: "x.txt", bytes: bytes("x") }])
    assert.deepStrictEqual(tree.pages, [])
    assert.deepStrictEqual(
      problems.map((problem) => problem.message),
      ["no markdown page was found"]
    )
  })
})

describe("an mdBook table of contents", () => {
  it("has loose links, drafts, ordered lists and rules that end a part", () => {
    assert.deepStrictEqual(outline(readLayout(fixture("mdbook")).tree.pages), [
      "Preface (src/preface.md)",
      "One (src/one.md)",
      "  Draft (page:src/one.md:draft)",
      "group Part two (group:part-two)",
      "  Two (src/two.md)",
      "  Plain text (page:group:part-two:plain-text)",
      "    Three (src/three.md)",
      "Appendix (src/appendix.md)"
    ])
    assert.deepStrictEqual(messages("mdbook"), [])
  })
})

describe("every fixture", () => {
  for (const name of fixtures) {
    it(`${name} is the same tree after an export, its files the same bytes`, () => {
      const files = fixture(name)
      const { tree } = readLayout(files)
      const written = writeTree(tree)
      const again = readLayout(written).tree
      assert.deepStrictEqual(comparable(again), comparable(tree))
      const before = new Map(files.map((file) => [file.path, blobId(file.bytes)]))
      const changed = written
        .filter(({ path, bytes }) => before.has(path) && before.get(path) !== blobId(bytes))
        .map(({ path }) => path)
      assert.deepStrictEqual(changed, [])
      assert.deepStrictEqual(contents(writeTree(again)), contents(written))
    })
  }

  it("gives a file the id that git gives it", () => {
    assert.strictEqual(blobId(bytes("hello\n")), "ce013625030ba8dba906f756967f9e9ca394464a")
    assert.strictEqual(blobId(new Uint8Array()), "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
  })
})
