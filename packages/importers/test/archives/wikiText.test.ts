/** What wikis of GitHub add to markdown, and the markdown that each becomes. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import { githubWikiSource } from "../../src/github-wiki/GithubWikiSource.js"
import { wikiLinks } from "../../src/github-wiki/WikiText.js"
import { readMarkdown } from "../../src/markdown/MarkdownText.js"
import { archive, readArchive } from "./reading.js"

it.each<[what: string, text: string, markdown: string]>([
  [
    "links by name with spaces, case and anchor",
    "[[Getting Started]] [[getting-started#Part One]] [[Text|Getting Started#Part]]\n",
    "[Getting Started](Getting-Started) [getting-started#Part One](getting-started#Part%20One) [Text](Getting-Started#Part)"
  ],
  ["link to url", "[[GitHub|https://github.com/a?b=1#c]]\n", "[GitHub](https://github.com/a?b=1#c)"],
  [
    "image absolute url with options",
    "[[https://e.example/a.png|alt=A b|width=40px|align=right]] [[/images/b.png|frame|alt=B]]\n",
    '<img src="https://e.example/a.png" alt="A b" width="40"> ![B](/images/b.png)'
  ],
  [
    "link with parens, unicode, percent",
    "[[Über (neu)]] [[50% off]] [[C++]] [[Q&A: how?]]\n",
    "[Über (neu)](%C3%9Cber-%28neu%29) [50% off](50%25-off) [C++](C++) [Q&A: how?](Q&A%3A-how%3F)"
  ],
  ["toc and code", "[[_TOC_]]\n\n`[[x]]`\n\n```\n[[x]]\n```\n", "`[[x]]`\n\n```\n[[x]]\n```"],
  [
    "footnotes, task list, alerts",
    "- [x] a[^1]\n\n> [!NOTE]\n> n\n\n[^1]: note\n",
    '- [x] a[^1]\n\n{% hint style="info" %}\nn\n{% endhint %}\n\n\n[^1]: note'
  ],
  [
    "math & mermaid",
    "$x^2$\n\n```mermaid\ngraph LR\n```\n\n```math\na^2\n```\n",
    "$x^2$\n\n```mermaid\ngraph LR\n```\n\n$$\na^2\n$$"
  ],
  ["file link", "[[Plan|files/plan.pdf]]\n", "[Plan](files/plan.pdf)"],
  ["table with link pipe", "| a |\n|---|\n| [[Text\\|Page]] |\n", "| a |\n|---|\n| [Text](Page) |"],
  [
    "names with colons",
    "[[FAQ: install]] [[Mail|mailto:a@b.example]]\n",
    "[FAQ: install](FAQ%3A-install) [Mail](mailto:a@b.example)"
  ],
  ["inline math of GitHub", "So $`x_1`$ and `$y`\n", "So $x_1$ and `$y`"],
  ["emoji, mention, issue", ":tada: @ada #12 GH-3\n", ":tada: @ada #12 GH-3"],
  ["details", "<details><summary>S</summary>\n\nx\n</details>\n", "<details><summary>S</summary>\n\nx\n</details>"],
  ["html image size", '<img src="img/a.png" width="100" alt="A">\n', '<img src="img/a.png" width="100" alt="A">'],
  [
    "relative links",
    "[a](Other-Page) [b](./Other-Page.md#x) [c](wiki/Other) [d](../wiki/Other) [e](/o/r/wiki/Other)\n",
    "[a](Other-Page) [b](./Other-Page.md#x) [c](wiki/Other) [d](../wiki/Other) [e](/o/r/wiki/Other)"
  ],
  ["color chip and kbd", "`#ff0000` <kbd>Ctrl</kbd>\n", "`#ff0000` <kbd>Ctrl</kbd>"]
])("reads %s", (_, text, markdown) => {
  expect(readMarkdown(wikiLinks(text), false)).toMatchObject({ markdown, problems: [] })
})

it.each([
  ["spaces", "Getting Started", "Getting-Started.md"],
  ["another case", "getting STARTED", "Getting-Started.md"],
  ["a colon", "FAQ: install", "FAQ:-install.md"],
  ["a question mark", "How so?", "How-so?.md"],
  ["a percent sign", "50% off", "50%-off.md"],
  ["brackets and Unicode", "Über (neu)", "Über-(neu).md"],
  ["plus signs", "C++", "C++.md"],
  ["a folder", "Deep", "docs/Deep.md"]
])("finds a page with %s in its name", async (_, name, path) => {
  const files = { "Home.md": `# Home\n\n[[${name}]] [[there|${name}#Part]]\n`, [path]: "# Page\n\n## Part\n" }
  const { outline, pages } = await Effect.runPromise(readArchive(githubWikiSource, archive(files), "github-wiki"))
  const [target = ""] = [...pages.keys()].filter((key) => key !== "import:/Home.md")
  const [shown = "", linked = ""] = [...(pages.get("import:/Home.md")?.markdown.matchAll(/\]\(([^)]*)\)/g) ?? [])].map(
    ([, found]) => found
  )
  expect(outline.problems).toEqual([])
  expect([shown, linked]).toEqual([target, `${target}#Part`])
})
