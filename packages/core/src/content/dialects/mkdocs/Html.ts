/** HTML elements: markdown in those with the attribute `markdown`, and the end of the others where they are closed. */
import type { StateBlock } from "markdown-it"
import { lineText, mayBegin, pair, pushHtml, pushText, readBody } from "./Containers.js"
import { enclosuresOf } from "./Enclosures.js"

const beginning = /^<([a-z][a-z0-9]*)\b/i
const reads = /\smarkdown(?:=(?:"(?:1|block|span)"|'(?:1|block|span)'|1|block|span))?(?=[\s>/])/i
const closingTag = /<\/[a-z][a-z0-9]*\s*>/gi

const fence = /^[ \t]*(?:```|~~~)/m

/** The maximum number of lines of an opening tag. */
const longestTag = 20

/** The maximum number of lines of an element without markdown. */
const longestHtml = 500

/** The opening tag that begins on a line, and the line on which it ends; `undefined` if it is too long. */
const openingTag = (state: StateBlock, line: number, last: number) => {
  let text = ""
  for (let next = line; next <= last && next < line + longestTag; next++) {
    const own = lineText(state, next)
    const at = own.indexOf(">")
    if (at >= 0) return { tag: text + own.slice(0, at + 1), rest: own.slice(at + 1).trim(), line: next }
    text += `${own} `
  }
  return undefined
}

/** The least indentation of some lines. */
const leastIndent = (state: StateBlock, from: number, to: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let line = from; line < to; line++) if (!state.isEmpty(line)) least = Math.min(least, state.sCount[line]!)
  return Math.max(state.blkIndent, Number.isFinite(least) ? least : 0)
}

/** The offset of the last closing tag in a line, and the offset after it. */
const lastTag = (text: string): { readonly start: number; readonly end: number } => {
  const found = [...text.matchAll(closingTag)].at(-1)
  return found === undefined
    ? { start: text.length, end: text.length }
    : { start: found.index, end: found.index + found[0].length }
}

/** The markdown of an element, between its tags. */
const withMarkdown = (
  state: StateBlock,
  line: number,
  last: number,
  opened: NonNullable<ReturnType<typeof openingTag>>
): void => {
  const closed = last === opened.line ? opened.rest : lineText(state, last)
  const { end, start } = lastTag(closed)
  const [before, tag] = [closed.slice(0, start).trim(), closed.slice(start, end)]
  pair(state, "markdown", [line, last + 1], {}, () => {
    pushHtml(state, opened.tag, line, opened.line + 1)
    if (last > opened.line) {
      if (opened.rest !== "") pushText(state, opened.rest, opened.line)
      readBody(state, opened.line + 1, last, leastIndent(state, opened.line + 1, last))
    }
    if (before !== "") pushText(state, before, last)
    pushHtml(state, tag + closed.slice(end), last)
  })
}

/** Whether markdown would take lines of an element for code, as they are indented below a blank line. */
const looksLikeCode = (state: StateBlock, line: number, last: number): boolean => {
  for (let next = line + 1; next < last; next++) {
    if (!state.isEmpty(next) || state.isEmpty(next + 1)) continue
    if (state.sCount[next + 1]! - state.blkIndent >= 4 && lineText(state, next + 1).startsWith("<")) return true
  }
  return false
}

const hasBlank = (state: StateBlock, line: number, last: number): boolean => {
  for (let next = line + 1; next < last; next++) if (state.isEmpty(next)) return true
  return false
}

/** An element that is closed: its markdown, or all of it as HTML, which ends there and not at a blank line. */
export const htmlElement = (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (silent || state.src.charCodeAt(start) !== 60 || !mayBegin(state, line)) return false
  if (!beginning.test(state.src.slice(start, start + 20))) return false
  const last = enclosuresOf(state).elements.get(line)
  if (last === undefined || last >= end || state.sCount[last]! < state.blkIndent) return false
  const opened = openingTag(state, line, last)
  if (opened === undefined) return false
  if (reads.test(opened.tag)) {
    withMarkdown(state, line, last, opened)
    return true
  }
  if (last - line > longestHtml) return false
  const html = state.getLines(line, last + 1, state.blkIndent, true)
  if (reads.test(html) || fence.test(html) || (hasBlank(state, line, last) && !looksLikeCode(state, line, last)))
    return false
  pushHtml(state, html, line, last + 1)
  state.line = last + 1
  return true
}

/** An opening or closing tag that is all of a line, next to markdown that its element holds. */
export const loneTag = (state: StateBlock, line: number, _end: number, silent: boolean): boolean => {
  if (silent || state.src.charCodeAt(state.bMarks[line]! + state.tShift[line]!) !== 60 || !mayBegin(state, line))
    return false
  const text = lineText(state, line)
  if (!/^<(?:[a-z][a-z0-9]*\b[^<>]*|\/[a-z][a-z0-9]*\s*)>$/i.test(text) || !(reads.test(text) || text[1] === "/"))
    return false
  pushHtml(state, text, line)
  state.line = line + 1
  return true
}

/** Running text after a comment at the beginning of its line, which would otherwise be part of the comment's HTML. */
export const afterComment =
  (paragraph: (state: StateBlock, line: number, end: number, silent: boolean) => boolean) =>
  (state: StateBlock, line: number, end: number, silent: boolean): boolean => {
    const start = state.bMarks[line]! + state.tShift[line]!
    if (silent || !state.src.startsWith("<!--", start) || !mayBegin(state, line)) return false
    return /^(?:<!--(?:(?!-->).)*-->[ \t]*)+[^\s<]/.test(lineText(state, line)) && paragraph(state, line, end, silent)
  }
