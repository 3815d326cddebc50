import { assert, describe, it } from "vitest"
import { readEntities } from "../../src/confluence/Entities.js"
import { storageToHtml } from "../../src/confluence/StorageFormat.js"
import { wikiLinks } from "../../src/github-wiki/WikiText.js"
import { readMarkdown } from "../../src/markdown/MarkdownText.js"
import { notionMarkdown } from "../../src/notion/NotionText.js"

const hint = (style: string, ...lines: ReadonlyArray<string>): string =>
  [`{% hint style="${style}" %}`, ...lines, "{% endhint %}"].join("\n")

/** A text and what it is read as; `mdx` where it may have components. */
const cases: ReadonlyArray<{
  readonly name: string
  readonly text: string
  readonly mdx?: true
  readonly markdown: string
}> = [
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
    name: "exports and comments",
    mdx: true,
    text: "export const a = {\n  b: `1`\n}\n\nx {/* no <b> */} y{' '}z\n",
    markdown: "x  y z"
  },
  {
    name: "unknown components outside MDX",
    text: "A `Map<String>` and Map<String> <Foo>x</Foo>\n",
    markdown: "A `Map<String>` and Map<String> <Foo>x</Foo>"
  },
  {
    name: "unknown components in MDX",
    mdx: true,
    text: "a <Foo bar={{x: '>'}}>x <b>y</b></Foo> <Void /> </Close> <>z</>\n",
    markdown: "a x <b>y</b>   z"
  },
  {
    name: "components in code",
    mdx: true,
    text: "`<Foo>` \n\n```jsx\n<Foo />\n```\n",
    markdown: "`<Foo>` \n```jsx\n<Foo />\n```"
  },
  {
    name: "steps",
    mdx: true,
    text: '<Steps>\n  <Step title="One">\n    Do it.\n\n    ```sh\n    x\n    ```\n  </Step>\n</Steps>\n',
    markdown: "{% stepper %}\n{% step %}\n### One\nDo it.\n```sh\nx\n```\n{% endstep %}\n{% endstepper %}"
  },
  {
    name: "tabs",
    mdx: true,
    text: '<Tabs items={[\'npm\', "pnpm"]}>\n  <Tab>\n    <Snippet text="npm i" />\n  </Tab>\n  <Tab>P</Tab>\n</Tabs>\n',
    markdown:
      '{% tabs %}\n{% tab title="npm" %}\n```sh\nnpm i\n```\n{% endtab %}\n{% tab title="pnpm" %}\nP\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "accordions",
    mdx: true,
    text: '<Accordion title="Why?">\n  Because.\n</Accordion>\n',
    markdown: "<details>\n<summary>Why?</summary>\nBecause.\n</details>"
  },
  {
    name: "attributes of JSX",
    mdx: true,
    text: '<div className="a" style={{x: 1}} hidden>y</div>\n',
    markdown: '<div class="a" hidden>y</div>'
  },
  {
    name: "lists in the attributes of a component",
    mdx: true,
    text: `<Properties
  style={{ width: 3 }}
  content={[
    {
      name: 'a', // first
      type: "Map<string, 'x'>",
      isOptional: true, isHidden: false,
      default: "\`1\`",
      tags: ["u", "v"],
      description: 'Don\\'t <Foo> \`<b>\` it, see [b](b.md)',
    },
    { name: "b", isURL: true, nullable: false, properties: [{ type: "Inner", parameters: [{ name: "c", description: "Deep" }] }] },
    { title: 'A page', href: '/a', description: "" }
  ]}
/>
`,
    markdown: [
      "* `a` `Map<string, 'x'>` (optional, default: `` `1` ``, tags: `u`, `v`): Don't \\<Foo> `<b>` it, see [b](b.md)",
      "* `b` (isURL, nullable: `false`)",
      "  * `Inner`",
      "    * `c`: Deep",
      "* [A page](</a>)"
    ].join("\n")
  },
  {
    name: "what components without content show by their attributes",
    mdx: true,
    text: '<Player2\n  kind="a"\n  title="A"\n  description="One."\n/>\n\n<GithubLink link="https://a.example/b" />\n\n<SEO title="x" description="y" />\n\nz <Go title="x" description="y" />\n\n<Icon title="x" />\n\n<Go link />\n',
    markdown: "* A: One.\n* [https://a.example/b](<https://a.example/b>)\nz"
  },
  {
    name: "data in the attributes of a component",
    mdx: true,
    text: `<Columns2
  rows={[
    { name: "a", default: true, nullable: true, constraints: [{ type: "unique", value: true }] },
    { name: "b", description: "Example:", example: { "a-b": { c: "d", e: [1, true] }, f: [] }, tags: ["x"] },
    { name: "c", see: { title: "D", description: "E", items: [{ name: "f" }] } }
  ]}
/>
`,
    markdown: [
      "* `a` (default: `true`, nullable)",
      "  * `unique` (value: `true`)",
      "* `b` (tags: `x`): Example:",
      '  * example: `{ "a-b": { c: "d", e: [1, true] }, f: [] }`',
      "* `c`",
      "  * D: E",
      "    * `f`"
    ].join("\n")
  },
  {
    name: "components whose attributes are long",
    mdx: true,
    text: `<Table rows={[${'{ name: "a", description: "b" },'.repeat(400)}]} />\n\nAfter`,
    markdown: `${"* `a`: b\n".repeat(400)}After`
  },
  {
    name: "texts in the attributes of a component",
    mdx: true,
    text: "<Snippet text={`import { a } from \"a\"`} prompt={false} />\n<Snippet text={'it\\'s'} />\n",
    markdown: '```ts\nimport { a } from "a"\n```\n```sh\nit\'s\n```'
  },
  {
    name: "code in attributes, in the language that it is in",
    mdx: true,
    text: '<Snippet text="import a.png b.png" />\n<Command lang="ps1" code={`dir`} />\n<Snippet text={`import a,\n{ b } from \'a\'`} />\n',
    markdown: "```sh\nimport a.png b.png\n```\n```ps1\ndir\n```\n```ts\nimport a,\n{ b } from 'a'\n```"
  },
  {
    name: "callouts in the style that they state",
    mdx: true,
    text: '<Note type="warning">\n  a\n</Note>\n\n<Note className="x">b</Note>\n\n<Tip variant="outlined">c</Tip>\n\n<Callout>d</Callout>\n\n<Alert kind="error">e</Alert>\n',
    markdown: [
      hint("warning", "a"),
      hint("info", "b"),
      hint("success", "c"),
      hint("info", "d"),
      hint("danger", "e")
    ].join("\n")
  },
  {
    name: "cards with their descriptions",
    mdx: true,
    text: '<Cards>\n<Card title="A" description="One.">\n  <Picture />\n</Card>\n<Card title="B" href="/b" description="no">\n  Two.\n</Card>\n<LinkCard href="/c" title="C" description="Three." />\n</Cards>\n',
    markdown: "* **A**: One.\n* [B](/b): Two.\n* [C](/c): Three."
  },
  {
    name: "content of components that is indented",
    mdx: true,
    text: 'A <Button href="/b">b</Button>\n\n<div>\n  <Button\n    href="/a"\n  >\n    Go\n  </Button>\n</div>\n\n<Box>\n    One\n\n      * two\n\n    <Inner>\n        Three\n    </Inner>\n</Box>\n',
    markdown: "A [b](</b>)\n<div>\n[Go](</a>)\n</div>\nOne\n  * two\nThree"
  },
  {
    name: "components in the items of lists",
    mdx: true,
    text: '1. One\n   more\n\n   <Note>\n     A\n\n     ```js\n     b\n\n       c\n     ```\n   </Note>\n\n   <Tabs>\n     <Tab title="T">\n       <Tip>D</Tip>\n     </Tab>\n   </Tabs>\n\n2. Two\n   - Inner\n\n     <Snippet text={`e\nf`} />\n',
    markdown: [
      "1. One",
      "   more",
      '   {% hint style="info" %}',
      "   A",
      "   ```js",
      "   b",
      "     c",
      "   ```",
      "   {% endhint %}",
      "   {% tabs %}",
      '   {% tab title="T" %}',
      '   {% hint style="success" %}',
      "   D",
      "   {% endhint %}",
      "   {% endtab %}",
      "   {% endtabs %}",
      "2. Two",
      "   - Inner",
      "     ```sh",
      "     e",
      "     f",
      "     ```"
    ].join("\n")
  },
  {
    name: "components that are indented outside of items, and items in components",
    mdx: true,
    text: '- One\n\nText\n\n    <Note>A</Note>\n\n<Accordion title="B">\n    1. C\n\n       <Note>D</Note>\n\n    E\n</Accordion>\n',
    markdown: `- One\nText\n${hint("info", "A")}\n<details>\n<summary>B</summary>\n1. C\n   {% hint style="info" %}\n   D\n   {% endhint %}\nE\n</details>`
  },
  {
    name: "comments of JSX with code in them",
    mdx: true,
    text: "a {/* b */} c {/* d */} `{/* e */}`\n\n{/*\n```sh\nf\n``` */}\n\n```js\n{/* g */}\n```\n\nh {/* i\n",
    markdown: "a  c  `{/* e */}`\n```js\n{/* g */}\n```\nh {/* i"
  },
  {
    name: "videos and pictures of components",
    mdx: true,
    text: '<Player src="https://a.example/b.mp4" /> <YouTube id="c d"/>\n<ThemedImage srcLight="/e.png" alt="E" />\n<Frame2 src="x" />\n',
    markdown:
      '{% embed url="https://a.example/b.mp4" %}\n{% embed url="https://www.youtube.com/watch?v=c%20d" %}\n![E](</e.png>)'
  },
  {
    name: "icons, and components in tables",
    mdx: true,
    text: "| a | b | c |\n|---|---|---|\n| <Check size={1} /> | <Cross /> | <Note>d</Note> |\n\n* <Check/> e\n",
    markdown: "| a | b | c |\n|---|---|---|\n| ✓ | ✗ | d |\n* ✓ e"
  },
  {
    name: "parts of components",
    mdx: true,
    text: "<Tabs items={['A', 'B']}>\n<Tabs.Tab>\nx\n</Tabs.Tab>\n<Tabs.Tab>y</Tabs.Tab>\n</Tabs>\n",
    markdown: '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% tab title="B" %}\ny\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "components in the indented content of others",
    mdx: true,
    text: "<Tabs>\n  <Tab title='A'>\n    ## B\n\n    ```js\n    c\n\n      d\n    ```\n\n    <Note>\n      E\n    </Note>\n  </Tab>\n  <Tab title='F'>\n      <Note>G</Note>\nH\n  </Tab>\n</Tabs>\n",
    markdown: [
      "{% tabs %}",
      '{% tab title="A" %}',
      "## B",
      "```js\nc\n  d\n```",
      hint("info", "E"),
      "{% endtab %}",
      '{% tab title="F" %}',
      hint("info", "G"),
      "H",
      "{% endtab %}",
      "{% endtabs %}"
    ].join("\n")
  },
  {
    name: "components in items of lists",
    mdx: true,
    text: "1. A\n\n   <Note>\n   B\n   </Note>\n\n2. C\n\n<Box>\n  - D\n\n    <Note>E</Note>\n</Box>\n\n    <Note>F</Note>\n",
    markdown: [
      "1. A",
      '   {% hint style="info" %}\n   B\n   {% endhint %}',
      "2. C",
      '- D\n  {% hint style="info" %}\n  E\n  {% endhint %}',
      hint("info", "F")
    ].join("\n")
  },
  {
    name: "tables in attributes with their titles",
    mdx: true,
    text: '<T title="A *b*" rows={[{ name: "c" }]} />\n\n<T label="D" rows={[{ name: "e" }]} />\n',
    markdown: "**A \\*b\\***\n* `c`\n**D**\n* `e`"
  },
  {
    name: "escapes in texts of attributes",
    mdx: true,
    text: '<T rows={[{ name: "a", description: "\\\\t \\u{1F600} \\x41 \\u00e9 b\\rc \\q" }]} />\n',
    markdown: "* `a`: \\t 😀 A é b c q"
  },
  {
    name: "code of one character beside components",
    mdx: true,
    text: "<Tabs items={['A', 'B']}>\n<Tab>\nNo `$` and no `a b`.\n</Tab>\n<Tab>\n`c`\n</Tab>\n</Tabs>\n",
    markdown:
      '{% tabs %}\n{% tab title="A" %}\nNo `$` and no `a b`.\n{% endtab %}\n{% tab title="B" %}\n`c`\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "anchors of headings in brackets",
    text: "Text.\n\n## A *b* [#own-id]\n\n### B [#12]\n\n```md\n## C [#c]\n```\n\n## D\n",
    markdown: "Text.\n## A *b* {#own-id}\n### B [#12]\n```md\n## C [#c]\n```\n## D"
  },
  {
    name: "steps that begin with headings",
    mdx: true,
    text: "<Steps>\nFirst\n\n## A\n\n### B\n\n```sh\n## no\n```\n\n<Note>\n## Inner\n</Note>\n\n## C\n</Steps>\n",
    markdown: `First\n{% stepper %}\n{% step %}\n## A\n### B\n\`\`\`sh\n## no\n\`\`\`\n${hint("info", "## Inner")}\n{% endstep %}\n{% step %}\n## C\n{% endstep %}\n{% endstepper %}`
  },
  {
    name: "trees of files",
    mdx: true,
    text: '<FileTree>\n  <FileTree.Folder name="src" defaultOpen>\n    <FileTree.File name="a.ts" />\n  </FileTree.Folder>\n</FileTree>\n',
    markdown: "* `src`\n  * `a.ts`"
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

const wide = (text: string): string => text.replaceAll(/\n{2,}/g, "\n")

describe("markdown of documentation generators", () => {
  for (const { name, text, mdx, markdown } of cases) {
    it(`has ${name}`, () => assert.strictEqual(wide(readMarkdown(text, mdx === true).markdown), markdown))
  }

  it("has its title in the heading, else in the front matter, else in the first heading", () => {
    const title = (text: string) => readMarkdown(text, false).title
    assert.strictEqual(title("---\ntitle: A\n---\n# B *c* {#x}\n"), "B c")
    assert.strictEqual(title("---\ntitle: A\n---\n## B\n"), "A")
    assert.strictEqual(title('<h1 align="center">Logo</h1>\n\n[![badge](x)](y)\n\n## B\n\ntext\n'), "B")
    assert.isUndefined(title("text\n\n## B\n"))
    assert.strictEqual(readMarkdown("---\ntitle: A\n---\n## A\ntext", false).markdown, "text")
    assert.strictEqual(readMarkdown("---\ntitle: A\n---\n## B\ntext", false).markdown, "## B\ntext")
    assert.strictEqual(title("# A [#b]\n"), "A")
    const suffixed = readMarkdown("---\ntitle: A | Guide | Docs\n---\n## A\ntext", false)
    assert.deepStrictEqual([suffixed.title, suffixed.markdown], ["A", "text"])
    assert.strictEqual(title("---\ntitle: A | B\n---\n## B\n"), "A | B")
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
      `${many("<A>\n", 50_000)}${many("</A>\n", 50_000)}`,
      `<Steps>\n${many("## a\n")}</Steps>`,
      many("  <Note>a</Note>\n"),
      `${many("- a\n")}${many("  <Note>a</Note>\n")}`,
      `- a\n${many("  <Note>\n", 50_000)}${many("  </Note>\n", 50_000)}`,
      `<A>\n${many("   <Note>\n   a\n   </Note>\n", 5_000)}</A>`
    ]
    const targets = { page: () => undefined, attachment: () => undefined, lost: () => {} }
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
