/** Blocks as Notion exports them to markdown, and the markdown that each becomes. */
import { expect, it } from "vitest"
import { notionMarkdown, notionTable } from "../../src/notion/NotionText.js"

it.each<[what: string, text: string, markdown: string]>([
  [
    "callout with icon image and children",
    '<aside>\n<img src="https://www.notion.so/icons/warning_red.svg" alt="https://www.notion.so/icons/warning_red.svg" width="40px" />\n\nMind **it**\n\n- a\n\n</aside>\n',
    '{% hint style="warning" %}\nMind **it**\n\n- a\n{% endhint %}'
  ],
  ["callout warning emoji", "<aside>\n⚠️ Careful\n\n</aside>\n", '{% hint style="warning" %}\nCareful\n{% endhint %}'],
  [
    "toggle",
    "- Toggle\n    \n    Inside.\n    \n    ```js\n    a\n    ```\n",
    "- Toggle\n    \n    Inside.\n    \n    ```js\n    a\n    ```"
  ],
  ["equation", "$$\nx^2\n$$\n\nIn $y$.\n", "$$\nx^2\n$$\n\nIn $y$."],
  ["task list nested", "- [ ]  a\n    - [x]  b\n", "- [ ]  a\n    - [x]  b"],
  [
    "bookmark",
    "[https://e.example/a?b=1](https://e.example/a?b=1)\n",
    "[https://e.example/a?b=1](https://e.example/a?b=1)"
  ],
  ["table", "| A | B |\n| --- | --- |\n| 1<br>2 | `x` |\n", "| A | B |\n| --- | --- |\n| 1<br>2 | `x` |"],
  [
    "mention",
    "[@Ada](https://www.notion.so/ada) January 2, 2024 [Other](Other%20bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.md)\n",
    "[@Ada](https://www.notion.so/ada) January 2, 2024 [Other](Other%20bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.md)"
  ],
  [
    "row properties",
    "Status: Done\nTags: Bug, Urgent\nWhen: January 2, 2024 → January 3, 2024\nURL: https://e.example/a:b\nDone: Yes\n\nText\n",
    "* **Status:** Done\n* **Tags:** Bug, Urgent\n* **When:** January 2, 2024 → January 3, 2024\n* **URL:** https://e.example/a:b\n* **Done:** Yes\n\nText"
  ],
  ["row properties with colon text", "Note: a: b\nOwner: Ada\n", "* **Note:** a: b\n* **Owner:** Ada"],
  [
    "video",
    "[https://youtu.be/abc](https://youtu.be/abc)\n\n[file.pdf](Home/file.pdf)\n",
    "[https://youtu.be/abc](https://youtu.be/abc)\n\n[file.pdf](Home/file.pdf)"
  ],
  ["numbered nested", "1. a\n    1. b\n    2. c\n2. d\n", "1. a\n    1. b\n    2. c\n2. d"],
  ["code language plain", "```plain text\na\n```\n", "```plain text\na\n```"],
  ["quote multi", "> a\nb\n>\n", "> a\nb\n>"],
  ["toc placeholder", "\n[Part](#part)\n", "[Part](#part)"],
  ["heading toggles", "## Heading\n    \n    in\n", "## Heading\n    \n    in"],
  ["empty title", "\n# \n\ntext\n", "text"],
  [
    "row relations",
    "Related: Other (https://www.notion.so/Other-ffffffffffffffffffffffffffffffff?pvs=21), Write it (../Tasks/Write%20it%20e.md)\n\nText\n",
    "* **Related:** [Other](https://www.notion.so/Other-ffffffffffffffffffffffffffffffff?pvs=21), [Write it](../Tasks/Write%20it%20e.md)\n\nText"
  ]
])("reads %s", (what, text, markdown) => {
  expect(notionMarkdown(text, what.startsWith("row"))).toMatchObject({ markdown, problems: [] })
})

it("links the pages of relations in tables", () => {
  const csv = 'Name,Related\nA,"B, b (https://www.notion.so/B-1?pvs=21), C (C%20c.md), no (brackets)"\n'
  expect(notionTable(csv, () => undefined).markdown).toBe(
    "| Name | Related |\n| --- | --- |\n| A | B, [b](https://www.notion.so/B-1?pvs=21), [C](C%20c.md), no (brackets) |"
  )
})
