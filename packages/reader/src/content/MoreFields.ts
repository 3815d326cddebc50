/** The fields of operations that pages do not show: their addresses, and what readers find there. */
import type { AskedFields } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import type { Task } from "@lectern/core/workers/Workers"
import { makeHighlight } from "../html/Code.js"
import { type Html, html, trusted } from "../html/Html.js"
import { makeFormulas } from "../html/MathMl.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { wordsIn } from "../words/Words.js"
import { operation } from "./Operations.js"
import type { MoreFields } from "./Rendering.js"
import { dataWeight } from "./Weight.js"

/** The address of fields that an operation does not show, from its own page. */
export const fieldsHref =
  (operation: number): MoreFields =>
  ({ direction = "", place }) =>
    `?${new URLSearchParams({ fields: String(operation), place, direction })}`

/** The fields that a reader asks for by the query of a page's address; `undefined` if there are none. */
export const askedBy = (query: URLSearchParams): AskedFields | undefined => {
  const operation = Number(query.get("fields") ?? Number.NaN)
  if (!Number.isSafeInteger(operation)) return undefined
  const direction = query.get("direction")
  const place = query.get("place") ?? ""
  return { operation, place, ...((direction === "request" || direction === "response") && { direction }) }
}

/** Fields that a reader asked for. */
export interface FieldsAnswer {
  readonly language: string
  readonly asked: AskedFields
  readonly blocks: PdfBlocks
}

/** The fields that a reader asked for as HTML, with the addresses of further ones. */
export const fieldsTask: Task<FieldsAnswer, string> = {
  name: "reader/fields",
  size: ({ blocks }) => dataWeight(blocks),
  run: ({ asked, blocks, language }) => {
    const { formula } = makeFormulas()
    const words = wordsIn(language)
    return operation(blocks, {
      formula,
      highlight: makeHighlight(),
      language,
      words,
      more: fieldsHref(asked.operation)
    }).text
  }
}

/** A page with the fields that a reader asked for, as HTML, and the way back to the page of the operation. */
export const fieldsPage = (title: string, fields: string, href: string, words: Words): Html =>
  html`<h1>${title}</h1><div class="text">${trusted(fields)}</div><p><a href="${href}">${filled(words.backTo, title)}</a></p>`
