/** mdBook's dialect: what its texts show, and the pages of a book. */
import type { DialectFolder } from "@lectern/core/content/dialects/Dialect"
import { codeText, type IncludingCode } from "@lectern/core/content/dialects/mdbook/Code"
import { lineRange } from "@lectern/core/content/dialects/mdbook/Directives"
import { includedText } from "@lectern/core/content/dialects/mdbook/IncludedLines"
import { mdbook } from "@lectern/core/content/dialects/mdbook/MdBook"
import type { Entry } from "@lectern/core/content/git-layout/Outline"
import { nodesOf } from "@lectern/core/text/markdown/DocumentTree"
import { foldHtml } from "@lectern/core/text/markdown/HtmlNodes"
import { parserOf, tagOf } from "@lectern/core/text/markdown/Parser"
import { tagPairs } from "@lectern/core/text/markdown/TagPairs"
import { describe, expect, it } from "vitest"
import { told } from "../told.js"

const parser = parserOf(mdbook.reading)

const read = (text: string): string => told(foldHtml(nodesOf(parser.parse(text, {}))))

describe("a text", () => {
  it.each([
    ["a tag of another tool", "{% hint %}\nWater\n{% endhint %}", 'paragraph("{% hint %} Water {% endhint %}")'],
    ["an alert", "> [!WARNING]\n> Hot *water*", 'hint[style=warning](paragraph("Hot " "water"))'],
    ["an alert in small letters", "> [!caution]\n>\n> Ice", 'hint[style=danger](paragraph("Ice"))'],
    [
      "an alert in a list",
      "- a\n  > [!TIP]\n  > b",
      'list-unordered(list-item(paragraph("a") hint[style=success](paragraph("b"))))'
    ],
    ["a quotation with text after the mark", "> [!NOTE] c", 'blockquote(paragraph("[!NOTE] c"))'],
    ["a quotation with a mark and nothing else", "> [!NOTE]", 'blockquote(paragraph("[!NOTE]"))'],
    ["an included text", "{{#include ../parts/tea.md}}", "include[../parts/tea.md]"],
    ["included lines", "Before\n{{ #include tea.md:2:7 }}", 'paragraph("Before") include[tea.md lines=2:7]'],
    ["an include within a line", "Pot {{#include n.txt:a}}.", 'paragraph("Pot " include[n.txt anchor=a] ".")'],
    ["a title of the window", "{{#title Tea}}\n\nCup", 'paragraph("Cup")'],
    ["an escaped include", "\\{{#include a.md}}", 'paragraph("{{#include a.md}}")'],
    ["another directive", "{{#brew a.md}}", 'paragraph("{{#brew a.md}}")'],
    ["a program", "{{#playground pot.rs editable}}", 'code[syntax=rust](code-line("{{#playground pot.rs editable}}"))'],
    ["options of code", "```rust,ignore,edition2021\na\n```", 'code[syntax=rust](code-line("a"))'],
    ["options after a space", "```c editable\na\n```", 'code[syntax=c](code-line("a"))'],
    [
      "hidden lines",
      "```rust\n# use a;\nb\n  # c\n#\n## d\n#[e]\n```",
      'code[syntax=rust](code-line("b") code-line("# d") code-line("#[e]"))'
    ],
    ["lines that another prefix hides", "```py hidelines=~\n~a\nb\n```", 'code[syntax=py](code-line("b"))'],
    ["an escape in code", "```\n\\{{#include a}}\n```", 'code(code-line("{{#include a}}"))'],
    ["a heading with an id", "## Pour {#pour-it .wide}", 'heading-2("Pour {#pour-it}")'],
    ["a heading with an id of marks", "# A { .b #c_d_ e=f }", 'heading-1("A {#c_d_}")'],
    ["a heading with classes only", "Tea {.wide}\n===", 'heading-1("Tea")'],
    ["a heading with code", "# `{a}`", 'heading-1("{a}")'],
    [
      "definitions",
      "Tea\n: hot\n: *wet*\n\nCup\n\n  : round\n    thing\n\nEnd",
      'element[name=dl](element[name=dt](paragraph("Tea")) element[name=dd](paragraph("hot")) element[name=dd](paragraph("wet")) element[name=dt](paragraph("Cup")) element[name=dd](paragraph("round thing"))) paragraph("End")'
    ],
    [
      "a definition with a list",
      "Tea\n: hot\n\n  - a",
      'element[name=dl](element[name=dt](paragraph("Tea")) element[name=dd](paragraph("hot") list-unordered(list-item(paragraph("a")))))'
    ],
    ["a colon without a term", ": a", 'paragraph(": a")'],
    ["a task", "- [x] ~~a~~", 'list-tasks(list-item[checked=true](paragraph("a")))']
  ])("reads %s", (_, text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it("keeps an alert together, on its own lines", () => {
    const tokens = parser.parse("a\n\n> [!NOTE]\n> b\n>\n> - c\n\nd", {})
    const [[start, end] = [0, 0]] = [...tagPairs(tokens)]
    expect([tagOf(tokens[start]!)?.name, tokens[start]!.map, tokens[end]!.map]).toEqual(["hint", [2, 3], [5, 6]])
    const inside = tokens.slice(start + 1, end)
    expect(inside.filter(({ level }) => level === 0).map(({ type }) => type)).toEqual(["alert_open", "alert_close"])
    expect(inside[1]?.map).toEqual([3, 4])
  })

  it("says where the path of an include is written", () => {
    const text = "> {{#include  a/b.md:2 }}"
    const tag = parser
      .parse(text, {})
      .map(tagOf)
      .find((each) => each !== undefined)
    expect(tag?.arguments.map(({ end, start }) => text.slice(start, end))).toEqual(["a/b.md", ""])
  })

  it("is read in a time that grows with its length", () => {
    for (const part of ["{{#include a ", "> [!NOTE]\n> ", "a\n: ", ": ", "# {", "```rust\n# "]) {
      const start = performance.now()
      parser.parse(part.repeat(20_000), {})
      expect(performance.now() - start, part).toBeLessThan(5_000)
    }
  })
})

const program = [
  "use a;",
  "// ANCHOR: all",
  "fn a() {",
  "// ANCHOR: part",
  "  b();",
  "// ANCHOR_END: part",
  "}",
  "// ANCHOR_END: all",
  "end"
].join("\n")

describe("an included file", () => {
  it.each([
    ["include", "", program],
    ["include", "1", "use a;"],
    ["include", "0", "use a;"],
    ["include", "7:", "}\n// ANCHOR_END: all\nend"],
    ["include", ":1", "use a;"],
    ["include", "3:1", ""],
    ["include", "part", "  b();"],
    ["include", "all", "fn a() {\n  b();\n}"],
    ["include", "none", ""],
    ["rustdoc_include", "part", "# use a;\n# fn a() {\n  b();\n# }\n# end"],
    [
      "rustdoc_include",
      "9",
      `${program
        .split("\n")
        .slice(0, 8)
        .map((line) => `# ${line}`)
        .join("\n")}\nend`
    ]
  ] as const)("%s with %j", (kind, range, expected) => {
    expect(includedText(program, { kind, range: lineRange(range) })).toBe(expected)
  })

  it("stands in code where its directive is, without what is hidden", () => {
    const token = parser.parse("```rust,should_panic\n# x\n  {{#rustdoc_include a.rs:all}}\n```", {})[0]
    expect(token?.content).toBe("  {{#rustdoc_include a.rs:all}}\n")
    const code = token?.meta?.code as IncludingCode
    expect(codeText(code, ({ path }) => (path === "a.rs" ? program : undefined))).toBe("  fn a() {\n    b();\n  }\n")
  })
})

describe("the id of a heading", () => {
  it.each([
    ["Pour It", "pour-it"],
    [" `--hot` & wet ", "--hot--wet"],
    ["Ünder_Tea 2", "ünder_tea-2"],
    ["茶 x²", "茶-x²"],
    ["::", "section"]
  ])("of %j is %j", (heading, id) => expect(mdbook.reading.headings.id(heading)).toBe(id))
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

const outlineOf = (files: Readonly<Record<string, string>>) => mdbook.outline(folder(files))

const summary = `# Summary

[Foreword](foreword.md)

# Making \`tea\`

- [Pots](pots/README.md)
  - [Lids \\& more](pots/lids.md)
  - [Draft]()

---

- [Cups](cups.md)

## Not a part

* [Lost](lost.md)

[After](after.md)
`

const book = {
  "book.toml":
    'book.title = "Tea"\n[output.html.redirect]\n"/old.html" = "pots/"\n"/pots/older.html" = "../old.html"\n"/x.html" = "https://a.example"\n"/y.html" = "z.html"',
  "src/SUMMARY.md": summary,
  "src/foreword.md": "# Foreword",
  "src/pots/README.md": "# All pots {#all}",
  "src/pots/lids.md": "Lids",
  "src/cups.md": "# Cups {.wide}",
  "src/after.md": "# After",
  "src/unlisted.md": "x"
}

describe("a book", () => {
  it("has the chapters of its table", () => {
    const outline = outlineOf(book)
    expect(outline?.root).toBe("src")
    expect(outline?.table).toBe("src/SUMMARY.md")
    expect(listed(outline?.entries ?? [])).toEqual([
      ["document Foreword at src/foreword.md"],
      [
        "group Making tea",
        [
          "document Pots as Pots at src/pots/README.md",
          ["document Lids & more at src/pots/lids.md"],
          ["document Draft"]
        ],
        ["document Cups at src/cups.md"]
      ],
      ["document After at src/after.md"]
    ])
  })

  it("has mdBook's addresses, and its redirects", () => {
    expect(outlineOf(book)?.aliases).toEqual({
      "foreword.html": "src/foreword.md",
      "pots/index.html": "src/pots/README.md",
      "pots/lids.html": "src/pots/lids.md",
      "cups.html": "src/cups.md",
      "after.html": "src/after.md",
      "index.html": "src/foreword.md",
      "print.html": "src/foreword.md",
      "old.html": "src/pots/README.md",
      "pots/older.html": "src/pots/README.md"
    })
  })

  it("says what is missing, with its line", () => {
    expect(outlineOf(book)?.problems.map(({ file, line, severity }) => [file, line, severity])).toEqual([
      ["src/SUMMARY.md", 17, "error"],
      ["book.toml", 5, "warning"],
      ["book.toml", 6, "warning"]
    ])
  })

  it.each([
    [
      "in a folder",
      { "guide/book.toml": "", "guide/src/SUMMARY.md": "- [A](a.md)", "guide/src/a.md": "" },
      ["document A at guide/src/a.md"]
    ],
    [
      "with sources elsewhere",
      { "book.toml": "[book]\nsrc = '.'", "SUMMARY.md": "[A](a.md)", "a.md": "" },
      ["document A at a.md"]
    ],
    ["without a table", { "book.toml": "", "src/a.md": "" }, ["document A at src/a.md"]],
    [
      "with sources outside",
      { "book.toml": 'book = { src = "../x" }', "src/SUMMARY.md": "[A](a.md)", "src/a.md": "" },
      ["document A at src/a.md"]
    ]
  ])("is found %s", (_, files, entries) => {
    expect(listed(outlineOf(files as Readonly<Record<string, string>>)?.entries ?? []).flat()).toEqual(entries)
  })

  it.each([
    ["no settings", { "src/SUMMARY.md": "" }],
    ["several books", { "a/book.toml": "", "b/book.toml": "" }],
    ["a book deep inside", { "a/b/book.toml": "" }]
  ])("is not a folder with %s", (_, files) =>
    expect(outlineOf(files as Readonly<Record<string, string>>)).toBeUndefined()
  )
})

describe("book.toml", () => {
  const read = (text: string) => {
    const outline = outlineOf({ "book.toml": text, "text/SUMMARY.md": "", "src/SUMMARY.md": "" })
    return [outline?.root, ...(outline?.problems ?? []).map(({ line }) => line)]
  }

  it.each([
    ["a text", '[book]\nsrc = "te\\u0078t" # so', ["text"]],
    ["an inline table", "book = { title = 'a', src = \"text\" }", ["text"]],
    [
      "values over several lines",
      'a = [\n  "]", # ]\n  { b = 1 },\n]\nc = """\n[book]\nsrc = "no"\n"""\n[book]\nsrc="text"',
      ["text"]
    ],
    ["dates and numbers", "a = 1979-05-27 07:32:00\nb = -1.5e3\n[book]\nsrc = 'text'", ["text"]],
    ["a table of a list", "[[book]]\nsrc = 'text'", ["src"]],
    ["a value of another kind", "[book]\nsrc = 1", ["src", 2]],
    ["a line that is no TOML", "[book]\n???\nsrc = 'text'", ["text", 2]],
    ["a text that does not end", "[book]\nsrc = 'text\nb = 'c'", ["src", 2]],
    ["a wrong escape", '[book]\nsrc = "\\q"', ["src", 2]],
    ["a header that does not end", "[book\nsrc = 'text'", ["src", 1]]
  ])("with %s", (_, text, expected) => expect(read(text)).toEqual(expected))
})
