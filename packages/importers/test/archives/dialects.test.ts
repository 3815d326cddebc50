/** What the generators of documentation add to markdown, after their manuals, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { readMarkdown } from "../../src/markdown/MarkdownText.js"

it.each<[what: string, text: string, markdown: string, problems?: ReadonlyArray<string>]>([
  [
    "Docusaurus: admonition title and nested",
    ":::warning[Your **Title**]\n\nSome **content**\n\n- a\n\n:::\n",
    '{% hint style="warning" %}\n**Your Title**\n\nSome **content**\n\n- a\n{% endhint %}'
  ],
  [
    "Docusaurus: keyword caution info danger",
    ":::info\ni\n:::\n\n:::danger\nd\n:::\n\n:::caution\nc\n:::\n",
    '{% hint style="info" %}\ni\n{% endhint %}\n\n\n{% hint style="danger" %}\nd\n{% endhint %}\n\n\n{% hint style="warning" %}\nc\n{% endhint %}'
  ],
  ["Docusaurus: custom admonition", ":::my-own[X]\nx\n:::\n", "**X**\n\nx"],
  [
    "Docusaurus: code title, highlighted lines, line numbers",
    '```jsx title="/src/App.js" {1,4-6} showLineNumbers\nx\n```\n',
    '```jsx title="/src/App.js" {1,4-6} showLineNumbers\nx\n```'
  ],
  [
    "Docusaurus: tabs with values mdx",
    "import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n<Tabs\n  defaultValue=\"apple\"\n  values={[\n    {label: 'Apple', value: 'apple'},\n    {label: 'Orange', value: 'orange'},\n  ]}>\n  <TabItem value=\"apple\">This is an apple.</TabItem>\n  <TabItem value=\"orange\">This is an orange.</TabItem>\n</Tabs>\n",
    '{% tabs %}\n{% tab title="Apple" %}\nThis is an apple.\n{% endtab %}\n\n{% tab title="Orange" %}\nThis is an orange.\n{% endtab %}\n{% endtabs %}'
  ],
  [
    "Docusaurus: tabs groupId mdx",
    '<Tabs groupId="os"><TabItem value="win" label="Windows" default>W</TabItem><TabItem value="mac" label="macOS">M</TabItem></Tabs>\n',
    '{% tabs %}\n{% tab title="Windows" %}\nW\n{% endtab %}\n\n{% tab title="macOS" %}\nM\n{% endtab %}\n{% endtabs %}'
  ],
  [
    "Docusaurus: details",
    "<details>\n  <summary>Toggle me!</summary>\n\n  This is **content**\n</details>\n",
    "<details>\n  <summary>Toggle me!</summary>\n\n  This is **content**\n</details>"
  ],
  ["Docusaurus: math", "$$\nx^2\n$$\n\nIn $y$.\n", "$$\nx^2\n$$\n\nIn $y$."],
  ["Docusaurus: mermaid", "```mermaid\ngraph LR\nA-->B\n```\n", "```mermaid\ngraph LR\nA-->B\n```"],
  ["Docusaurus: truncate & comments", "Intro\n\n<!-- truncate -->\n\nMore\n", "Intro\n\n<!-- truncate -->\n\nMore"],
  [
    "VitePress: custom container titles",
    "::: danger STOP\nDanger zone\n:::\n\n::: details Click me\n```js\na\n```\n:::\n",
    '{% hint style="danger" %}\n**STOP**\n\nDanger zone\n{% endhint %}\n\n\n<details>\n\n<summary>Click me</summary>\n\n```js\na\n```\n\n</details>'
  ],
  [
    "VitePress: github alerts",
    "> [!TIP]\n> t\n\n> [!IMPORTANT] Title\n> i\n",
    '{% hint style="success" %}\nt\n{% endhint %}\n\n\n{% hint style="info" %}\n**Title**\n\ni\n{% endhint %}'
  ],
  ["VitePress: raw container", "::: raw\n<b>x</b>\n:::\n", "<b>x</b>"],
  [
    "VitePress: snippet import",
    "<<< @/snippets/a.js{2}\n",
    "<<< @/snippets/a.js{2}",
    ["the text that it includes is left out: @/snippets/a.js"]
  ],
  [
    "VitePress: include",
    "<!--@include: ./parts/basics.md-->\n",
    "<!--@include: ./parts/basics.md-->",
    ["the text that it includes is left out: ./parts/basics.md"]
  ],
  ["VitePress: badge", '## Title <Badge type="tip" text="^1.9.0" />\n', "## Title ^1.9.0"],
  [
    "VitePress: interpolation",
    "{{ 1 + 1 }} and `{{ x }}`\n\n<span v-pre>{{ a }}</span>\n",
    "{{ 1 + 1 }} and `{{ x }}`\n\n<span v-pre>{{ a }}</span>"
  ],
  [
    "VitePress: code group with icons",
    "::: code-group\n```sh [npm]\nnpm i\n```\n```sh [pnpm]\npnpm i\n```\n:::\n",
    '{% tabs %}\n{% tab title="npm" %}\n```sh\nnpm i\n```\n{% endtab %}\n\n{% tab title="pnpm" %}\n```sh\npnpm i\n```\n{% endtab %}\n{% endtabs %}'
  ],
  [
    "MkDocs: admonition no title, inline end",
    '!!! note ""\n    No title\n\n!!! info inline end "Side"\n\n    x\n',
    '{% hint style="info" %}\nNo title\n{% endhint %}\n\n\n{% hint style="info" %}\n**Side**\n\nx\n{% endhint %}'
  ],
  [
    "MkDocs: collapsible open",
    '???+ tip "Open"\n\n    In\n',
    "<details>\n\n<summary>Open</summary>\n\nIn\n\n</details>"
  ],
  [
    "MkDocs: nested admonition",
    '!!! note "Outer"\n\n    a\n\n    !!! danger\n        b\n',
    '{% hint style="info" %}\n**Outer**\n\na\n\n{% hint style="danger" %}\nb\n{% endhint %}\n{% endhint %}'
  ],
  [
    "MkDocs: tabs with code",
    '=== "C"\n\n    ``` c\n    int a;\n    ```\n\n=== "C++"\n\n    1. x\n    2. y\n',
    '{% tabs %}\n{% tab title="C" %}\n``` c\nint a;\n```\n{% endtab %}\n\n{% tab title="C++" %}\n1. x\n2. y\n{% endtab %}\n{% endtabs %}'
  ],
  [
    "MkDocs: code annotations",
    "``` yaml\ntheme: x # (1)!\n```\n\n1.  :man_raising_hand: An *annotation*\n",
    "``` yaml\ntheme: x # (1)!\n```\n\n1.  :man_raising_hand: An *annotation*"
  ],
  [
    "MkDocs: code title linenums",
    '``` py title="bubble.py" linenums="1" hl_lines="2 3"\na\n```\n',
    '``` py title="bubble.py" linenums="1" hl_lines="2 3"\na\n```'
  ],
  [
    "MkDocs: definition list",
    "`Lorem`\n\n:   Dolor *sit*\n\n    More\n\nOther\n:   X\n",
    "* **`Lorem`**\n\n  Dolor *sit*\n\n  More\n\n\n* **Other**\n\n  X"
  ],
  [
    "MkDocs: footnotes",
    "Text[^1] and[^note].\n\n[^1]: One line\n[^note]:\n    Many\n\n    lines\n",
    "Text[^1] and[^note].\n\n[^1]: One line\n[^note]:\n    Many\n\n    lines"
  ],
  [
    "MkDocs: critic, mark, keys, sub",
    "==marked== ^^ins^^ ~~del~~ H~2~O x^2^ ++ctrl+alt+del++ {--gone--} {++new++}\n",
    "<mark>marked</mark> ^^ins^^ ~~del~~ H~2~O x^2^ <kbd>Ctrl</kbd>+<kbd>Alt</kbd>+<kbd>Del</kbd> {--gone--} {++new++}"
  ],
  ["MkDocs: task list", "- [x] a\n    * [ ] b\n", "- [x] a\n    * [ ] b"],
  [
    "MkDocs: attr list",
    '[Button](#){ .md-button } ![Image](a.png){ width="300" align=left }\n\nPara {: #id .cls }\n',
    '[Button](#) <img src="a.png" alt="Image" width="300">\n\nPara'
  ],
  [
    "MkDocs: md in html, grid cards",
    '<div class="grid cards" markdown>\n\n-   :material-clock: __Set up__\n\n    ---\n\n    Text\n\n</div>\n',
    '<div class="grid cards" markdown>\n\n-   :material-clock: __Set up__\n\n    ---\n\n    Text\n\n</div>'
  ],
  [
    "MkDocs: snippets",
    '--8<-- "docs/part.md"\n',
    '--8<-- "docs/part.md"',
    ["the text that it includes is left out: docs/part.md"]
  ],
  [
    "MkDocs: figure caption",
    '<figure markdown="span">\n  ![A](a.png){ width="300" }\n  <figcaption>Cap</figcaption>\n</figure>\n',
    '<figure markdown="span">\n  <img src="a.png" alt="A" width="300">\n  <figcaption>Cap</figcaption>\n</figure>'
  ],
  ["MkDocs: arithmatex", "Inline \\(x^2\\) and\n\n\\[\ny\n\\]\n", "Inline $x^2$ and\n\n$$\ny\n$$"],
  [
    "MkDocs: tooltips links",
    '[Hover](https://e.example "I\'m a tooltip")\n',
    '[Hover](https://e.example "I\'m a tooltip")'
  ],
  [
    "GitBook: hint and others",
    '{% hint style="info" %}\nx\n{% endhint %}\n\n{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}\n\n{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}\n\n{% embed url="https://e.example" %}\n\n{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}\n',
    '{% hint style="info" %}\nx\n{% endhint %}\n\n{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}\n\n{% code title="a.js" %}\n```js\nx\n```\n{% endcode %}\n\n{% embed url="https://e.example" %}\n\n{% content-ref url="b.md" %}\n[b.md](b.md)\n{% endcontent-ref %}'
  ],
  [
    "Hugo: shortcodes",
    '{{< figure src="/a.png" title="T" >}}\n\n{{< youtube abc123 >}}\n\n{{% notice note %}}\nN\n{{% /notice %}}\n\n{{< ref "b.md" >}} {{< highlight go >}}\nx\n{{< /highlight >}}\n',
    '<figure>\n\n![T](</a.png>)\n\n<figcaption>T</figcaption>\n\n</figure>\n\n{% embed url="https://www.youtube.com/watch?v=abc123" %}\n\n{% hint style="info" %}\nN\n{% endhint %}\n\nb.md \n\n```go\nx\n```'
  ],
  [
    "Jekyll: liquid, kramdown",
    "{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\n{% link a.md %} {{ site.url }}\n\n* TOC\n{:toc}\n\n{: .note }\n> A note\n",
    '```ruby\nputs 1\n```\n\n/a.md \n\n* TOC\n\n{% hint style="info" %}\nA note\n{% endhint %}'
  ],
  [
    "Astro Starlight: asides",
    ":::note[Heads]\nx\n:::\n\n:::caution\nc\n:::\n",
    '{% hint style="info" %}\n**Heads**\n\nx\n{% endhint %}\n\n\n{% hint style="warning" %}\nc\n{% endhint %}'
  ],
  [
    "Astro Starlight: mdx components mdx",
    "import { Steps, FileTree, LinkButton, Icon } from '@astrojs/starlight/components';\n\n<Steps>\n\n1. One\n\n2. Two\n\n</Steps>\n\n<LinkButton href=\"/a/\">Go</LinkButton>\n\n<FileTree>\n\n- astro.config.mjs\n- src/\n  - a.ts\n\n</FileTree>\n",
    "{% stepper %}\n1. One\n\n2. Two\n{% endstepper %}\n\n[Go](</a/>)\n\n- astro.config.mjs\n- src/\n  - a.ts"
  ],
  [
    "Mintlify: components mdx",
    '<ParamField path="param" type="string" required>\n  An example.\n</ParamField>\n\n<ResponseField name="id" type="string" default="x">\n  The id.\n</ResponseField>\n\n<CodeGroup>\n\n```bash npm\nnpm i\n```\n\n```bash yarn\nyarn add\n```\n\n</CodeGroup>\n\n<Tooltip tip="This is a tooltip!">Hover</Tooltip>\n\n<Update label="2024-10-12" description="v1">\n  Changes\n</Update>\n\n<Frame caption="Cap">\n  <img src="/a.png" />\n</Frame>\n',
    '* `param` `string` (required)\n\n  An example.\n\n* `id` `string` (default: `x`)\n\n  The id.\n\n{% tabs %}\n{% tab title="npm" %}\n```bash\nnpm i\n```\n{% endtab %}\n\n{% tab title="yarn" %}\n```bash\nyarn add\n```\n{% endtab %}\n{% endtabs %}\n\nHover (This is a tooltip!)\n\n## 2024-10-12: v1\n\nChanges\n\n<figure>\n\n<img src="/a.png" />\n\n<figcaption>Cap</figcaption>\n\n</figure>'
  ],
  ["raw html tables, br", "| a | b |\n|---|---|\n| x<br>y | `a|b` |\n", "| a | b |\n|---|---|\n| x<br>y | `a|b` |"],
  [
    "reference links",
    '[a][1] ![b][img] [c]\n\n[1]: x.md "T"\n[img]: <a b.png>\n[c]: https://e.example\n',
    '[a][1] ![b][img] [c]\n\n[1]: x.md "T"\n[img]: <a b.png>\n[c]: https://e.example'
  ],
  ["escaped", "\\# not heading \\:\\:\\:note \\[x\\]\n", "\\# not heading \\:\\:\\:note \\[x\\]"],
  ["raw tilde fences", "~~~python\n:::note\n~~~\n", "~~~python\n:::note\n~~~"]
])("reads %s", (what, text, markdown, problems = []) => {
  expect(readMarkdown(text, what.endsWith("mdx"))).toMatchObject({ markdown, problems })
})

it.each([
  ["TOML", '+++\ntitle = "T: a"\ndescription = \'D\'\nweight = 3\ntags = ["a"]\n[params]\ntitle = "no"\n+++\n\nx\n'],
  ["JSON", '{\n  "title": "T: a",\n  "description": "D"\n}\n\nx\n'],
  ["YAML", '---\ntitle: "T: a"\ndescription: >\n  D\n---\n\nx\n'],
  ["YAML with lines of Windows", '---\r\ntitle: "T: a"\r\ndescription: D\r\n---\r\n\r\nx\r\n']
])("reads front matter in %s", (_, text) => {
  expect(readMarkdown(text, false)).toMatchObject({ title: "T: a", description: "D", markdown: "x", problems: [] })
})

it("reads what looks like front matter and is not as text", () => {
  for (const text of ["+++ a", "{\n  not json\n}\n\nx", "{{ a }}"])
    expect(readMarkdown(text, false)).toMatchObject({ title: undefined, markdown: text })
})

it("finds the title below the script of a component", () => {
  const text = "<script setup>\nimport A from './A.vue'\n\nconst b = `1`\n</script>\n\n# Components\n\n<A />\n\ntext\n"
  expect(readMarkdown(text, false)).toMatchObject({ title: "Components", markdown: "<A />\n\ntext" })
})
