/** Every type of node of a text is shown, on pages and in PDFs; the compiler says which types there are. */
import type { PageId } from "@lectern/core/content/Page"
import type { NodeType } from "@lectern/core/internal/text/markdown/ContentNode"
import { toPages } from "@lectern/core/publishing/pdf/PdfPages"
import { expect, it } from "vitest"
import { htmlOf } from "./support/body.js"

const within = (name: string, text = "A needle.", options = ""): string =>
  `{% ${name}${options} %}\n${text}\n{% end${name} %}`

const list = (marker: string) => `${marker} A needle.`
const table = "| A | B |\n|---|---|\n| needle | b |"
const described = within(
  "swagger",
  [
    within("swagger-description", "A needle."),
    within("swagger-parameter", "The needle of it.", ' in="query" name="needle"'),
    within("swagger-response", "A needle.", ' status="200" description="needle"')
  ].join("\n"),
  ' method="get" path="/needle" summary="needle"'
)
const parameter = within("swagger-parameter", "A needle.", ' in="query" name="a"')
const response = within("swagger-response", "A needle.", ' status="200" description="b"')
const swagger = (text: string) => within("swagger", text, ' method="get" path="/a" summary="b"')
const operation = (name: string) => within(name, "", ' src="https://a.example" path="/needle" method="get"')

/** Texts with a node of each type, which say “needle”. */
const samples: Readonly<Record<NodeType, string>> = {
  "heading-1": "First.\n\n# A needle",
  "heading-2": "## A needle",
  "heading-3": "### A needle",
  "heading-4": "#### A needle",
  "heading-5": "##### A needle",
  "heading-6": "###### A needle",
  paragraph: "A needle.",
  blockquote: "> A needle.",
  "list-unordered": list("*"),
  "list-ordered": list("1."),
  "list-tasks": list("* [ ]"),
  "list-item": list("-"),
  code: "```\nneedle\n```",
  "code-line": "```js\na\nneedle\n```",
  table,
  "table-row": table,
  "table-cell": table,
  divider: "A needle.\n\n---",
  images: "![needle](https://a.example/a.png)\n![needle](https://a.example/b.png)",
  link: "[needle](https://a.example)",
  image: "Text ![needle](https://a.example/a.png)",
  html: "<b>needle</b>",
  element: "<details><summary>A</summary>\n\nneedle\n\n</details>",
  math: "$$\\text{needle}$$",
  footnote: "Text[^1]\n\n[^1]: A needle.",
  change: "A needle.",
  hint: within("hint", "A needle.", ' style="info"'),
  update: within("update", "A needle.", ' date="2026-01-01"'),
  embed: within("embed", "A needle.", ' url="https://a.example"'),
  file: within("file", "A needle.", ' src="/files/a"'),
  "content-ref": within("content-ref", "[needle](a.md)", ' url="a.md"'),
  include: '{% include "https://needle.example" %}',
  tabs: within("tabs", within("tab", "Text.", ' title="needle"')),
  tab: within("tabs", within("tab", "A needle.", ' title="One"')),
  stepper: within("stepper", within("step", "## A needle")),
  step: within("stepper", within("step")),
  columns: within("columns", within("column")),
  column: within("columns", within("column")),
  openapi: operation("openapi"),
  "openapi-operation": operation("openapi-operation"),
  "openapi-webhook": within("openapi-webhook", "", ' src="https://a.example" name="needle" method="post"'),
  "openapi-schemas": within("openapi-schemas", "", ' spec="a" schemas="needle"'),
  swagger: described,
  "swagger-description": swagger(within("swagger-description")),
  "swagger-parameter": swagger(parameter),
  "swagger-response": swagger(response),
  if: within("if", "A needle.", " visitor.claims.a"),
  unknown: within("something-else")
}

const pdfOf = (text: string): string =>
  JSON.stringify(
    toPages(
      [{ id: "a" as PageId, title: "A", depth: 0, type: "document", text }],
      { outside: () => undefined, picture: () => ({}) },
      {}
    )
  )

/** What is shown in only one way, or not without more. */
const otherwise: Partial<Readonly<Record<NodeType, readonly [html: boolean, pdf: boolean]>>> = {
  // Readers get evaluated texts, in which no condition is left; a PDF for members has what is in them.
  if: [false, true],
  // They are nothing without a specification.
  "openapi-schemas": [false, false]
}

it.each(Object.entries(samples) as ReadonlyArray<[NodeType, string]>)("%s is shown", async (type, text) => {
  const shown = [(await htmlOf(text)).includes("needle"), pdfOf(text).includes("needle")]
  expect(shown).toEqual(otherwise[type] ?? [true, true])
})
