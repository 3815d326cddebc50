/** GitHub's dialect: what its texts show, the anchors of its headings, and the pages of folders and wikis. */
import type { DialectFolder } from "@lectern/core/content/dialects/Dialect"
import { github } from "@lectern/core/content/dialects/github/GitHub"
import type { Entry } from "@lectern/core/content/git-layout/Outline"
import { uniqueAnchor } from "@lectern/core/text/markdown/Anchors"
import { nodesOf } from "@lectern/core/text/markdown/DocumentTree"
import { foldHtml } from "@lectern/core/text/markdown/HtmlNodes"
import { parserOf, tagOf } from "@lectern/core/text/markdown/Parser"
import { tagPairs } from "@lectern/core/text/markdown/TagPairs"
import { describe, expect, it } from "vitest"
import { told } from "../told.js"

const parser = parserOf(github.reading)

const read = (text: string): string => told(foldHtml(nodesOf(parser.parse(text, {}))), "~")

describe("a text", () => {
  it.each([
    ["a tag of another tool", "{% tabs %}\nRye\n{% endtabs %}", 'paragraph("{% tabs %} Rye {% endtabs %}")'],
    ["a tag below HTML", "<div>\n{% a %}\n</div>", 'element[name=div](" {% a %} ")'],
    ["a note", "> [!NOTE]\n> Rye", 'hint[style=info](paragraph("Rye"))'],
    ["a tip", "> [!TIP]\n> Rye", 'hint[style=success](paragraph("Rye"))'],
    ["what is important", "> [!IMPORTANT]\n> Rye", 'hint[style=info](paragraph("Rye"))'],
    ["a warning", "> [!WARNING]  \n> Rye\noats", 'hint[style=warning](paragraph("Rye oats"))'],
    [
      "a caution with a list",
      "> [!CAUTION]\n> - Rye",
      'hint[style=danger](list-unordered(list-item(paragraph("Rye"))))'
    ],
    ["an unknown mark", "> [!BREAD]\n> Rye", 'blockquote(paragraph("[!BREAD] Rye"))'],
    ["a quotation", "> Rye\n> [!NOTE]", 'blockquote(paragraph("Rye [!NOTE]"))'],
    [
      "details",
      "<details><summary>Rye</summary>\n\nA *b*\n\n</details>",
      'element[name=details](element[name=summary]("Rye") paragraph("A " "b"))'
    ],
    [
      "a picture with sources",
      '<picture>\n<source srcset="b.svg">\n<img src="a.svg">\n</picture>',
      'element[name=picture](" " element[name=source] " " element[name=img] " ")'
    ],
    ["a fence of math", "```math\na^2\n```", "math[formula=a^2]"],
    ["a fence of code", "```maths\na\n```", 'code[syntax=maths](code-line("a"))'],
    ["math in backticks", "So $`a_1`$.", 'paragraph("So " math[formula=a_1] ".")'],
    ["names and numbers", "@baker in #12 :bread:", 'paragraph("@baker in #12 :bread:")'],
    ["a link to a page", "[[Rye Bread]]", 'paragraph(link[Rye-Bread]("Rye Bread"))'],
    ["a link with a text", "a [[so|Rye Bread#Two Loaves]]", 'paragraph("a " link[Rye-Bread#Two Loaves]("so"))'],
    ["a link out of a wiki", "[[b|https://a.example/b c]]", 'paragraph(link[https://a.example/b%20c]("b"))'],
    ["a picture of a wiki", "[[oven.png|alt=Oven]]", "images(image[oven.png alt=Oven])"],
    ["brackets in a link", "[[1]](a.md)", 'paragraph(link[a.md]("[1]"))'],
    ["brackets in an expression", "a[[b]] [[1]]", 'paragraph("a[[b]] [[1]]")'],
    ["single tildes", "~old *rye*~, ~~b~~", 'paragraph(~"old " ~"rye" ", " ~"b")'],
    ["tildes of folders", "~/a or ~/b, x~y~z", 'paragraph("~/a or ~/b, x~y~z")'],
    ["struck code", "~`a~b`~", 'paragraph(~"a~b")'],
    ["a tilde in an address", "~a [b](c~)", 'paragraph("~a " link[c~]("b"))'],
    ["a tilde in code", "~a `b~` c", 'paragraph("~a " "b~" " c")'],
    ["brackets in code", "`[[a]]`", 'paragraph("[[a]]")']
  ])("reads %s", (_, text, expected) => expect(read(text)).toBe(expected))

  it("keeps an alert together, on its own lines", () => {
    const tokens = parser.parse("a\n\n> [!TIP]\n> b\n>\n> c\n\nd", {})
    const [[start, end] = [0, 0]] = [...tagPairs(tokens)]
    expect([tagOf(tokens[start]!)?.name, tokens[start]!.map, tokens[end]!.map]).toEqual(["hint", [2, 3], [5, 6]])
    expect(tokens.slice(start + 1, end).map(({ level }) => level)).toEqual([0, 1, 2, 1, 1, 2, 1, 0])
    const maps = tokens.slice(start + 2, end - 1).map(({ map }) => map)
    expect(maps).toEqual([[3, 4], [3, 4], null, [5, 6], [5, 6], null])
  })

  it("is read in a time that grows with its length", () => {
    for (const part of ["~a", "~`~`", "[[", "[[a", "$`", "> [!NOTE]\n> ", "> [!NOTE]\n\n", "```math\n"]) {
      const start = performance.now()
      parser.parse(part.repeat(20_000), {})
      expect(performance.now() - start, part).toBeLessThan(5_000)
    }
  })
})

describe("the anchor of a heading", () => {
  it.each([
    ["Rye and Oats", "rye-and-oats"],
    ["Rye & oats, 2.5 kg!", "rye--oats-25-kg"],
    ["a - b_c", "a---b_c"],
    ["🍞 Rye", "-rye"],
    ["⚙️ Rye", "️-rye"],
    [":bread: Rye", "bread-rye"],
    ["x² and ½ Ⅳ Ⓐ", "x-and--ⅳ-ⓐ"],
    ["Хлеб и パン", "хлеб-и-パン"],
    ["Ржаной–хлеб", "ржанойхлеб"],
    ["ब्रेड", "ब्रेड"],
    ["CRÈME brûlée", "crème-brûlée"],
    ["a  b", "a--b"],
    ["<T> {#id}", "t-id"]
  ])("%j is %j", (heading, anchor) => expect(github.reading.headings.id(heading)).toBe(anchor))

  it("has a number if another heading has it", () => {
    const seen = new Map<string, number>()
    const anchors = ["rye", "rye", "rye-1", "rye"].map((each) =>
      uniqueAnchor(github.reading.headings.id(each), seen, github.reading.headings)
    )
    expect(anchors).toEqual(["rye", "rye-1", "rye-1-1", "rye-2"])
  })
})

const folder = (files: Readonly<Record<string, string>>): DialectFolder => ({
  paths: new Set(Object.keys(files)),
  text: (path) => files[path]
})

const listed = (entries: ReadonlyArray<Entry>): ReadonlyArray<unknown> =>
  entries.map(({ entries: inner, label, path, title, type }) => [
    `${type} ${title}${label === undefined ? "" : ` as ${label}`}${path === undefined ? "" : ` at ${path}`}`,
    ...listed(inner)
  ])

const outlineOf = (files: Readonly<Record<string, string>>) => github.outline(folder(files))

describe("a folder", () => {
  const files = {
    "README.md": "# Bakery",
    "docs/rye.md": "# Rye",
    "docs/README.md": "# Docs",
    "docs/oats/2-mill.md": "",
    "docs/oats/10-sift.md": "",
    ".github/CONTRIBUTING.md": "",
    "src/bake.ts": ""
  }

  it("has its READMEs, and its other files by name", () => {
    const outline = outlineOf(files)
    expect([outline?.root, outline?.table, outline?.problems]).toEqual(["", undefined, []])
    expect(listed(outline?.entries ?? [])).toEqual([
      ["document README at README.md"],
      [
        "document Docs at docs/README.md",
        ["document Oats", ["document 2 mill at docs/oats/2-mill.md"], ["document 10 sift at docs/oats/10-sift.md"]],
        ["document Rye at docs/rye.md"]
      ]
    ])
  })

  it("has addresses with and without extensions", () => {
    expect(outlineOf(files)?.aliases).toMatchObject({
      docs: "docs/README.md",
      "docs/README": "docs/README.md",
      "docs/README.md": "docs/README.md",
      "docs/rye": "docs/rye.md",
      "docs/rye.md": "docs/rye.md"
    })
  })

  it.each([
    ["the table of another tool", { "README.md": "", "SUMMARY.md": "" }],
    ["the settings of another tool", { "README.md": "", ".gitbook.yaml": "" }],
    ["no README", { "a.md": "", "a/README.md": "" }]
  ])("with %s is another tool's", (_, other) => {
    expect(outlineOf(other as unknown as Readonly<Record<string, string>>)).toBeUndefined()
  })
})

describe("a wiki", () => {
  const files = {
    "Home.md": "Welcome",
    "_Sidebar.md":
      "### Bread\n\n* [[Rye Bread]]\n  * [[Sour|Sour-Dough]]\n* Flour\n  * [Oats](https://git.example/a/b/wiki/Oats)\n  * [Mill](https://mill.example)\n* just words\n\n[[Lost]]",
    "_Footer.md": "",
    "Rye-Bread.md": "# Rye",
    "Sour-Dough.md": "text",
    "Oats.md": "# Oats",
    "Salt.md": "",
    "salt.png": ""
  }

  it("has the pages of its sidebar, Home before them and the others after them", () => {
    const outline = outlineOf(files)
    expect(outline?.table).toBe("_Sidebar.md")
    expect(listed(outline?.entries ?? [])).toEqual([
      ["document Home at Home.md"],
      [
        "group Bread",
        ["document Rye Bread as Rye Bread at Rye-Bread.md", ["document Sour Dough as Sour at Sour-Dough.md"]],
        ["document Flour", ["document Oats at Oats.md"], ["link Mill"]]
      ],
      ["document Salt at Salt.md"]
    ])
    expect(outline?.problems.map(({ file, line }) => [file, line])).toEqual([["_Sidebar.md", 10]])
    expect(outline?.aliases).toMatchObject({ "Rye-Bread": "Rye-Bread.md", Home: "Home.md" })
  })

  it("may have a README, too", () => {
    expect(outlineOf({ ...files, "README.md": "" })?.table).toBe("_Sidebar.md")
  })

  it("needs no sidebar", () => {
    expect(listed(outlineOf({ "Home.md": "", "a.md": "", "_Header.md": "" })?.entries ?? []).flat()).toEqual([
      "document Home at Home.md",
      "document a at a.md"
    ])
  })
})
