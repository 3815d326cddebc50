/** What readers of a folder will miss: an import says it, each kind once or each place. */
import { describe, expect, it } from "vitest"
import { readLayout } from "../../../src/content/git-layout/ReadLayout.js"
import { bytes } from "./space.js"

const problemsOf = (files: Readonly<Record<string, string>>, kind: string): ReadonlyArray<string> =>
  readLayout(Object.entries(files).map(([path, text]) => ({ path, bytes: bytes(text) })))
    .problems.filter((problem) => problem.kind === kind)
    .map(({ file, line, message }) => `${file}${line === undefined ? "" : `:${line}`} ${message}`)

describe("a fragment", () => {
  const target = [
    "---",
    "title: Target",
    "---",
    "",
    "# Top of it",
    "",
    "## Two words",
    "",
    "## Two words",
    "",
    "##### Deep `code`",
    "",
    "## Set {#own-id}",
    "",
    '<a id="place"></a>',
    "",
    '<div id="box">',
    "",
    "## In a box",
    "",
    "</div>",
    "",
    "Größe",
    "-----"
  ].join("\n")

  it.each([
    "top-of-it",
    "two-words",
    "two-words-1",
    "deep-code",
    "own-id",
    "place",
    "box",
    "in-a-box",
    "größe",
    "gr%C3%B6%C3%9Fe",
    "groesse",
    "top",
    ""
  ])("that leads somewhere is no problem: #%s", (fragment) => {
    const files = { "a.md": `# A\n\n[x](b.md#${fragment})\n`, "b.md": `${target}\n\n[x](#${fragment})\n` }
    expect(problemsOf(files, "dead-fragment")).toEqual([])
  })

  it("that leads nowhere is told with its line, in whatever way it is written", () => {
    const files = {
      "a.md": '# A\n\n[x](b.md#gone) [y](#two)\n\n<a href="b.md#no">z</a>\n\n[ref][r]\n\n[r]: <b.md#nor>\n',
      "b.md": `${target}\n\n[x](#set)\n\n\`[x](#code)\`\n`,
      "c.md": "# C\n\n[file](x.txt#L3) [out](https://example.com/#x)\n",
      "x.txt": "text"
    }
    expect(problemsOf(files, "dead-fragment")).toEqual([
      "a.md:3 b.md#gone leads to no heading",
      "a.md:3 #two leads to no heading",
      "a.md:5 b.md#no leads to no heading",
      "a.md:9 b.md#nor leads to no heading",
      "b.md:26 #set leads to no heading"
    ])
  })
})

describe("a text that is no page", () => {
  it("is told by its kind, with the first of them", () => {
    const files = {
      "SUMMARY.md": "* [A](a.md)\n",
      "README.md": "# Home\n",
      "a.md": "# A\n",
      "b.md": "# B\n",
      "_draft/c.md": "# C\n",
      ".github/d.md": "# D\n",
      ".gitbook/includes/e.md": "E\n",
      "one.mdx": "# 1\n",
      "two.mdx": "# 2\n",
      "x/three.mdx": "# 3\n",
      "x/four.mdx": "# 4\n",
      "book.rst": "Book\n"
    }
    expect(problemsOf(files, "not-taken")).toEqual([
      "b.md the table of contents does not list some texts: b.md",
      "one.mdx files of the format .mdx are not read as pages: one.mdx, two.mdx, x/four.mdx and 1 more",
      "book.rst files of the format .rst are not read as pages: book.rst"
    ])
    const { "SUMMARY.md": _, ...loose } = files
    expect(problemsOf(loose, "not-taken").map((each) => each.split(" ")[0])).toEqual(["one.mdx", "book.rst"])
  })
})

describe("markup of other tools", () => {
  it.each<readonly [kind: string, text: string]>([
    ["containers (:::)", "::: tip\ntext\n:::"],
    ["containers (:::)", "> ::: details Title"],
    ["admonitions (!!!)", '!!! note "Title"\n    text'],
    ["admonitions (!!!)", "???+ tip\n    text"],
    ['tabs (=== "…")', '=== "One"\n\n    text'],
    ["alerts (> [!NOTE])", "> [!NOTE]\n> text"],
    ["attribute lists ({: … })", "[x](https://example.com){ .button }"],
    ["attribute lists ({: … })", "text {: #id }"],
    ["snippets (--8<--)", '--8<-- "part.md"'],
    ["includes ({{#…}})", "{{#include part.md}}"],
    ["shortcodes ({{< … >}})", '{{< note title="x" >}}'],
    ["expressions ({{ … }})", "It is {{ version }}."],
    ["links of wikis ([[…]])", "See [[Other page|it]]."],
    ["icons (:material-…:)", ":material-check: yes"],
    ["components (<Name>)", '<Tabs groupId="x">'],
    ["imports of modules", 'import Tabs from "@theme/Tabs"'],
    ["tags ({% youtube %})", '{% youtube id="x" %}'],
    ["tags ({% youtube %})", 'In a line: {% youtube id="x" %}']
  ])("is told where it stays, and not in code: %s", (kind, text) => {
    const found = `${kind} are not understood: a.md:3`
    expect(problemsOf({ "a.md": `# A\n\n${text}\n` }, "not-understood")).toEqual([`a.md:3 ${found}`])
    expect(problemsOf({ "a.md": `# A\n\n~~~\n${text}\n~~~\n` }, "not-understood")).toEqual([])
  })

  it("is counted over all pages, with its first places", () => {
    const files = { "a.md": "::: x\n:::\n", "b.md": "::: y\n:::\n\n::: z\n:::\n", "c.md": "::: x\n:::\n" }
    expect(problemsOf(files, "not-understood")).toEqual([
      "a.md:1 containers (:::) are not understood: a.md:1, b.md:1, b.md:4 and 1 more"
    ])
  })

  it.each([
    '{% hint style="info" %}\ntext\n{% endhint %}',
    '{% code title="x" %}\n```js\n```\n{% endcode %}',
    "{% if visitor.claims.x %}a{% elseif visitor.claims.y %}b{% else %}c{% endif %}",
    "Title\n===",
    "a [b] [[1]](https://example.com) ![[x.png]]",
    "<details>\n\n<summary>x</summary>\n\n</details>",
    "## Heading {#id}",
    "{ a } and { .5 }",
    "import of goods from abroad",
    "12:30:45 and :rocket:"
  ])("is not seen in what Lectern understands, or what is none: %s", (text) => {
    expect(problemsOf({ "a.md": `# A\n\n${text}\n` }, "not-understood")).toEqual([])
  })
})

describe("markup of a dialect", () => {
  const problems = (text: string) =>
    problemsOf(
      { "book.toml": '[book]\ntitle = "B"\n', "src/SUMMARY.md": "- [A](a.md)\n", "src/a.md": text },
      "not-understood"
    )

  it("is not told where it is read, and includes are, also in code", () => {
    expect(problems("# A {#a .b}\n\n> [!NOTE]\n> text\n")).toEqual([])
    expect(problems("# A\n\n```rust\n{{#include a.rs}}\n```\n\n::: tip\n:::\n")).toEqual([
      "src/a.md:4 includes ({{#…}}) are not understood: src/a.md:4",
      "src/a.md:7 containers (:::) are not understood: src/a.md:7"
    ])
  })
})
