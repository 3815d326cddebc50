/** Tables of contents as GitBook reads them: slugs of groups, and addresses with spaces. */
import { describe, expect, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import { bytes, contents, writeTree } from "./space.js"

const read = (files: Readonly<Record<string, string>>) =>
  readLayout(Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })))

const summary = (heading: string): string => `# S\n\n${heading}\n\n* [A](a.md)\n`

describe("the slug of a group", () => {
  it.each<readonly [heading: string, title: string, slug: string | undefined]>([
    ['## Our SDKs <a href="#sdks" id="sdks"></a>', "Our SDKs", "sdks"],
    ["## Our SDKs <a id='the-sdks' href=\"#x\"></a>", "Our SDKs", "the-sdks"],
    ["## Our SDKs {#sdks}", "Our SDKs", "sdks"],
    ['## Our SDKs <a href="#our-sdks" id="our-sdks"></a>', "Our SDKs", "our-sdks"],
    ['## Our <a href="#x" id="x"></a> SDKs', "Our  SDKs", undefined],
    ["## Our SDKs \\{#sdks}", "Our SDKs {#sdks}", undefined],
    ["## Our SDKs", "Our SDKs", undefined]
  ])("of %s", (heading, title, slug) => {
    const files = { "a.md": "# A\n", "SUMMARY.md": summary(heading) }
    const { tree } = read(files)
    expect(tree.pages[0]).toMatchObject({ type: "group", title })
    expect(tree.pages[0]?.slug).toBe(slug)
    expect(contents(writeTree(tree))).toEqual(files)
  })

  const table = `${summary('## Our SDKs <a href="#sdks" id="sdks"></a>')}\n## Second\n\n-  [B](b.md)\n`
  const { tree } = read({ "a.md": "# A\n", "b.md": "# B\n", "SUMMARY.md": table })
  const written = (change: object, at: number): string | undefined =>
    contents(
      writeTree({ ...tree, pages: tree.pages.map((page, index) => (index === at ? { ...page, ...change } : page)) })
    )["SUMMARY.md"]

  it("is written when it changes or does not follow from the title, and stays when the title changes", () => {
    expect(written({ title: "SDKs and more" }, 0)).toBe(table.replace("Our SDKs", "SDKs and more"))
    expect(written({ slug: "kits" }, 0)).toBe(table.replaceAll("sdks", "kits"))
    expect(written({ slug: "our-sdks" }, 0)).toBe(table.replace(' <a href="#sdks" id="sdks"></a>', ""))
    expect(written({ title: "2nd", slug: "second" }, 1)).toBe(
      table.replace("## Second", '## 2nd <a href="#second" id="second"></a>')
    )
    const { table: _, ...source } = tree.source!
    expect(contents(writeTree({ ...tree, source }))["SUMMARY.md"]).toContain(
      '\n## Our SDKs <a href="#sdks" id="sdks"></a>\n'
    )
  })
})

describe("an address with spaces", () => {
  const table = "* [foo *bar*](./foo bar.md)\n  * [(c)](a b/c (1).md)\n* [Gone](no such.md)\n* [A](a.md)\n"
  const { problems, tree } = read({
    "foo bar.md": "text\n",
    "a b/c (1).md": "# C\n",
    "a.md": "# A\n",
    "SUMMARY.md": table
  })

  it("leads to its file, or to a problem that names the line", () => {
    expect(tree.pages.map(({ key, title }) => [key, title])).toEqual([
      ["foo bar.md", "foo bar"],
      ["a.md", "A"]
    ])
    expect(tree.pages[0]?.pages.map(({ key, title }) => [key, title])).toEqual([["a b/c (1).md", "C"]])
    expect(problems).toMatchObject([{ file: "SUMMARY.md", line: 3, message: "no such.md does not exist" }])
  })

  it("is written as before beside lines that change", () => {
    const pages = tree.pages.map((page) => (page.key === "a.md" ? { ...page, title: "B", markdown: "# B\n" } : page))
    expect(contents(writeTree({ ...tree, pages }))["SUMMARY.md"]).toBe(table.replace("[A]", "[B]"))
  })
})
