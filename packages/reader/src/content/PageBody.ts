/** Renders the text of a page, and collects the parts of it that the rest of the page needs. */

import { readingFor } from "@lectern/core/internal/content/dialects/Dialects"
import { operationTags, type ReadText } from "@lectern/core/internal/publishing/site-reading/ReadingTask"
import type { ContentNode } from "@lectern/core/internal/text/markdown/ContentNode"
import { foldHtml } from "@lectern/core/internal/text/markdown/HtmlNodes"
import { footnotesIn, headingLevel, plainText } from "@lectern/core/internal/text/markdown/NodeReading"
import { readingNodes } from "@lectern/core/internal/text/markdown/ReadingNodes"
import { makeHighlight } from "../html/Code.js"
import { type Html, html, nothing } from "../html/Html.js"
import { makeFormulas } from "../html/MathMl.js"
import { blocks } from "./Blocks.js"
import { inlines } from "./Inlines.js"
import { Places } from "./Places.js"
import type { Heading, Rendering } from "./Rendering.js"

/** The part of a page below its title. */
export interface PageBody {
  readonly body: Html
  /** The headings of the second and third level, for the table of contents. */
  readonly headings: ReadonlyArray<Heading>
  /** The anchor of the page's title; absent where its text does not begin with that. */
  readonly titleAnchor: string | undefined
}

/** Resolves the references of a page. */
export type Surroundings = Pick<
  Rendering,
  "language" | "words" | "link" | "picture" | "icon" | "diagram" | "tryForm" | "moreFields"
>

/** The content of nodes that are marked as changed; removed content is left out. */
const inChanges = (node: ContentNode): ReadonlyArray<ContentNode> =>
  node.type !== "change" ? [node] : node.data?.change === "removed" ? [] : (node.nodes ?? [])

/** Renders the content of a page. */
export const pageBody = (
  { dialect, nodes: read, operations, requests, titleAnchor }: ReadText,
  around: Surroundings
): PageBody => {
  const by = readingFor(dialect)
  const places = new Places(titleAnchor, by)
  const nodes = places.in(read)
  const tags = new Map(
    operationTags(nodes).map((tag, index) => {
      const request = requests[index]
      const form = request === undefined ? undefined : around.tryForm?.(request, index)
      return [tag, { shown: operations[index], request, form: form ?? nothing, more: around.moreFields?.(index) }]
    })
  )
  const texts = footnotesIn(nodes)
  const used = new Map<string, number>()
  const { areTooMany, formula } = makeFormulas()
  let count = 0
  const rendering: Rendering = {
    ...around,
    highlight: makeHighlight(),
    formula,
    anchorOf: (heading) => places.of(heading),
    furtherIdOf: (heading) => places.furtherOf(heading),
    takes: (id) => places.take(id),
    operation: (tag) => tags.get(tag),
    blocks: (inside, inParagraphs) => blocks(inside, rendering, inParagraphs),
    next: () => ++count,
    footnote: (label) => {
      if (!texts.has(label)) return undefined
      const known = used.get(label)
      const number = known ?? used.size + 1
      used.set(label, number)
      return { number, isFirst: known === undefined }
    }
  }
  const text = blocks(nodes, rendering)
  const notes: Array<Html> = []
  // A note may refer to further ones, which come after it.
  for (const [label, number] of used) {
    const inner = foldHtml(readingNodes(texts.get(label) ?? "", by))
    const lines = inner.every(({ type }) => type === "paragraph")
      ? inlines(
          inner.flatMap(({ nodes: line = [] }) => line),
          rendering
        )
      : blocks(inner, rendering)
    notes.push(
      html`<li id="~note-${number}">${lines} <a href="#~ref-${number}" aria-label="${around.words.back}">↩</a></li>`
    )
  }
  const headings = nodes.flatMap(inChanges).flatMap((node): ReadonlyArray<Heading> => {
    const level = headingLevel(node)
    const anchor = rendering.anchorOf(node)
    if (level === undefined || level > 3 || anchor === undefined) return []
    const text = plainText(node.nodes ?? []).trim()
    return text === "" ? [] : [{ level: Math.max(2, level), anchor, text }]
  })
  return {
    body: html`${areTooMany() && html`<p><small>${around.words.formulasLeft}</small></p>`}${text}${notes.length > 0 ? html`<section class="notes" aria-label="${around.words.footnotes}"><ol>${notes}</ol></section>` : nothing}`,
    headings,
    titleAnchor: places.title
  }
}
