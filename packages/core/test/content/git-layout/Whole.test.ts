/** A folder keeps everything: a file that goes in comes out, byte for byte, or is named by a problem. */
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { assert, describe, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import type { SpaceTree, TreePage } from "../../../src/content/sync/SpaceTree.js"
import { markdown } from "../../engine/texts/grammar.js"
import { bytes, contents, folder, readFolder, writeTree } from "./space.js"
import { wholeFolders } from "./whole.js"

const options = { numRuns: runs(60) }

const titles = (pages: ReadonlyArray<TreePage>): ReadonlyArray<unknown> =>
  pages.map(({ pages: inner, title, type }) => [type, title, titles(inner)])

const changed = (tree: SpaceTree, key: string, change: (page: TreePage) => ReadonlyArray<TreePage>): SpaceTree => {
  const visit = (pages: ReadonlyArray<TreePage>): ReadonlyArray<TreePage> =>
    pages.flatMap((page) => (page.key === key ? change(page) : [{ ...page, pages: visit(page.pages) }]))
  return { ...tree, pages: visit(tree.pages) }
}

describe("a whole folder", () => {
  it("comes out byte for byte, whatever is in it", { timeout: 120_000 + options.numRuns * 200 }, () => {
    fc.assert(
      fc.property(wholeFolders, (files) => {
        const { problems, tree } = readFolder(files)
        const out = contents(writeTree(tree))
        const refused = new Set(problems.map(({ file }) => file))
        for (const [path, text] of Object.entries(files)) {
          if (out[path] === undefined) assert.isTrue(refused.has(path), `${path} is lost`)
          else assert.strictEqual(out[path], text, path)
        }
        assert.deepStrictEqual(
          Object.keys(out).filter((path) => files[path] === undefined),
          []
        )
      }),
      options
    )
  })

  it("comes out byte for byte, whatever its texts say", { timeout: 120_000 + options.numRuns * 200 }, () => {
    fc.assert(
      fc.property(markdown, markdown, markdown, (first, second, third) => {
        const files = {
          "README.md": first,
          "a/b.md": second,
          ".gitbook/includes/c.md": second,
          ".gitbook.yaml": third,
          "SUMMARY.md": third
        }
        assert.deepStrictEqual(contents(writeTree(readFolder(files).tree)), files)
      }),
      options
    )
  })

  it("leaves a title in front matter that says nothing as it is", () => {
    for (const title of ["", " ''", ' " "', " [a]", " {a: b}", " null", "\n  - a"]) {
      const head = `---\ntitle:${title}\nicon: gear\n---\n`
      const files = { "README.md": head, "a.md": `${head}\n# A\n`, "b.md": `${head}Text.\n` }
      assert.deepStrictEqual(contents(writeTree(readFolder(files).tree)), files)
      const table = { ...files, "SUMMARY.md": "* [Home](README.md)\n* [A](a.md)\n" }
      assert.deepStrictEqual(contents(writeTree(readFolder(table).tree)), table)
    }
  })

  it("reads an address without an extension as the page, beside a text of that name that is no page", () => {
    const files = {
      "guide/README.md": "# Guide\n",
      "guide.md": "Not listed.\n",
      "home.md": "# Home\n\n[it](guide)\n",
      "guide/inner.md": "# Inner\n\n[it](../guide)\n",
      "SUMMARY.md": "* [Guide](guide/README.md)\n* [Home](home.md)\n* [Inner](guide/inner.md)\n"
    }
    assert.deepStrictEqual(contents(writeTree(readFolder(files).tree)), files)
  })

  it("leaves folders without a text as they are, where texts link to them", () => {
    const files = {
      "README.md": "# H\n\n[a](guide/sub/) [b](guide/sub) [c](./guide/sub#x) [d](guide/) [e](<My Part/in ner>)\n",
      "guide/a.md": "# A\n\n[up](sub) [own](./) [root](/guide/sub/deep/)\n",
      "guide/sub/deep/b.md": "# B\n\n[here](./) [up](../) [top](../../)\n",
      "My Part/in ner/c.md": "# C\n\n![](../in%20ner/)\n"
    }
    assert.deepStrictEqual(contents(writeTree(readFolder(files).tree)), files)
  })

  it("keeps a table of contents that is written in an unusual way", () => {
    const tables = [
      '# Summary\n\n- [Other title](a.md "Title")\n\t- [B](b.md)\n',
      "\uFEFF* [A](./a.md)\r\n\r\n   * [B](<b.md>)\r\n",
      "# S\n\n## Group {#the-group}\n\n+ [A](a.md#part)\n\nText between\n\n+   [B](b.md)\n",
      "# S\n\n<!-- first -->\n* [A](a.md)\n<!-- second -->\n* Plain\n  * [B](b.md)\n\n\n\n",
      '[A](a.md)\n\n1. [B](b.md)\n2. [Out](https://example.com "t")\n3. [Data](c.mdx)',
      "Summary\n===\n\n* [A](a.md) and text\n\n***\n\n* [B][b]\n\n[b]: b.md\n",
      "* [A](a.md)\n* [Missing](missing.md)\n* [Again](a.md#there)\n* [B](b.md)\n",
      "## [Linked group](a.md)\n* [B](b.md)\n",
      "* Soon\n* [A](a.md)\n  * Soon\n  * [B](b.md)\n  * Soon\n* Soon\n* ?\n* !\n",
      "S# Summary\n* 1 Plain\n    * [1.1 A \\(a\\)](./a.md)\n* [2 B](./b.md)\n",
      '# S\n\n* [A](a.md)\n\n## Group <a href="#group" id="group"></a>\n\n* [B](b.md)\n    * [part](b.md#part)\n\n--\n\n* [C](c.mdx)\n',
      "# S\n* [A](a.md)\n\n---\n\n* [B](b.md)\n\n***\n\n* [A again](a.md)\n",
      "# S\n* [A](a.md)\n* [The *d*](./a b (1)/d e.md)  \n  * [B](<b.md>)\n"
    ]
    for (const table of tables) {
      const files = {
        "a b (1)/d e.md": "# D\n",
        "a.md": "# A\n",
        "b.md": "No title.\n",
        "c.mdx": "# C\n",
        "SUMMARY.md": table
      }
      assert.deepStrictEqual(contents(writeTree(readFolder(files).tree)), files)
    }
  })

  const table =
    '# S\r\n\r\n## First {#one}\r\n\r\n-  [Name of A](a.md "t")\r\n\t-  [B](b.md#x)\r\n\r\n<!-- kept -->\r\n\r\n## Second\r\n\r\n-  [C](c.md)\r\n-  Plain\r\n'
  const files = { "README.md": "# H\n", "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n", "SUMMARY.md": table }
  const { tree } = readFolder(files)
  const written = (next: SpaceTree): string => contents(writeTree(next))["SUMMARY.md"] ?? ""
  const page = (key: string): TreePage => ({
    key,
    type: "document",
    title: "New \\",
    slug: "new",
    markdown: "# New \\\n",
    pages: []
  })
  const edits: ReadonlyArray<readonly [name: string, next: SpaceTree, wanted: string]> = [
    [
      "a title",
      changed(tree, "b.md", (each) => [{ ...each, title: "B two", markdown: "# B two\n" }]),
      table.replace("[B]", "[B two]")
    ],
    ["a page that is gone", changed(tree, "b.md", () => []), table.replace("\t-  [B](b.md#x)\r\n", "")],
    [
      "a group that is renamed",
      changed(tree, "group:first", (each) => [{ ...each, title: "1st" }]),
      table.replace("First", "1st")
    ],
    [
      "a new page after another",
      changed(tree, "b.md", (each) => [each, page("n.md")]),
      table.replace("#x)\r\n", "#x)\r\n\t-  [New \\\\](a/new.md)\r\n")
    ],
    [
      "a new page below another",
      changed(tree, "c.md", (each) => [{ ...each, pages: [page("n.md")] }]),
      table.replace("(c.md)\r\n", "(c.md)\r\n   * [New \\\\](c/new.md)\r\n")
    ],
    [
      "a new page at the end",
      changed(tree, "page:group:second:plain", (each) => [each, page("n.md")]),
      `${table}-  [New \\\\](second/new.md)\r\n`
    ]
  ]
  it.each(edits)("changes only the lines of %s", (_, next, wanted) => {
    assert.strictEqual(written(next), wanted)
  })

  it("keeps settings, redirects that lead nowhere and broken ones included", () => {
    const settings = [
      "root: ./\nredirects:\n  old: a.md\n  gone: nowhere.md\n  /slashes/: ./a.md # why\n",
      "structure: {readme: a.md}\r\nunknown: [1, 2]\r\n",
      "root: ./not-there/\n",
      "root: [\n"
    ]
    for (const text of settings) {
      const given: Record<string, string> = { "a.md": "# A\n", ".gitbook.yaml": text, ".gitbook/vars.yaml": "a: [\n" }
      const out = contents(writeTree(readFolder(given).tree))
      assert.deepStrictEqual({ ...out }, given)
    }
  })

  it("names the files that a text embeds in the way of Obsidian", () => {
    const text = "# H\n\n![[pic one.png|300]] \\![[a]] [[b]]\n\n`![[c]]`\n\n```\n![[d]]\n```\n\n![[e.md#f]]\n"
    const { problems } = readFolder({ "README.md": text, "pic one.png": "x" })
    assert.deepStrictEqual(
      problems.filter(({ kind }) => kind === undefined).map(({ line, message }) => [line, message]),
      [
        [3, "![[pic one.png]] stays as text; write ![](pic%20one.png) to show the file"],
        [11, "![[e.md]] stays as text; write ![](e.md) to show the file"]
      ]
    )
  })

  it("names what it refuses", () => {
    const { problems, tree: read } = readLayout(
      [
        ...folder({ "README.md": "# H\n", "node_modules/a/README.md": "# A\n", "big.bin": "x".repeat(50) }),
        { path: "latin.md", bytes: Uint8Array.of(35, 32, 228) },
        { path: "a/../b.md", bytes: bytes("# B\n") }
      ],
      { page: 20, text: 20, file: 20 }
    )
    assert.deepStrictEqual(problems.map(({ file }) => file).sort(), [
      "a/../b.md",
      "big.bin",
      "latin.md",
      "node_modules/a/README.md"
    ])
    assert.deepStrictEqual(titles(read.pages), [["document", "H", []]])
  })
})
