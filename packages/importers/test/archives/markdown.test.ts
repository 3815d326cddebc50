import { assert, describe, it } from "vitest"
import { readEntities } from "../../src/confluence/Entities.js"
import { storageToHtml } from "../../src/confluence/StorageFormat.js"
import { wikiLinks } from "../../src/github-wiki/WikiText.js"
import { readMarkdown } from "../../src/markdown/MarkdownText.js"
import { notionMarkdown } from "../../src/notion/NotionText.js"
import { assertRead, hint, type TextCase } from "./texts.js"

const cases: ReadonlyArray<TextCase> = [
  {
    name: "containers in containers",
    text: "::::note\n\n:::tip\nIn.\n:::\n\n::::\n",
    markdown: hint("info", hint("success", "In."))
  },
  { name: "containers in code", text: "```md\n:::note\nx\n:::\n```\n", markdown: "```md\n:::note\nx\n:::\n```" },
  { name: "containers that are not closed", text: ":::note\nx\n", markdown: ":::note\nx" },
  { name: "containers of no admonition", text: "::: v-pre\nx\n:::\n", markdown: "x" },
  { name: "titles with attributes", text: ':::note{title="A b"}\nx\n:::\n', markdown: hint("info", "**A b**", "x") },
  {
    name: "admonitions in lists",
    text: "- a\n\n    !!! tip\n        b\n",
    markdown: '- a\n    {% hint style="success" %}\n    b\n    {% endhint %}'
  },
  {
    name: "an admonition with code",
    text: "!!! note\n    ```js\n    x\n\n    y\n    ```\nafter\n",
    markdown: `${hint("info", "```js", "x", "y", "```")}\nafter`
  },
  {
    name: "alerts",
    text: "> [!WARNING]\n> One\n> two\n\n> [!nothing]\n> x\n",
    markdown: `${hint("warning", "One", "two")}\n> [!nothing]\n> x`
  },
  {
    name: "an import of a module",
    text: "import A from \"./a\"\nimport {\n  B\n} from 'b';\n\nText\n",
    markdown: "Text"
  },
  { name: "prose that begins with import", text: "import taxes are high.\n", markdown: "import taxes are high." },
  {
    name: "the titles of code in groups",
    text: '::: code-group\n```ts filename="a/[id].ts" highlight="3"\n1\n```\n```js {1} [b.js]\n2\n```\n```py Two words {1,2}\n3\n```\n```sh highlight={"1"}\n4\n```\n:::\n',
    markdown:
      '{% tabs %}\n{% tab title="a/[id].ts" %}\n```ts\n1\n```\n{% endtab %}\n{% tab title="b.js" %}\n```js\n2\n```\n{% endtab %}\n{% tab title="Two words" %}\n```py\n3\n```\n{% endtab %}\n{% tab title="sh" %}\n```sh\n4\n```\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "unknown components outside MDX",
    text: "A `Map<String>` and Map<String> <Foo>x</Foo>\n",
    markdown: "A `Map<String>` and Map<String> <Foo>x</Foo>"
  },
  {
    name: "anchors of headings in brackets",
    text: "Text.\n\n## A *b* [#own-id]\n\n### B [#12]\n\n```md\n## C [#c]\n```\n\n## D\n",
    markdown: "Text.\n## A *b* {#own-id}\n### B [#12]\n```md\n## C [#c]\n```\n## D"
  },
  {
    name: "containers in comments",
    text: "<!-- :::note\nx\n::: -->\n\n:::tip\ny\n\n<!--\n:::note\n-->\n:::\n",
    markdown: `<!-- :::note\nx\n::: -->\n${hint("success", "y", "<!--", ":::note", "-->")}`
  },
  {
    name: "a container that is not closed beside others",
    text: ":::note\nx\n\n:::tip\ny\n:::\n\n:::danger\nz\n:::\n",
    markdown: `:::note\nx\n${hint("success", "y")}\n${hint("danger", "z")}`
  },
  { name: "a table of contents", text: "[[toc]]\n\nx\n{: .note }\n", markdown: "x" }
]

describe("markdown of documentation generators", () => {
  for (const each of cases) it(`has ${each.name}`, () => assertRead(each, false))

  it("has its title in the heading, else in the front matter, else in a first heading of level 1", () => {
    const title = (text: string) => readMarkdown(text, false).title
    assert.strictEqual(title("---\ntitle: A\n---\n# B *c* {#x}\n"), "B c")
    assert.strictEqual(title("---\ntitle: A\n---\n## B\n"), "A")
    assert.strictEqual(title('<h1 align="center"><img src="x"></h1>\n\n[![badge](x)](y)\n\n# B\n\ntext\n'), "B")
    assert.strictEqual(title('<h1 align="center">A</h1>\n\n[![badge](x)](y)\n\n# B\n\ntext\n'), "A")
    for (const text of ["text\n\n## B\n", "## B\n\ntext", "<p></p>\n\n## B\n\ntext"]) {
      assert.deepInclude(readMarkdown(text, false), { title: undefined, markdown: text.trim() })
    }
    assert.strictEqual(readMarkdown("---\ntitle: A\n---\n## A\ntext", false).markdown, "text")
    assert.strictEqual(readMarkdown("---\ntitle: A\n---\n## B\ntext", false).markdown, "## B\ntext")
    assert.strictEqual(title("# A [#b]\n"), "A")
    const suffixed = readMarkdown("---\ntitle: A | Guide | Docs\n---\n## A\ntext", false)
    assert.deepStrictEqual([suffixed.title, suffixed.markdown], ["A", "text"])
    assert.strictEqual(title("---\ntitle: A | B\n---\n## B\n"), "A | B")
  })

  it("has the links of a wiki", () => {
    const text = "[[Page]] [[text|Page Name]] [[a\\|b]] x![[P]] ![[p.png]] [[p.png|alt=A]] \\[[no]] `[[no]]` [[_TOC_]]"
    const expected = "[Page](Page) [text](Page-Name) [a](b) x![P](P) ![](p.png) ![A](p.png) \\[[no]] `[[no]]` "
    assert.strictEqual(wikiLinks(text), expected)
  })

  it("is read in time that its length bounds", () => {
    const many = (text: string, count = 10_000): string => text.repeat(count)
    const texts = [
      many("<A>"),
      many("<A b={"),
      many('<A b="'),
      many("{/*"),
      many("`"),
      many("` `` "),
      many(":::note\n"),
      many("import a\n"),
      `${many("- ")}x`,
      `-${many("   -", 5_000)}`,
      many("[["),
      many("<aside>\n"),
      many("> [!NOTE]\n"),
      many("!!! a "),
      `# ${many(" ")}x`,
      `## ${many("#")} x`,
      many("export const a\n"),
      many('=== "a"\n'),
      many("<!--"),
      many("\t\n"),
      many("]]>"),
      many("{/* */} "),
      many("`{/*"),
      many("{/*\n```\n"),
      many("<A b={["),
      `<A b={[${many("{ a: [")}]} />`,
      `<A b={[${many("a, ", 50_000)}]} />`,
      `<A b={[{ c: ${many("('", 50_000)} }]} />`,
      many(":::note\n<!--\n"),
      many("{{< a >}}"),
      many("{{< a "),
      `${many("{{< a >}}")}${many("{{< /a >}}")}`,
      many("{% highlight a %}\n"),
      many("{% comment %}"),
      many("a\n: b\n\n"),
      many("==a"),
      many("++ctrl"),
      many("![]("),
      many(")[](a){ .b"),
      many("\\("),
      many("\\[\n"),
      many("$`"),
      many("<script>\n"),
      many("{: .note }\nx\n"),
      many('--8<-- "a"\n'),
      many("<!--@include: "),
      `+++\n${many("a = 1\n")}`,
      `{\n${many("}\n")}`,
      `${many("<A>\n", 50_000)}${many("</A>\n", 50_000)}`,
      `<Steps>\n${many("## a\n")}</Steps>`,
      many("  <Note>a</Note>\n"),
      `${many("- a\n")}${many("  <Note>a</Note>\n")}`,
      `- a\n${many("  <Note>\n", 50_000)}${many("  </Note>\n", 50_000)}`,
      `<A>\n${many("   <Note>\n   a\n   </Note>\n", 5_000)}</A>`
    ]
    const targets = { page: () => undefined, attachment: () => undefined, user: () => undefined, lost: () => {} }
    const started = process.cpuUsage()
    for (const text of texts) {
      readMarkdown(text, true)
      notionMarkdown(text, true)
      wikiLinks(text)
    }
    for (const part of ["<![CDATA[", "<ac:layout ", '<ri:page a="', "<ac:link>", "<ac:structured-macro>"]) {
      storageToHtml(many(part), targets)
    }
    for (const part of ['<object class="Page">', '<object class="Page"><property name="a"', "<![CDATA["]) {
      assert.lengthOf([...readEntities(`${many(part)}</object>`, new Set(["Page"]))], part.startsWith("<o") ? 1 : 0)
    }
    assert.isBelow(process.cpuUsage(started).user / 1e6, 20)
  })
})
