/** Renders operations and schemas of a specification, from the same blocks as in PDFs. */

import { wordsIn as blockWordsIn } from "@lectern/core/internal/text/blocks/DocumentWords"
import type { PdfBlock, PdfBlocks, PdfField, PdfInline, PdfInlines } from "@lectern/core/pdf/PdfDocument"
import { attribute, type Html, html, joined, nothing, safeAddress, trusted } from "../html/Html.js"
import { filled } from "../words/Filled.js"
import { codeBlock } from "./CodeBlock.js"
import type { Rendering, ShownOperation } from "./Rendering.js"

/** The context that the parts of a specification are rendered with. */
export type Around = Pick<Rendering, "formula" | "highlight" | "language" | "words"> & Pick<ShownOperation, "more">

const markElements = {
  bold: "strong",
  italic: "em",
  strikethrough: "s",
  code: "code",
  underline: "u",
  mark: "mark",
  sub: "sub",
  sup: "sup",
  kbd: "kbd"
} as const

const inline = (one: PdfInline, around: Around): Html => {
  switch (one.type) {
    case "text": {
      let inner = html`${one.text}`
      for (const mark of [...(one.marks ?? [])].reverse()) {
        const name = trusted(markElements[mark])
        inner = html`<${name}>${inner}</${name}>`
      }
      return inner
    }
    case "break":
      return trusted("<br>")
    case "link": {
      const href = one.to.kind === "url" ? safeAddress(one.to.url) : undefined
      return href === undefined
        ? inlines(one.children, around)
        : html`<a href="${href}" rel="noopener nofollow ugc">${inlines(one.children, around)}</a>`
    }
    case "math":
      return around.formula(one.formula, false)
    case "image":
      return html`${one.alt}`
    case "footnote":
    case "change":
      return inlines(one.children, around)
  }
}

const inlines = (all: PdfInlines, around: Around): Html => joined(all.map((one) => inline(one, around)))

const field = ({ children, flags, kind, name }: PdfField, around: Around): Html =>
  html`<li><p class="field">${name !== "" && html`<code>${name}</code> `}<span class="kind">${kind}</span>${flags.map((flag) => html` <span class="flag${flag === "required" && " required"}">${flag}</span>`)}</p>${children.length > 0 && html`<div>${children.map((one) => below(one, around))}</div>`}</li>`

/** The maximum number of nested fields that are not collapsed. */
const fewFields = 3

/** Renders the content of a field; a long list of nested fields is collapsed. */
const below = (one: PdfBlock, around: Around): Html =>
  one.type === "fields" && one.fields.length > fewFields
    ? html`<details class="nested"><summary>${filled(around.words.fields, one.fields.length)}</summary>${operation([one], around)}</details>`
    : operation([one], around)

const table = ({ headers, rows }: Extract<PdfBlock, { type: "table" }>, around: Around): Html => {
  const made = rows.map(
    (row) =>
      html`<tr>${row.map((cell) => {
        const name = trusted(cell.header ? "th" : "td")
        const spans = html`${cell.colspan > 1 && attribute("colspan", cell.colspan)}${cell.rowspan > 1 && attribute("rowspan", cell.rowspan)}`
        return html`<${name}${spans}>${operation(cell.children, around)}</${name}>`
      })}</tr>`
  )
  return html`<div class="table" tabindex="0" role="group" aria-label="${around.words.table}"><table><thead>${made.slice(0, headers)}</thead><tbody>${made.slice(headers)}</tbody></table></div>`
}

const list = ({ items, start }: Extract<PdfBlock, { type: "list" }>, around: Around): Html => {
  const inner = items.map(({ children }) => html`<li>${operation(children, around)}</li>`)
  return start === undefined ? html`<ul>${inner}</ul>` : html`<ol start="${start}">${inner}</ol>`
}

const block = (one: PdfBlock, around: Around): Html => {
  switch (one.type) {
    case "paragraph":
      return html`<p>${inlines(one.children, around)}</p>`
    case "heading":
      return html`<p><strong>${inlines(one.children, around)}</strong></p>`
    case "caption":
      return html`<p class="caption level-${one.level}">${inlines(one.children, around)}</p>`
    case "endpoint":
      return html`<div class="endpoint${one.deprecated === true && " deprecated"}"><b class="method ${one.method.toLowerCase()}">${one.method}</b> <code>${one.server !== undefined && html`<span>${one.server}</span>`}${one.path}</code>${one.deprecated === true && html` <span class="flag">${blockWordsIn(around.language).deprecated}</span>`}</div>`
    case "fields":
      return html`<ul class="fields">${one.fields.map((each) => field(each, around))}</ul>`
    case "more":
      return around.more === undefined
        ? html`<p>${one.label}</p>`
        : html`<p><a class="more" href="${around.more(one)}" rel="nofollow">${around.words.moreFields}</a></p>`
    case "code":
      return codeBlock(one.text, {
        ...around,
        language: one.language,
        title: one.title,
        isNumbered: one.numbered === true
      })
    case "list":
      return list(one, around)
    case "table":
      return table(one, around)
    case "quote":
      return html`<blockquote>${operation(one.children, around)}</blockquote>`
    case "hint":
      return html`<div class="hint ${one.style}" role="note">${operation(one.children, around)}</div>`
    case "details":
      return html`<details class="unfold"><summary>${inlines(one.summary, around)}</summary><div>${operation(one.children, around)}</div></details>`
    case "divider":
      return trusted("<hr>")
    case "math":
      return html`<div class="math">${around.formula(one.formula, true)}</div>`
    case "tabs":
      return joined(
        one.tabs.map(({ children, title }) => html`<p><strong>${title}</strong></p>${operation(children, around)}`)
      )
    case "steps":
      return html`<ol class="steps">${one.steps.map((step) => html`<li>${operation(step, around)}</li>`)}</ol>`
    case "columns":
      return joined(one.columns.map(({ children }) => operation(children, around)))
    case "embed":
      return one.to?.kind === "url"
        ? html`<p>${inline({ type: "link", to: one.to, children: [{ type: "text", text: one.label }] }, around)}</p>`
        : nothing
    case "change":
      return operation(one.children, around)
    case "figure":
      return nothing
  }
}

/** Renders the part of a specification that a tag shows. */
export const operation = (all: PdfBlocks, around: Around): Html => joined(all.map((one) => block(one, around)))
