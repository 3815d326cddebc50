import type { PageId } from "@lectern/core/content/Page"
import type { PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import { type SourcePage, toPages } from "@lectern/core/publishing/pdf/PdfPages"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { describe, expect, it } from "vitest"

const source = (text: string, more: Partial<SourcePage> = {}): SourcePage => ({
  id: "one" as PageId,
  title: "One",
  depth: 0,
  type: "document",
  text,
  ...more
})

const surroundings: Parameters<typeof toPages>[1] = {
  outside: (reference) => (reference.kind === "url" ? { kind: "url", url: reference.url } : undefined),
  picture: (reference) => (reference.kind === "file" ? { file: reference.file } : {})
}

const blocks = (text: string, more: Partial<SourcePage> = {}): PdfBlocks =>
  toPages([source(text, more)], surroundings)[0]?.children ?? []

const text = (words: string, ...marks: ReadonlyArray<string>) => ({
  type: "text",
  text: words,
  ...(marks.length > 0 && { marks })
})
const paragraph = (...children: ReadonlyArray<unknown>) => ({ type: "paragraph", children })

describe("the blocks of a page", () => {
  it.each<[string, string, ReadonlyArray<unknown>]>([
    ["the title goes", "# One\n\nText.", [paragraph(text("Text."))]],
    [
      "a tag that is named like a heading is one",
      "{% h3 %}\nDeep\n{% endh3 %}",
      [{ type: "heading", level: 3, depth: 1, place: "one#deep", children: [text("Deep")] }]
    ],
    [
      "marks",
      "**b** *i* `c` ~~s~~",
      [
        paragraph(
          text("b", "bold"),
          text(" "),
          text("i", "italic"),
          text(" "),
          text("c", "code"),
          text(" "),
          text("s", "strikethrough")
        )
      ]
    ],
    [
      "inline HTML",
      "H<sub>2</sub>O<br>x",
      [paragraph(text("H"), text("2", "sub"), text("O"), { type: "break" }, text("x"))]
    ],
    [
      "addresses in running text, but not in code",
      "See **https://a.example/b_(c)**. `https://a.example`",
      [
        paragraph(
          text("See "),
          {
            type: "link",
            to: { kind: "url", url: "https://a.example/b_(c)" },
            children: [text("https://a.example/b_(c)", "bold")]
          },
          text(". "),
          text("https://a.example", "code")
        )
      ]
    ],
    [
      "columns, at most six beside each other",
      `{% columns %}\n${[1, 2, 3, 4, 5, 6, 7].map((i) => `{% column %}\n${i}\n{% endcolumn %}\n`).join("")}{% endcolumns %}`,
      [
        { type: "columns", columns: ["1", "2", "3", "4", "5", "6"].map((i) => ({ children: [paragraph(text(i))] })) },
        { type: "columns", columns: [{ children: [paragraph(text("7"))] }] }
      ]
    ],
    [
      "formulas",
      "a $x^2$ b, $5 and $6",
      [paragraph(text("a "), { type: "math", formula: "x^2" }, text(" b, $5 and $6"))]
    ],
    [
      "cards of pages and files",
      '{% content-ref url="/pages/one" %}\n[one.md](/pages/one)\n{% endcontent-ref %}\n\n{% file src="/files/f" %}\nA file.\n{% endfile %}',
      [
        { type: "embed", to: { kind: "place", place: "one" }, label: "One", caption: [] },
        { type: "embed", label: "A file.", caption: [] }
      ]
    ],
    [
      "the date of a change",
      '{% update date="2026-01-31" %}\nText.\n{% endupdate %}',
      [{ type: "caption", level: 2, children: [text("2026-01-31")] }, paragraph(text("Text."))]
    ],
    ["a formula by itself", "$$\nx\n$$", [{ type: "math", formula: "x" }]],
    ["code keeps dollars and tags", "`$x$ <b>`", [paragraph(text("$x$ <b>", "code"))]],
    [
      "tasks",
      "- [x] a\n- [ ] b",
      [
        {
          type: "list",
          items: [
            { checked: true, children: [paragraph(text("a"))] },
            { checked: false, children: [paragraph(text("b"))] }
          ]
        }
      ]
    ],
    ["numbers", "3. a", [{ type: "list", start: 3, items: [{ children: [paragraph(text("a"))] }] }]],
    [
      "code with its title",
      '{% code title="t.js" lineNumbers="true" %}\n```js\na\n\nb\n```\n{% endcode %}',
      [{ type: "code", text: "a\n\nb", language: "js", title: "t.js", numbered: true }]
    ],
    [
      "figures",
      '<figure><img src="/files/f" alt="A" width="50%"><figcaption><p>C <b>d</b></p></figcaption></figure>',
      [
        {
          type: "figure",
          images: [{ type: "image", alt: "A", file: "f", width: { unit: "%", value: 50 } }],
          caption: [text("C "), text("d", "bold")]
        }
      ]
    ],
    [
      "details around markdown",
      "<details>\n<summary>S</summary>\n\n- a\n\n</details>",
      [
        {
          type: "details",
          summary: [text("S")],
          children: [{ type: "list", items: [{ children: [paragraph(text("a"))] }] }]
        }
      ]
    ],
    [
      "hints of unknown style",
      '{% hint style="x" %}\na\n{% endhint %}',
      [{ type: "hint", style: "info", children: [paragraph(text("a"))] }]
    ],
    [
      "footnotes",
      "a[^n] b[^m]\n\n[^n]: The *note*",
      [paragraph(text("a"), { type: "footnote", children: [text("The "), text("note", "italic")] }, text(" b"))]
    ],
    ["scripts and comments go", "<script>alert(1)</script><!-- c -->\n\na", [paragraph(text("a"))]],
    [
      "links that lead nowhere are text",
      "[a](/pages/none) [b](javascript:x)",
      [
        paragraph(text("a"), text(" "), {
          type: "link",
          to: { kind: "url", url: "javascript:x" },
          children: [text("b")]
        })
      ]
    ]
  ])("%s", (_, markdown, expected) => {
    expect(blocks(markdown)).toEqual(expected)
  })

  it("tables of more than thirty columns are several, which begin with the same column", () => {
    const cells = (row: string) => Array.from({ length: 64 }, (_, x) => `${row}${x}`)
    const lines = [cells("h"), cells("h").map(() => "-"), cells("a")].map((row) => `|${row.join("|")}|`)
    const tables = blocks(lines.join("\n")).map((table) =>
      table.type === "table" ? { ...table, rows: table.rows.map((row) => row.map(({ children }) => children)) } : table
    )
    const part = (from: number, to: number) => {
      const of = (row: string) => [`${row}0`, ...cells(row).slice(from, to)].map((each) => [paragraph(text(each))])
      return { type: "table", columns: 1 + to - from, headers: 1, rows: [of("h"), of("a")] }
    }
    expect(tables).toEqual([part(1, 22), part(22, 43), part(43, 64)])
  })

  it("spans cannot ask for more than a hundred thousand cells", () => {
    const row = "<tr><td colspan=1000>a</td></tr>"
    const columns = (rows: number) =>
      blocks(`<table>${row.repeat(rows)}</table>`).map((table) => table.type === "table" && table.columns)
    expect(columns(5_000)).toEqual([30])
    expect(columns(2_000)).toEqual([26, 25])
  })

  it("spans of wide tables go on in the next one", () => {
    const html = `<table><tr><th>h</th><th colspan=40>i</th></tr><tr>${"<td>a</td>".repeat(41)}</tr></table>`
    const spans = blocks(html).map((table) => table.type === "table" && table.rows[0]?.map(({ colspan }) => colspan))
    expect(spans).toEqual([
      [1, 20],
      [1, 20]
    ])
  })

  it("tables are complete grids, whatever their cells say", () => {
    const [table] = blocks(
      "<table><tr><th>h</th><th>i</th></tr><tr><td rowspan='9' colspan='0'>a</td><td>b</td></tr><tr></tr><tr><td>c</td><td colspan='7'>d</td></tr></table>"
    )
    expect(
      table?.type === "table" && table.rows.map((row) => row.map(({ colspan, rowspan }) => [colspan, rowspan]))
    ).toEqual([
      [[1, 1], [1, 1], ...Array.from({ length: 6 }, () => [1, 1])],
      [[1, 2], ...Array.from({ length: 7 }, () => [1, 1])],
      [
        [1, 1],
        [6, 1]
      ]
    ])
  })
})

it("links between pages lead to places that are there", () => {
  const pages = toPages(
    [
      source("[p](/pages/two) [h](/pages/two#deep-part) [lost](/pages/two#lost) [own](#own)\n\n## Own {#own}"),
      source("# Two\n\n## Deep part\n\n## Deep part", { id: "two" as PageId, title: "Two" })
    ],
    surroundings
  )
  const [first, second] = pages
  const [line] = first?.children ?? []
  const links =
    line?.type === "paragraph" ? line.children.flatMap((each) => (each.type === "link" ? [each.to] : [])) : []
  expect(links).toEqual(["two", "two#deep-part", "two", "one#own"].map((place) => ({ kind: "place", place })))
  expect(first?.children[1]).toEqual({
    type: "heading",
    level: 2,
    depth: 1,
    place: "one#own",
    children: [text("Own")]
  })
  expect(second?.children.map((block) => block.type === "heading" && block.place)).toEqual([
    "two#deep-part",
    "two#deep-part-1"
  ])
})

it("a page has its label beside its title", () => {
  const [page, other] = toPages([source("", { label: "Uno" }), source("", { id: "two" as PageId })], surroundings)
  expect([page?.title, page?.label]).toEqual(["One", "Uno"])
  expect(other).not.toHaveProperty("label")
})

it("links lead to headings by the ids that GitBook gives them", () => {
  const text = "[a](#id-1.-tls-ssl) [b](#one-two) [c](#1-tls--ssl)\n\n## 1. TLS / SSL\n\n## One / two\n\n## One two"
  const [page] = toPages([source(text)], surroundings)
  const [line] = page?.children ?? []
  const links =
    line?.type === "paragraph" ? line.children.flatMap((each) => (each.type === "link" ? [each.to] : [])) : []
  expect(links).toEqual(["one#1-tls--ssl", "one#one-two", "one#1-tls--ssl"].map((place) => ({ kind: "place", place })))
})

describe("changes", () => {
  const marked = (before: string, after: string) => blocks(after, { before })

  it("are marked by block, and in running text by word", () => {
    expect(marked("Same.\n\nOne two three.\n\nOld.", "Same.\n\nOne 2 three.\n\nNew: `x`")).toEqual([
      paragraph(text("Same.")),
      {
        type: "change",
        change: "edited",
        children: [
          paragraph(
            text("One "),
            { type: "change", change: "removed", children: [text("two")] },
            { type: "change", change: "added", children: [text("2")] },
            text(" three.")
          )
        ]
      },
      {
        type: "change",
        change: "edited",
        children: [
          paragraph(
            { type: "change", change: "removed", children: [text("Old.")] },
            { type: "change", change: "added", children: [text("New: "), text("x", "code")] }
          )
        ]
      }
    ])
  })

  it("keep lists and tables whole", () => {
    expect(marked("- a\n- b", "- a\n- c\n- b")).toEqual([
      {
        type: "change",
        change: "edited",
        children: [
          {
            type: "list",
            items: [
              { children: [paragraph(text("a"))] },
              { children: [paragraph({ type: "change", change: "added", children: [text("c")] })] },
              { children: [paragraph(text("b"))] }
            ]
          }
        ]
      }
    ])
  })

  it("show items and rows that were removed", () => {
    const gone = (letter: string) => paragraph({ type: "change", change: "removed", children: [text(letter)] })
    expect(marked("- a\n- b\n- c", "- a\n- c")).toEqual([
      {
        type: "change",
        change: "edited",
        children: [
          {
            type: "list",
            items: [paragraph(text("a")), gone("b"), paragraph(text("c"))].map((each) => ({ children: [each] }))
          }
        ]
      }
    ])
    const table = (...rows: ReadonlyArray<string>) => ["| h |", "|---|", ...rows.map((row) => `| ${row} |`)].join("\n")
    const [change] = marked(table("a", "b", "c"), table("a", "d", "c", "e"))
    const [shorter] = marked(table("a", "b", "c"), table("a"))
    const cells = (of: typeof change) =>
      JSON.stringify(of).match(/"change":"(?:added|removed)","children":\[\{"type":"text","text":"\w"/g) ?? []
    const said = (of: typeof change) => cells(of).map((each) => each.replace(/"change":"(\w+)".*"(\w)"/, "$1 $2"))
    expect(said(change)).toEqual(["removed b", "added d", "added e"])
    expect(said(shorter)).toEqual(["removed b", "removed c"])
  })

  it("tell tags apart by their names, also those that Lectern does not know", () => {
    const card = (name: string, inner: string) => `{% ${name} %}\n${inner}\n{% end${name} %}`
    const change = (kind: string, words: string) => ({
      type: "change",
      change: kind,
      children: [paragraph(text(words))]
    })
    expect(marked(card("card", "a"), card("card", "b"))).toEqual([change("edited", "b")])
    expect(marked(card("card", "a"), card("note", "a"))).toEqual([change("removed", "a"), change("added", "a")])
  })

  it("show what was removed and added, and of removed headings no place", () => {
    expect(marked("a\n\n## Gone", "a\n\n```\nnew\n```")).toEqual([
      paragraph(text("a")),
      { type: "change", change: "removed", children: [paragraph(text("Gone"))] },
      { type: "change", change: "added", children: [{ type: "code", text: "new" }] }
    ])
  })
})

it("makes something of every text, in bounds of depth", () => {
  const part = fc.constantFrom(
    ..."# |- |> |1. |`|```|~~~|<div>|</div>|<details>|<table>|<td>|<tr>|<li>|**|_|[|](/pages/one#x)|![|$$|$|[^1]|[^1]: |{% hint %}|{% endhint %}|{% tabs %}|{% tab %}|{% endtabs %}|\n|\n\n|  |word |<br>|<img src=x>|{#a}|\\".split(
      "|"
    ),
    "|"
  )
  const depth = (value: unknown): number =>
    typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(depth))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), fc.array(part, { maxLength: 20 }), (now, then) => {
      const pages = toPages([source(now.join(""), { before: then.join("") })], surroundings)
      expect(depth(pages)).toBeLessThan(80)
    }),
    { numRuns: runs(500) }
  )
})
