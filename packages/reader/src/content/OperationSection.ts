/** Renders an operation of a specification, with sample requests and collapsible responses. */
import type { RequestSample } from "@lectern/core/internal/publishing/site-reading/RequestSample"
import type { PdfBlock, PdfBlocks } from "@lectern/core/pdf/PdfDocument"
import { type Html, html, nothing, trusted } from "../html/Html.js"
import { codeBlock } from "./CodeBlock.js"
import { type Around, operation } from "./Operations.js"
import type { Rendering } from "./Rendering.js"
import { requestCodes } from "./RequestCode.js"
import { tabPanels } from "./TabPanels.js"

const isCaption = (one: PdfBlock, level: 1 | 2): boolean => one.type === "caption" && one.level === level

/** Whether a block is a paragraph of plain text, and not the name of a media type, which is code. */
const isPlainText = (one: PdfBlock): boolean =>
  one.type === "paragraph" &&
  one.children.every((each) => each.type === "text") &&
  !one.children.slice(0, 1).some((each) => each.type === "text" && each.marks?.includes("code"))

/** Blocks split before each caption of a level; the first part is the blocks before them. */
const cut = (all: PdfBlocks, level: 1 | 2): ReadonlyArray<PdfBlocks> => {
  const parts: Array<Array<PdfBlock>> = [[]]
  for (const one of all) {
    if (isCaption(one, level)) parts.push([])
    parts.at(-1)?.push(one)
  }
  return parts
}

/**
 * Captions of the second level with their contents, as collapsible sections; the first one is open. The beginning of a
 * section is shown next to its caption.
 */
const unfolding = (all: PdfBlocks, around: Around): Html => {
  const [before = [], ...parts] = cut(all, 2)
  const made = parts.map(([caption, ...rest], index) => {
    const [first] = rest
    const said = first !== undefined && isPlainText(first) ? [first] : []
    const title = operation([...(caption === undefined ? [] : [caption]), ...said], around)
    const inside = rest.slice(said.length)
    return inside.length === 0
      ? html`<div class="response">${title}</div>`
      : html`<details class="response"${index === 0 && trusted(" open")}><summary>${title}</summary><div>${operation(inside, around)}</div></details>`
  })
  return html`${operation(before, around)}${made}`
}

/** The part of a specification to render. */
interface Section {
  readonly shown: PdfBlocks
  readonly request: RequestSample | undefined
  /** The form that sends a request. */
  readonly form?: Html | undefined
}

/** Renders the part of a specification that a tag shows. */
export const operationSection = (
  { form = nothing, request, shown }: Section,
  around: Around & Pick<Rendering, "next">
): Html => {
  const parts = cut(shown, 1)
  const at =
    1 +
    Math.max(
      0,
      parts.findIndex((part) => part.some(({ type }) => type === "endpoint"))
    )
  const samples =
    request !== undefined &&
    tabPanels(
      around.words.request,
      requestCodes(request).map(({ code, language, title }) => ({
        title,
        body: codeBlock(code, { ...around, language })
      })),
      around.next,
      "samples"
    )
  const servers =
    request !== undefined &&
    request.servers.length > 1 &&
    html`<p class="servers" hidden><select aria-label="${around.words.server}" autocomplete="off">${request.servers.map((server) => html`<option>${server}</option>`)}</select></p>`
  return html`<div class="operation">${parts.slice(0, at).map((part) => operation(part, around))}${servers}${samples}${form}${parts.slice(at).map((part) => unfolding(part, around))}</div>`
}
