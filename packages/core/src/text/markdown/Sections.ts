/** A page split at its headings: its plain text, which search indexes, and the links of its body. */
import type { Token } from "markdown-it"
import { cutAnchor, elementAnchor, uniqueAnchor } from "./Anchors.js"
import type { NodeType } from "./ContentNode.js"
import { split } from "./FrontMatter.js"
import { type TitleHeading, withoutTitle } from "./Heading.js"
import { inlineText, parserOf, tagOf, unescape } from "./Parser.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { type SectionLink, tokenLinks } from "./TokenLinks.js"

/** A section of a page. Section 0 is everything before the first heading; its heading and anchor are empty. */
export interface Section {
  readonly heading: string
  readonly anchor: string
  readonly text: string
  readonly links: ReadonlyArray<SectionLink>
}

const textLimit = 20_000
const headingLimit = 1_000
const hidden = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const tagsInLine = /\{%(?:(?!\{%|%\})[^\n])*%\}/g
const htmlTag = /<\/?[A-Za-z][^<>]*>/g
const htmlBreak = /<\/?(?:p|div|br|li|ul|ol|tr|td|th|table|h[1-6]|summary|figcaption|section|dt|dd)\b[^<>]*>/gi

/** The tags whose contents search leaves out. */
const hidingTags: Readonly<Record<NodeType<"hidden">, true>> = { if: true }
const hides = (tag: string | undefined): boolean => tag !== undefined && Object.hasOwn(hidingTags, tag)

const htmlText = (html: string): string =>
  unescape(
    html.replaceAll(hidden, " ").replaceAll(tagsInLine, " ").replaceAll(htmlBreak, "\n").replaceAll(htmlTag, ""),
    true
  )
    .replaceAll(/[ \t]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim()

/** A heading's text and its explicit anchor. */
const readHeading = (inline: Token): { readonly text: string; readonly id: string | undefined } => {
  const text = inlineText(inline.children ?? []).trim()
  const cut = cutAnchor(text)
  return cut === undefined ? { text, id: elementAnchor(inline.content) } : { text: cut.text, id: cut.anchor }
}

/** A text that is only for some readers, within a line or to its end. */
const conditional = /\{%-?[ \t]*if\b[\s\S]*?(?:\{%-?[ \t]*endif[ \t]*-?%\}|$)/g

const blockText = (token: Token): string => {
  if (token.type === "inline") {
    const text = inlineText(token.children ?? [])
    return text.includes("{%") ? text.replaceAll(conditional, " ").replaceAll(tagsInLine, " ") : text
  }
  if (token.type === "fence" || token.type === "code_block") return token.content
  return token.type === "html_block" ? htmlText(token.content) : ""
}

/** The beginning of a text that is longer than it may be. */
const within = (text: string, limit: number): string =>
  text.length > limit ? text.slice(0, limit).toWellFormed() : text

let last: { readonly markdown: string; readonly reading: Reading; readonly sections: ReadonlyArray<Section> } = {
  markdown: "",
  reading: gitbookReading,
  sections: []
}

/**
 * {@link sectionsOf} a text, with the last result cached: search and links need the sections of a page one right after
 * the other. An empty text has one empty section.
 */
export const sections = (markdown: string, reading: Reading = gitbookReading): ReadonlyArray<Section> => {
  if (markdown === "") return cut(markdown, reading)
  if (last.markdown !== markdown || last.reading !== reading) {
    last = { markdown, reading, sections: cut(markdown, reading) }
  }
  return last.sections
}

const cut = (markdown: string, reading: Reading): ReadonlyArray<Section> => {
  const shown = withoutTitle(markdown, reading)
  return sectionsOf(tokensOf(shown.markdown, reading), shown.title, reading)
}

/** The tokens of a text's body. */
export const tokensOf = (markdown: string, reading: Reading = gitbookReading): ReadonlyArray<Token> =>
  parserOf(reading).parse(markdown.slice(split(markdown).bodyStart), {})

/**
 * Splits the {@link tokensOf} a text without its `title` at the headings of level 1 to 3; deeper ones are text. Anchors are GitHub's, or set by the page with
 * `{#id}` or `<a id="…">`, and unique in the page (`-1`, `-2`). Texts are plain, at most 20,000 characters each, and
 * headings at most 1,000. Content between `{% if %}` and `{% endif %}` yields links, but no text: it is not for
 * everybody who may search.
 */
export const sectionsOf = (
  tokens: ReadonlyArray<Token>,
  title?: TitleHeading,
  reading: Reading = gitbookReading
): ReadonlyArray<Section> => {
  const found: Array<Section> = []
  const anchors = new Map<string, number>(title === undefined ? [] : [[title.anchor, 0]])
  let current = { heading: "", anchor: "" }
  let links: Array<SectionLink> = []
  let parts: Array<string> = []
  let length = 0
  let cell = false
  let conditions = 0
  const close = (): void => {
    const { anchor, heading } = current
    found.push({
      anchor,
      heading: within(heading, headingLimit),
      text: within(parts.join("").trim(), textLimit),
      links
    })
    parts = []
    links = []
    length = 0
  }
  if (title !== undefined) for (const token of parserOf(reading).parseInline(title.raw, {})) tokenLinks(token, links)
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const tag = tagOf(token)?.name
    if (hides(tag)) conditions++
    else if (tag?.startsWith("end") && hides(tag.slice(3))) conditions = Math.max(0, conditions - 1)
    if (conditions > 0) {
      tokenLinks(token, links)
      continue
    }
    if (token.type === "heading_open") {
      const inline = tokens[index + 1]!
      const { text, id } = readHeading(inline)
      const anchor = id ?? uniqueAnchor(reading.headings.id(text), anchors, reading.headings)
      if (id !== undefined) anchors.set(id, anchors.get(id) ?? 0)
      index += 2
      if (token.level === 0 && token.tag <= "h3") {
        close()
        current = { heading: text, anchor }
      } else if (length < textLimit) parts.push(text, "\n")
      tokenLinks(inline, links)
      continue
    }
    cell = token.type === "th_open" || token.type === "td_open" || (cell && token.type === "inline")
    tokenLinks(token, links)
    const text = blockText(token)
    if (text === "") continue
    if (length < textLimit) parts.push(text, cell ? " " : "\n")
    length += text.length
  }
  close()
  return found
}
