/** What MkDocs adds to markdown, as it is shown: nothing of the marks is left, and nothing of the text is lost. */
import { mkdocs } from "@lectern/core/internal/content/dialects/mkdocs/MkDocs"
import { nodesOf } from "@lectern/core/internal/text/markdown/DocumentTree"
import { anchored } from "@lectern/core/internal/text/markdown/NodeReading"
import { tagOf } from "@lectern/core/internal/text/markdown/Parser"
import { tagPairs } from "@lectern/core/internal/text/markdown/TagPairs"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"
import { mkdocsParser, shown } from "./shown.js"

type Table = ReadonlyArray<readonly [written: string, shown: string]>

const tables: Readonly<Record<string, Table>> = {
  "an admonition": [
    [
      '!!! note "My *title*"\n\n    One\n\n    Two\n\nAfter',
      "hint(info)[p[<bold>My </bold><bold><italic>title</italic></bold>]p[One]p[Two]]p[After]"
    ],
    ['!!! tip ""\n    Body\nAfter', "hint(success)[p[Body]]p[After]"],
    ["Before\n!!! warning inline end\n    Body", "p[Before]hint(warning)[p[Body]]"],
    ['!!! bug custom "T"\n    ```py\n    a\n\n    b\n    ```', "hint(danger)[p[<bold>T</bold>]code(py)[a;;b;]]"],
    ["!!! note\n\n    !!! danger\n\n        Inner\n\n    Outer", "hint(info)[hint(danger)[p[Inner]]p[Outer]]"],
    [
      "- a\n\n    !!! note\n\n        b\n\n    c\n- d",
      "list-unordered[list-item[p[a]hint(info)[p[b]]p[c]]list-item[p[d]]]"
    ],
    ["> !!! note\n>     a\n> b", "blockquote[hint(info)[p[a]]p[b]]"],
    ["!!! note\n\ttab", "hint(info)[p[tab]]"],
    ["!!!\n    a", "p[!!! a]"],
    ["Well!!! note", "p[Well!!! note]"]
  ],
  "a foldable admonition": [
    ["??? warning\n    a\n\n    b", "hint(warning)[details[summary[p[Warning]]p[a]p[b]]]"],
    ['???+ note "More `code`"\n    a', "hint(info)[details()[summary[p[More <code>code</code>]]p[a]]]"],
    ['??? "Only a title"\n    a', "hint(info)[details[summary[p[Only a title]]p[a]]]"]
  ],
  "a group of tabs": [
    [
      '=== "A"\n\n    one\n\n    two\n\n=== "B `c`"\n\n    three\n\nAfter',
      "tabs[tab(A)[p[one]p[two]]tab(B c)[p[three]]]p[After]"
    ],
    ['=== "A"\n\n    x\n\n===! "B"\n\n    y', "tabs[tab(A)[p[x]]]tabs[tab(B)[p[y]]]"],
    ['===+ ":material-check: Yes"\n    x', "tabs[tab(✓ Yes)[p[x]]]"],
    ['=== "A"\n\n    === "B"\n\n        x', "tabs[tab(A)[tabs[tab(B)[p[x]]]]]"],
    ["Title\n===\n\nText", "heading-1[Title]p[Text]"]
  ],
  "a block between slashes": [
    [
      "/// tip | A *title*\n\na\n\nb\n\n///\nAfter",
      "hint(success)[p[<bold>A </bold><bold><italic>title</italic></bold>]p[a]p[b]]p[After]"
    ],
    ["/// details | D\n    type: warning\n    open: True\n\na\n///", "hint(warning)[details()[summary[p[D]]p[a]]]"],
    [
      "//// tab | A\n\n/// note\n\na\n\n///\n\n////\n\n//// tab | B\n\nb\n\n////",
      "tabs[tab(A)[hint(info)[p[a]]]tab(B)[p[b]]]"
    ],
    ["![](a.png)\n/// caption\nBelow\n///", "images[image(a.png)[]]markdown[figcaption[p[Below]]]"],
    ["/// note\n\nnever closed", "p[/// note]p[never closed]"]
  ],
  "attribute lists": [
    [
      '[x](y){ .md-button } **b**{.x} `c`{: #i } *e*{ k=v } ![i](a.png){ width="300" }.',
      "p[link(y)[x] <bold>b</bold> <code>c</code> <italic>e</italic> image(i a.png)[].]"
    ],
    ["Text\n{ .annotate }\n\n1. note", "p[Text]list-ordered[list-item[p[note]]]"],
    ["| a |\n|---|\n| b { .c } |", "table[table-row[table-cell(true)[a]]table-row[table-cell[b]]]"],
    ["[](){ #here }", "p[link()[]a(here)[]]"],
    ["A {word} and { .x } in text", "p[A {word} and { .x } in text]"]
  ],
  "marks in running text": [
    [
      "==a **b**== ^^c^^ ~~d~~ H~2~O 2^10^",
      "p[mark[a <bold>b</bold>] ins[c] <strikethrough>d</strikethrough> Hsub[2]O 2sup[10]]"
    ],
    ['++ctrl+alt+"x"++', "p[kbd[Ctrl]+kbd[Alt]+kbd[x]]"],
    ["a == b == c, x==y==z, C++ and D++, ~/a ~/b, 1^ 2^", "p[a == b == c, x==y==z, C++ and D++, ~/a ~/b, 1^ 2^]"],
    ["`==a== :smile: ++b++ #!py`, `#!py f()`", "p[<code>==a== :smile: ++b++ #!py</code>, <code>f()</code>]"]
  ],
  "icons and emoji": [
    [
      ":material-account:{ .lg .middle } __Set__ :rocket: 10:30:00 :unknown: :man_raising_hand: a::x::b",
      "p[<bold>Set</bold> 🚀 10:30:00 :unknown: a::x::b]"
    ],
    ["[:simple-github:](u) [Go :octicons-arrow-right-24:](v)", "p[link(u)[github] link(v)[Go →]]"],
    ["| :material-check: | :material-close: |\n|---|---|", "table[table-row[table-cell(true)[✓]table-cell(true)[✗]]]"]
  ],
  definitions: [
    [
      "`A`\n:   one\n\n    two\n\nB\nC\n\n:   three\n:   four\n\nAfter",
      "definitions[dl[dt[p[<code>A</code>]]dd[p[one]p[two]]dt[p[B]]dt[p[C]]dd[p[three]]dd[p[four]]]]p[After]"
    ],
    ["<!-- option -->\n\n:   !!! note\n\n        a", "definitions[dl[dd[hint(info)[p[a]]]]]"],
    ["a\n:smile: b", "p[a 😄 b]"],
    ["A { #a }\n:   b", "definitions[dl[dt[p[A]]dd[p[b]]]]"]
  ],
  "HTML with markdown": [
    [
      '<div class="grid cards" markdown>\n\n- a\n\n    ---\n\n    b\n\n</div>\n\nAfter',
      "markdown[div(grid cards )[list-unordered[list-item[p[a]divider[]p[b]]]]]p[After]"
    ],
    [
      "<details markdown>\n<summary>S</summary>\n**b**\n\nc\n</details>",
      "markdown[details()[summary[S]p[<bold>b</bold>]p[c]]]"
    ],
    ["<div markdown>a **b**</div>", "markdown[div()[p[a <bold>b</bold>]]]"],
    ["<div>\n\n        <b>x</b>\n\n</div>\nAfter **b**", "div[ b[x] ]p[After <bold>b</bold>]"],
    ["<!-- a --> b **c**\nd", "p[ b <bold>c</bold> d]"]
  ],
  snippets: [
    ['--8<-- "a/b.md"', "include(/a/b.md)[]"],
    ["Text\n--8<-- \"./b.md:3:5\"\n\n-8<- 'c.md:part'", "p[Text]include(3 5 /b.md)[]include(part /c.md)[]"],
    ["--8<--\na.md\n\nb.md\n--8<--", "include(/a.md)[]include(/b.md)[]"],
    ['--8<-- "https://example.org/a.md"\n--8<-- [start:part]\na\n--8<-- [end:part]', "p[a]"],
    ["--8<--\na.md", "p[--8<-- a.md]"]
  ],
  code: [
    [
      "- a\n\n      ```\n      b\n      ```\n\n      - c\n\n        d",
      "list-unordered[list-item[p[a]code[b;]list-unordered[list-item[p[c]p[d]]]]]"
    ],
    ['``` { .python .annotate title="a b" hl_lines="2" }\nx\n```', "code(python a b)[x;]"],
    ['```py title="x" linenums="1"\ny\n```', "code(py x true)[y;]"],
    ['``` title="f"\ny\n```', "code(text f)[y;]"],
    ["``` yaml { .x }\ny\n```", "code(yaml)[y;]"],
    [
      "1. a\n\n    b\n\n        c\n\n    - d\n\n        e\n\n            f",
      "list-ordered[list-item[p[a]p[b]code[c;]list-unordered[list-item[p[d]p[e]code[f;]]]]]"
    ]
  ],
  "references that only plugins can follow": [
    ["[*a*][x.y.Z] [`b`][] [:octicons-code-24:][c]{ .d }[e]", "p[<italic>a</italic> <code>b</code> [e]]"],
    ["[a][b] ![c][d] x[0][1] [e][1] [f][]\n\n[b]: u", "p[link(u)[a] ![c][d] x[0][1] [e][1] [f][]]"]
  ],
  "what is not shown": [
    ["![a](a.png#only-light)\n![b](b.png#only-dark)", "images[image(a a.png#only-light)[]]"],
    ["![b](b.png#only-dark)", "images[image(b b.png#only-dark)[]]"],
    ["*[HTML]: Hyper\n*[CSS]: Sheets\n\nHTML", "p[HTML]"],
    ["[TOC]\n\na", "p[a]"],
    ["::: a.b.C\n    options:\n      x: 1\n\na", "p[<code>a.b.C</code>]p[a]"]
  ]
}

describe.each(Object.entries(tables))("%s", (_, table) => {
  it.each(table)("%j", (written, expected) => {
    expect(shown(written).replaceAll("paragraph[", "p[")).toBe(expected)
  })
})

describe("the ids of headings", () => {
  it.each([
    ["Hello, World!", "hello-world"],
    ["  Über  uns - jetzt ", "uber-uns-jetzt"],
    ["snake_case & more", "snake_case-more"],
    ["日本語", ""]
  ])("%j", (heading, id) => {
    expect(mkdocs.reading.headings.id(heading)).toBe(id)
  })

  it("are numbered after a line", () => {
    const { numbered } = mkdocs.reading.headings
    expect([numbered("a", 1), numbered("a", 2), numbered("", 1), numbered("a_3", 1)]).toEqual([
      "a_1",
      "a_2",
      "_1",
      "a_4"
    ])
  })

  it.each([
    ["# Title { #my-id .c }", "my-id", "Title"],
    ["## A `b` {: #other data-toc-label='x' }", "other", "A b"],
    ["Title {#third}\n===", "third", "Title"],
    ["### Plain { .c }", "plain", "Plain"]
  ])("are those that %j states", (written, id, title) => {
    const anchors = new Map()
    const nodes = anchored(nodesOf(mkdocsParser.parse(written, {})), anchors, undefined)
    expect([...anchors.values()]).toEqual([id])
    expect(
      (nodes[0]?.nodes ?? [])
        .map(({ text }) => text)
        .join("")
        .trim()
    ).toBe(title)
  })
})

interface Container {
  readonly kind: "note" | "fold" | "tab" | "slash" | "element" | "definition"
  readonly body: ReadonlyArray<Container | string>
}

const { container } = fc.letrec<{ container: Container; part: Container | string }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("word", "two words\n\nand **more**", "- a\n\n    b", "```\nc\n\nd\n```"),
    tie("container")
  ),
  container: fc.record({
    kind: fc.constantFrom(
      "note" as const,
      "fold" as const,
      "tab" as const,
      "slash" as const,
      "element" as const,
      "definition" as const
    ),
    body: fc.array(tie("part"), { minLength: 1, maxLength: 3 })
  })
}))

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "    ")

const written = (part: Container | string, depth = 0): string => {
  if (typeof part === "string") return part
  const body = part.body.map((inner) => written(inner, depth + 1)).join("\n\n")
  const slashes = "/".repeat(20 - depth)
  switch (part.kind) {
    case "note":
      return `!!! note "A title"\n\n${indented(body)}`
    case "fold":
      return `??? tip\n\n${indented(body)}`
    case "tab":
      return `=== "A"\n\n${indented(body)}\n\n=== "B"\n\n${indented(body)}`
    case "slash":
      return `${slashes} note | A title\n\n${body}\n\n${slashes}`
    case "element":
      return `<section markdown>\n\n${body}\n\n</section>`
    case "definition":
      return `Term\n\n:   Text\n\n${indented(body)}`
  }
}

describe("containers", () => {
  it("are a pair of tags around their lines, so that nothing tears them", () => {
    fc.assert(
      fc.property(container, (made) => {
        const text = written(made)
        const tokens = mkdocsParser.parse(`before\n\n${text}\n\nafter\n`, {})
        const pairs = tagPairs(tokens)
        const [first] = pairs.keys()
        const opening = Math.min(first ?? 0, ...pairs.keys())
        const closing = pairs.get(opening)!
        expect(tokens[opening]!.map![0]).toBe(2)
        expect(tokens[closing]!.map![1]).toBe(2 + text.split("\n").length)
        expect(tokens.slice(closing + 1).map(({ content }) => content)).toEqual(["", "after", ""])
        for (const [index, token] of tokens.entries()) {
          if (tagOf(token)?.name.startsWith("end") === false) expect(pairs.has(index)).toBe(true)
        }
      }),
      { numRuns: runs(200) }
    )
  })

  it("are text where they nest deeper than documents do", () => {
    const deep = Array.from({ length: 400 }, (_, depth) => `${"    ".repeat(depth)}!!! note`).join("\n")
    expect(() => mkdocsParser.parse(deep, {})).not.toThrow()
  })
})
