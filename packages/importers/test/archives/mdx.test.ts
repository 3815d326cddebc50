import { describe, it } from "vitest"
import { assertRead, hint, type TextCase } from "./texts.js"

const cases: ReadonlyArray<TextCase> = [
  {
    name: "exports and comments",
    text: "export const a = {\n  b: `1`\n}\n\nx {/* no <b> */} y{' '}z\n",
    markdown: "x  y z"
  },
  {
    name: "unknown components in MDX",
    text: "a <Foo bar={{x: '>'}}>x <b>y</b></Foo> <Void /> </Close> <>z</>\n",
    markdown: "a x <b>y</b>   z"
  },
  {
    name: "components in code",
    text: "`<Foo>` \n\n```jsx\n<Foo />\n```\n",
    markdown: "`<Foo>` \n```jsx\n<Foo />\n```"
  },
  {
    name: "steps",
    text: '<Steps>\n  <Step title="One">\n    Do it.\n\n    ```sh\n    x\n    ```\n  </Step>\n</Steps>\n',
    markdown: "{% stepper %}\n{% step %}\n### One\nDo it.\n```sh\nx\n```\n{% endstep %}\n{% endstepper %}"
  },
  {
    name: "tabs",
    text: '<Tabs items={[\'npm\', "pnpm"]}>\n  <Tab>\n    <Snippet text="npm i" />\n  </Tab>\n  <Tab>P</Tab>\n</Tabs>\n',
    markdown:
      '{% tabs %}\n{% tab title="npm" %}\n```sh\nnpm i\n```\n{% endtab %}\n{% tab title="pnpm" %}\nP\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "accordions",
    text: '<Accordion title="Why?">\n  Because.\n</Accordion>\n',
    markdown: "<details>\n<summary>Why?</summary>\nBecause.\n</details>"
  },
  {
    name: "attributes of JSX",
    text: '<div className="a" style={{x: 1}} hidden>y</div>\n',
    markdown: '<div class="a" hidden>y</div>'
  },
  {
    name: "lists in the attributes of a component",
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
    text: '<Player2\n  kind="a"\n  title="A"\n  description="One."\n/>\n\n<GithubLink link="https://a.example/b" />\n\n<SEO title="x" description="y" />\n\nz <Go title="x" description="y" />\n\n<Icon title="x" />\n\n<Go link />\n',
    markdown: "* A: One.\n* [https://a.example/b](<https://a.example/b>)\nz"
  },
  {
    name: "data in the attributes of a component",
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
    text: `<Table rows={[${'{ name: "a", description: "b" },'.repeat(400)}]} />\n\nAfter`,
    markdown: `${"* `a`: b\n".repeat(400)}After`
  },
  {
    name: "texts in the attributes of a component",
    text: "<Snippet text={`import { a } from \"a\"`} prompt={false} />\n<Snippet text={'it\\'s'} />\n",
    markdown: '```ts\nimport { a } from "a"\n```\n```sh\nit\'s\n```'
  },
  {
    name: "code in attributes, in the language that it is in",
    text: '<Snippet text="import a.png b.png" />\n<Command lang="ps1" code={`dir`} />\n<Snippet text={`import a,\n{ b } from \'a\'`} />\n',
    markdown: "```sh\nimport a.png b.png\n```\n```ps1\ndir\n```\n```ts\nimport a,\n{ b } from 'a'\n```"
  },
  {
    name: "callouts in the style that they state",
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
    text: '<Cards>\n<Card title="A" description="One.">\n  <Picture />\n</Card>\n<Card title="B" href="/b" description="no">\n  Two.\n</Card>\n<LinkCard href="/c" title="C" description="Three." />\n</Cards>\n',
    markdown: "* **A**: One.\n* [B](/b): Two.\n* [C](/c): Three."
  },
  {
    name: "content of components that is indented",
    text: 'A <Button href="/b">b</Button>\n\n<div>\n  <Button\n    href="/a"\n  >\n    Go\n  </Button>\n</div>\n\n<Box>\n    One\n\n      * two\n\n    <Inner>\n        Three\n    </Inner>\n</Box>\n',
    markdown: "A [b](</b>)\n<div>\n[Go](</a>)\n</div>\nOne\n  * two\nThree"
  },
  {
    name: "components in the items of lists",
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
    text: '- One\n\nText\n\n    <Note>A</Note>\n\n<Accordion title="B">\n    1. C\n\n       <Note>D</Note>\n\n    E\n</Accordion>\n',
    markdown: `- One\nText\n${hint("info", "A")}\n<details>\n<summary>B</summary>\n1. C\n   {% hint style="info" %}\n   D\n   {% endhint %}\nE\n</details>`
  },
  {
    name: "comments of JSX with code in them",
    text: "a {/* b */} c {/* d */} `{/* e */}`\n\n{/*\n```sh\nf\n``` */}\n\n```js\n{/* g */}\n```\n\nh {/* i\n",
    markdown: "a  c  `{/* e */}`\n```js\n{/* g */}\n```\nh {/* i"
  },
  {
    name: "videos and pictures of components",
    text: '<Player src="https://a.example/b.mp4" /> <YouTube id="c d"/>\n<ThemedImage srcLight="/e.png" alt="E" />\n<Frame2 src="x" />\n',
    markdown:
      '{% embed url="https://a.example/b.mp4" %}\n{% embed url="https://www.youtube.com/watch?v=c%20d" %}\n![E](</e.png>)'
  },
  {
    name: "icons, and components in tables",
    text: "| a | b | c |\n|---|---|---|\n| <Check size={1} /> | <Cross /> | <Note>d</Note> |\n\n* <Check/> e\n",
    markdown: "| a | b | c |\n|---|---|---|\n| ✓ | ✗ | d |\n* ✓ e"
  },
  {
    name: "parts of components",
    text: "<Tabs items={['A', 'B']}>\n<Tabs.Tab>\nx\n</Tabs.Tab>\n<Tabs.Tab>y</Tabs.Tab>\n</Tabs>\n",
    markdown: '{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% tab title="B" %}\ny\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "components in the indented content of others",
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
    text: '<T title="A *b*" rows={[{ name: "c" }]} />\n\n<T label="D" rows={[{ name: "e" }]} />\n',
    markdown: "**A \\*b\\***\n* `c`\n**D**\n* `e`"
  },
  {
    name: "escapes in texts of attributes",
    text: '<T rows={[{ name: "a", description: "\\\\t \\u{1F600} \\x41 \\u00e9 b\\rc \\q" }]} />\n',
    markdown: "* `a`: \\t 😀 A é b c q"
  },
  {
    name: "code of one character beside components",
    text: "<Tabs items={['A', 'B']}>\n<Tab>\nNo `$` and no `a b`.\n</Tab>\n<Tab>\n`c`\n</Tab>\n</Tabs>\n",
    markdown:
      '{% tabs %}\n{% tab title="A" %}\nNo `$` and no `a b`.\n{% endtab %}\n{% tab title="B" %}\n`c`\n{% endtab %}\n{% endtabs %}'
  },
  {
    name: "steps that begin with headings",
    text: "<Steps>\nFirst\n\n## A\n\n### B\n\n```sh\n## no\n```\n\n<Note>\n## Inner\n</Note>\n\n## C\n</Steps>\n",
    markdown: `First\n{% stepper %}\n{% step %}\n## A\n### B\n\`\`\`sh\n## no\n\`\`\`\n${hint("info", "## Inner")}\n{% endstep %}\n{% step %}\n## C\n{% endstep %}\n{% endstepper %}`
  },
  {
    name: "trees of files",
    text: '<FileTree>\n  <FileTree.Folder name="src" defaultOpen>\n    <FileTree.File name="a.ts" />\n  </FileTree.Folder>\n</FileTree>\n',
    markdown: "* `src`\n  * `a.ts`"
  }
]

describe("markdown with components", () => {
  for (const each of cases) it(`has ${each.name}`, () => assertRead(each, true))
})
