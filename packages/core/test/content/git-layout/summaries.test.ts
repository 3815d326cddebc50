/** Tables of contents as GitBook reads them: slugs of groups, addresses with spaces, and labels. */
import { firstLine } from "@lectern/core/foundation/schema/Text"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import { writeLayout } from "../../../src/content/git-layout/WriteLayout.js"
import { bytes, contents, readFolder, toSnapshot, writeTree } from "./space.js"

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

describe("the label of a page", () => {
  const table = [
    "# Table of contents",
    "",
    '* [The whole story](a.md "Story")',
    "* [B](b.md 'It\\'s \\\\ &amp; \"b\"')",
    '* [Elsewhere](<https://a.example/x y> "Out")',
    "* [C](c.md)",
    ""
  ].join("\n")
  const files = { "SUMMARY.md": table, "a.md": "# The whole story\n", "b.md": "b\n", "c.md": "# C\n" }
  const labelled = (
    labels: ReadonlyArray<string | undefined>,
    titles: ReadonlyArray<string | undefined> = []
  ): string => {
    const snapshot = toSnapshot(readFolder(files).tree)
    const pages = snapshot.pages.map(({ label: _, ...old }, index) => {
      const label = labels[index]
      const page = { ...old, title: titles[index] ?? old.title }
      return label === undefined ? page : { ...page, label }
    })
    return contents(writeLayout({ ...snapshot, pages }))["SUMMARY.md"]!
  }
  const read = (text: string) => readFolder({ ...files, "SUMMARY.md": text }).tree.pages.map(({ label }) => label)
  const own = ["Story", 'It\'s \\ & "b"', "Out", undefined] as const

  it("is what the table of contents calls it in quotes, beside its title", () => {
    const { pages } = readFolder(files).tree
    expect(pages.map(({ label, title }) => [title, label])).toEqual([
      ["The whole story", own[0]],
      ["B", own[1]],
      ["Elsewhere", own[2]],
      ["C", undefined]
    ])
    expect(labelled(own)).toBe(table)
  })

  it("is written where it changed, and nowhere else", () => {
    expect(labelled(["Tale", own[1], undefined, 'See "C"'])).toBe(
      table.replace('"Story"', '"Tale"').replace(' "Out"', "").replace("(c.md)", '(c.md "See \\"C\\"")')
    )
  })

  it("stays in a table that was stored before pages had labels", () => {
    const { pages, source, ...snapshot } = toSnapshot(readFolder(files).tree)
    const withoutLabel = <A extends { readonly label?: string }>({ label: _, ...rest }: A) => rest
    const entries = source!.table!.entries.map(withoutLabel)
    const stored = { ...source!, table: { text: table, entries } }
    const [first, ...others] = pages.map(withoutLabel)
    const write = (all: typeof pages) =>
      contents(writeLayout({ ...snapshot, source: stored, pages: all }))["SUMMARY.md"]!
    expect(write([first!, ...others])).toBe(table)
    expect(write([...others, first!])).toContain('* [The whole story](a.md "Story")\n')
    expect(write([{ ...first!, label: "Tale" }, ...others])).toBe(table.replace('"Story"', '"Tale"'))
  })

  it("reads as it was set, whatever it and the title are", () => {
    const label = fc
      .oneof(
        fc.string({ unit: "binary", maxLength: 30 }),
        fc.string({ unit: fc.constantFrom(..."a \"'()[]\\&;#<>{%}*_`") })
      )
      .map((text) => firstLine(text.replaceAll("\0", "").toWellFormed(), 256))
    const four = fc
      .array(fc.option(label, { nil: undefined }), { minLength: 4, maxLength: 4 })
      .map((all) => all.map((each) => (each === "" ? undefined : each)))
    fc.assert(
      fc.property(four, four, (labels, titles) => {
        expect(read(labelled(labels, titles))).toEqual(labels)
      }),
      { numRuns: runs(100) }
    )
  })

  it("lists a first page that the table does not list", () => {
    const own = { ...files, "README.md": "# Home\n" }
    const { pages, ...snapshot } = toSnapshot(readFolder(own).tree)
    const [home, ...others] = pages
    expect(contents(writeLayout({ ...snapshot, pages }))["SUMMARY.md"]).toBe(table)
    expect(contents(writeLayout({ ...snapshot, pages: [{ ...home!, label: "Start" }, ...others] }))["SUMMARY.md"]).toBe(
      table.replace("* [The", '* [Home](README.md "Start")\n* [The')
    )
  })

  it("makes a folder without a table of contents have one", () => {
    const { "SUMMARY.md": _, ...texts } = files
    const snapshot = toSnapshot(readFolder(texts).tree)
    expect(contents(writeLayout(snapshot))).not.toHaveProperty("SUMMARY.md")
    const pages = snapshot.pages.map((page) => (page.slug === "c" ? { ...page, label: "See" } : page))
    expect(contents(writeLayout({ ...snapshot, pages }))["SUMMARY.md"]).toContain('* [C](c.md "See")')
  })
})
