/** The one configuration of markdown-it that everything reads markdown with: GitHub flavour, HTML, and block tags. */
import MarkdownIt, { type MarkdownIt as Parser, type StateBlock, type Token } from "markdown-it"
import { type BlockTag, tagAt } from "./BlockTag.js"
import type { ContentNode } from "./ContentNode.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { notePlaces } from "./TokenPlaces.js"

/** The name of the tokens that the block tags become; their `meta.tag` is the {@link BlockTag}. */
export const tagToken = "block_tag"

const paragraph = (state: StateBlock, text: string, line: number, column: number): void => {
  state.push("paragraph_open", "p", 1).map = [line, line + 1]
  const inline = state.push("inline", "", 0)
  inline.content = text
  inline.map = [line, line + 1]
  inline.meta = { column }
  inline.children = []
  state.push("paragraph_close", "p", -1)
}

/** Adds the token of a block tag that stands on a line. */
export const pushTag = (state: StateBlock, tag: BlockTag, line: number): void => {
  const token = state.push(tagToken, "", 0)
  token.block = true
  token.meta = { tag }
  token.map = [line, line + 1]
}

/** A line that begins with a tag: its tags become tokens, and the text between them paragraphs. */
const tagRule = (state: StateBlock, line: number, _end: number, silent: boolean): boolean => {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(start) !== 123 || state.src.charCodeAt(start + 1) !== 37) return false
  if (state.sCount[line]! - state.blkIndent >= 4) return false
  let tag = tagAt(state.src, start)
  if (tag === undefined) return false
  if (silent) return true
  const stop = state.eMarks[line]!
  const lineStart = state.src.lastIndexOf("\n", start - 1) + 1
  let from = start
  while (from < stop) {
    const next = state.src.indexOf("{%", from)
    tag = next < 0 || next >= stop ? undefined : tagAt(state.src, next)
    const until = tag?.start ?? stop
    const between = state.src.slice(from, until)
    const text = between.trim()
    if (text !== "") paragraph(state, text, line, from - lineStart + between.length - between.trimStart().length)
    if (tag === undefined) break
    pushTag(state, tag, line)
    from = tag.end
  }
  state.line = line + 1
  return true
}

const isBlank = (code: number): boolean => code === 32 || code === 9

/** The offset at which the end tags begin that a line ends with, after some text; -1 if it ends with none. */
const endTagsAt = (line: string): number => {
  let found = -1
  for (let end = line.length; ; end = found) {
    while (end > 0 && isBlank(line.charCodeAt(end - 1))) end--
    const at = line.endsWith("%}", end) ? line.lastIndexOf("{%", end - 2) : -1
    if (at < 0 || !/^\{%-?[ \t]*end[a-z]/i.test(line.slice(at, at + 20)) || tagAt(line, at)?.end !== end) break
    found = at
  }
  return found > 0 && line.slice(0, found).trim() !== "" ? found : -1
}

/** A paragraph ends after a line that ends with an end tag, as editors of Git-synced documentation write it. */
const afterEndTag = (state: StateBlock, line: number, _end: number, silent: boolean): boolean =>
  silent && line > 0 && endTagsAt(state.src.slice(state.bMarks[line - 1], state.eMarks[line - 1])) >= 0

/** A paragraph, and then the end tags after its text. */
const paragraphRule =
  (rule: typeof tagRule) =>
  (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
    if (!rule(state, line, end, silent)) return false
    const last = state.line - 1
    const [start, stop] = [state.bMarks[last]!, state.eMarks[last]!]
    const tags = endTagsAt(state.src.slice(start, stop))
    const inline = state.tokens.at(-2)
    if (tags < 0 || inline === undefined) return true
    inline.content = inline.content.slice(0, endTagsAt(inline.content)).trimEnd()
    inline.meta = { until: start + tags - (state.src.lastIndexOf("\n", start - 1) + 1) }
    for (let at = start + tags; at >= 0 && at < stop; at = state.src.indexOf("{%", at + 2)) {
      const tag = tagAt(state.src, at)
      if (tag !== undefined) pushTag(state, tag, last)
    }
    return true
  }

/** HTML that markdown ends by its closing tag or sign: scripts, preformatted text, comments and declarations. */
const closedHtml = /^<(?:(?:script|pre|style|textarea)(?:[\s>]|$)|[!?])/i

/** The lines up to which no tag begins a line, from the last search of each state: no line is searched twice. */
const searched = new WeakMap<StateBlock, { readonly level: number; readonly until: number }>()

/** The first line after another that begins with a tag, before a blank line. */
const tagBelow = (state: StateBlock, line: number, end: number): number | undefined => {
  const { level } = state
  const before = searched.get(state)
  if (before?.level === level && line < before.until) return undefined
  let next = line + 1
  for (; next < end && !state.isEmpty(next) && state.sCount[next]! >= state.blkIndent; next++) {
    const from = state.bMarks[next]! + state.tShift[next]!
    if (state.src.charCodeAt(from) === 123 && tagAt(state.src, from) !== undefined) return next
  }
  searched.set(state, { level, until: next })
  return undefined
}

/**
 * HTML directly above a line that begins with a tag ends there, as editors of Git-synced documentation write it:
 * otherwise it would only end at a blank line, and the tag would be part of the HTML.
 */
const htmlRule = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (silent || state.src.charCodeAt(start) !== 60) return false
  if (closedHtml.test(state.src.slice(start, start + 12))) return false
  const tag = tagBelow(state, line, end)
  if (tag === undefined) return false
  state.md.block.tokenize(state, line, tag)
  return true
}

/**
 * The name of the tokens that stand for one node of a document, their `meta.node`: extensions of the parser read it.
 */
export const nodeToken = "document_node"

/** A separate parser. */
const newParser = (): Parser => {
  const parser = new MarkdownIt({ html: true, linkify: false, typographer: false })
  parser.validateLink = () => true
  parser.normalizeLink = (url) => url
  notePlaces(parser)
  parser.block.ruler.before("fence", "block_tag", tagRule, { alt: ["paragraph", "reference", "blockquote", "list"] })
  parser.block.ruler.before("html_block", "html_above_tag", htmlRule)
  parser.block.ruler.before("paragraph", "after_end_tag", afterEndTag, { alt: ["paragraph"] })
  parser.block.ruler.at("paragraph", paragraphRule(parser.block.ruler.getRules("").at(-1)!))
  return parser
}

/** Makes one parser for each reading, with what `extend` adds to all of them. They keep no state between calls. */
export const parsersOf = (extend: (parser: Parser) => void): ((reading: Reading) => Parser) => {
  const parsers = new WeakMap<Reading, Parser>()
  return (reading) => {
    const known = parsers.get(reading)
    if (known !== undefined) return known
    const parser = newParser()
    extend(parser)
    reading.extend(parser)
    parsers.set(reading, parser)
    return parser
  }
}

/** The parser of a reading. */
export const parserOf = parsersOf(() => undefined)

/** The parser of {@link gitbookReading}. */
export const markdownIt: Parser = parserOf(gitbookReading)

/** The tag of a {@link tagToken} token. */
export const tagOf = (token: Token): BlockTag | undefined =>
  token.type === tagToken ? (token.meta?.tag as BlockTag | undefined) : undefined

/** The node of a {@link nodeToken} token. */
export const nodeOf = (token: Token): ContentNode | undefined =>
  token.type === nodeToken ? (token.meta?.node as ContentNode | undefined) : undefined

const visible = /[\\`*_[\]<&~!]/

/** The plain text of some inline tokens: no markup, images by their alternative text, line breaks as spaces. */
export const inlineText = (tokens: ReadonlyArray<Token>): string => {
  let text = ""
  for (const token of tokens) {
    if (token.type === "text" || token.type === "code_inline") text += token.content
    else if (token.type === "softbreak" || token.type === "hardbreak") text += " "
    else if (token.type === "image") text += inlineText(token.children ?? [])
  }
  return text
}

/** The plain text of inline markdown. */
export const plainText = (markdown: string): string => {
  if (!visible.test(markdown)) return markdown
  return inlineText(markdownIt.parseInline(markdown, {})[0]?.children ?? [])
}

/** Text with its HTML entities and, unless `html`, its backslash escapes decoded. */
export const unescape = (text: string, html = false): string =>
  text.includes("&") || (!html && text.includes("\\"))
    ? markdownIt.utils.unescapeAll(html ? text.replaceAll("\\", "\\\\") : text)
    : text
