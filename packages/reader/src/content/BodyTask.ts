/** Rendering the text of a page, as a task: from plain data to HTML. */
import { markChanges } from "@lectern/core/internal/publishing/pdf/MarkedChanges"
import { fieldName } from "@lectern/core/internal/publishing/site-reading/FilledRequest"
import { operationTags, type ReadText } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { RequestField, RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import type { Task } from "@lectern/core/workers/Workers"
import { codeWeight } from "../html/Code.js"
import { attribute, type Html, html, nothing, trusted } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { wordsIn } from "../words/Words.js"
import type { PageDiagrams } from "./Diagrams.js"
import { fieldsHref } from "./MoreFields.js"
import { pageBody } from "./PageBody.js"
import type { Heading } from "./Rendering.js"
import { type Found, surroundingsOf } from "./Surroundings.js"
import { dataWeight, hasDiagram, nodesWeight } from "./Weight.js"

/** The operation of a page that a form sends a request of. */
interface TriedOperation {
  /** The URL that the form is sent to. */
  readonly action: string
  readonly siteSpace: string
  readonly page: string
  /** The number of the operation among the operations of the page. */
  readonly operation: number
}

const input = (field: RequestField, { required }: Words): Html => {
  const kind = field.isSecret ? html` type="password" autocomplete="off"` : nothing
  const detail = [field.place, ...(field.isRequired ? [required] : [])].join(", ")
  return html`<label><span><code>${field.name}</code> <small>${detail}</small></span><input name="${fieldName(field)}"${kind}${attribute("value", field.value)}${field.isRequired && trusted(" required")}></label>`
}

/** The form; empty where the specification has no fixed server. */
const tryForm = (
  { body = "", form, method }: RequestSample,
  { action, operation, page, siteSpace }: TriedOperation,
  words: Words
): Html => {
  if (form === undefined) return nothing
  const { contentType, fields, servers } = form
  const choice =
    servers.length > 1 &&
    html`<label><span>${words.server}</span><select name="server">${servers.map((each) => html`<option>${each}</option>`)}</select></label>`
  const text =
    contentType !== undefined &&
    html`<label><span>${words.body} <small>${contentType}</small></span><textarea name="body" rows="6" spellcheck="false">\n${body}</textarea></label>`
  return html`<details class="try"><summary>${words.tryIt}</summary><form method="post" action="${action}"><input type="hidden" name="siteSpace" value="${siteSpace}"><input type="hidden" name="page" value="${page}"><input type="hidden" name="operation" value="${operation}">${choice}${fields.map((field) => input(field, words))}${text}<p><button>${words.send}</button> <small>${filled(words.sends, method, [...new Set(servers.map((each) => new URL(each).host))].join(" / "))}</small></p></form></details>`
}

/** The text of a page, and the targets of its references. */
export interface BodyText extends Found, ReadText {
  readonly language: string
  /** An earlier text, from which the differences are marked. */
  readonly before?: ReadText | undefined
  /** Additional information of the forms that send requests; without it, there are no such forms. */
  readonly tried?: Omit<TriedOperation, "operation"> | undefined
  /** Whether the page is on a server, which readers can ask for fields that it does not show. */
  readonly canAsk?: boolean | undefined
  /** Where diagrams are drawn; they are shown as code when absent. */
  readonly draws?: "on the server" | "in browsers, too" | undefined
}

/** The rendered text of a page. */
export interface RenderedBody {
  /** HTML. */
  readonly body: string
  readonly headings: ReadonlyArray<Heading>
  /** The anchor of the page's title; absent where its text does not begin with that. */
  readonly titleAnchor: string | undefined
  /** Whether browsers draw some of its diagrams. */
  readonly isDrawnInBrowsers: boolean
}

/** A text with its differences from an earlier one marked. Its operations keep their specifications. */
const markedSince = (before: ReadText, after: ReadText): ReadText => {
  const nodes = markChanges(before.nodes, after.nodes)
  const keyed = ({ nodes: all, operations, requests }: ReadText) =>
    operationTags(all).map((tag, i) => [JSON.stringify(tag), [operations[i], requests[i]]] as const)
  const shown = new Map([...keyed(before), ...keyed(after)])
  const found = operationTags(nodes).map((tag) => shown.get(JSON.stringify(tag)))
  return { ...after, nodes, operations: found.map((each) => each?.[0]), requests: found.map((each) => each?.[1]) }
}

/** Renders a text, with the diagrams that are drawn, if any are. */
export const renderedBody = (text: BodyText, diagrams?: PageDiagrams): RenderedBody => {
  const { before, language, tried } = text
  const read = before === undefined ? text : markedSince(before, text)
  const words = wordsIn(language)
  const { body, headings, titleAnchor } = pageBody(read, {
    ...surroundingsOf(language, text),
    diagram: diagrams?.diagram,
    ...(text.canAsk === true && { moreFields: fieldsHref }),
    ...(tried !== undefined && { tryForm: (request, operation) => tryForm(request, { ...tried, operation }, words) })
  })
  return { body: body.text, headings, titleAnchor, isDrawnInBrowsers: diagrams?.isLeftToBrowsers() ?? false }
}

/** The weight of a text; comparing two texts takes longer than parsing both. */
const weightOf = ({ before, ...text }: BodyText): number => {
  const weigh = ({ nodes, operations, requests }: ReadText): number =>
    nodesWeight(nodes) +
    dataWeight(operations) +
    requests.reduce((sum, request) => sum + 4 * codeWeight(dataWeight(request)), 0)
  return weigh(text) + (before === undefined ? 0 : 4 * weigh(before))
}

/** Renders the text of a page. Diagrams are drawn by a large library, which is loaded only for them. */
export const bodyTask: Task<BodyText, RenderedBody> = {
  name: "reader/body",
  size: weightOf,
  run: async (text) => {
    if (text.draws === undefined || !hasDiagram(text.nodes)) return renderedBody(text)
    const { pageDiagrams } = await import("./Diagrams.js")
    return renderedBody(text, pageDiagrams(wordsIn(text.language), text.draws === "in browsers, too"))
  }
}
