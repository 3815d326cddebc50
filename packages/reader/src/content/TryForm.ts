/** Renders the form with which readers send a request of an operation. */
import { fieldName } from "@lectern/core/internal/publishing/site-reading/FilledRequest"
import type { RequestField, RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import { attribute, type Html, html, nothing, trusted } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"

/** The operation of a page that a form sends a request of. */
export interface TriedOperation {
  /** The URL that the form is sent to. */
  readonly action: string
  readonly siteSpace: string
  readonly page: string
  /** The number of the operation among those of the page. */
  readonly operation: number
}

const input = (field: RequestField, { required }: Words): Html => {
  const kind = field.isSecret ? html` type="password" autocomplete="off"` : nothing
  const detail = [field.place, ...(field.isRequired ? [required] : [])].join(", ")
  return html`<label><span><code>${field.name}</code> <small>${detail}</small></span><input name="${fieldName(field)}"${kind}${attribute("value", field.value)}${field.isRequired && trusted(" required")}></label>`
}

/** The form; empty where the specification has no fixed server. */
export const tryForm = (
  { body = "", form, method }: RequestSample,
  { action, operation, page, siteSpace }: TriedOperation,
  words: Words
): Html => {
  if (form === undefined) return nothing
  const { contentType, fields, server } = form
  const text =
    contentType !== undefined &&
    html`<label><span>${words.body} <small>${contentType}</small></span><textarea name="body" rows="6" spellcheck="false">\n${body}</textarea></label>`
  return html`<details class="try"><summary>${words.tryIt}</summary><form method="post" action="${action}"><input type="hidden" name="siteSpace" value="${siteSpace}"><input type="hidden" name="page" value="${page}"><input type="hidden" name="operation" value="${operation}">${fields.map((field) => input(field, words))}${text}<p><button>${words.send}</button> <small>${filled(words.sends, method, new URL(server).host)}</small></p></form></details>`
}
