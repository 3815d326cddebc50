/** The configuration of the markdown parser that reports source offsets. */
import { GFM, InlineContext, type MarkdownConfig, type MarkdownParser, parser } from "@lezer/markdown"
import { bodyMayReferLocally } from "./References.js"

const destinationLimit = 4_096
const parenthesesLimit = 32

/** Whether a character is white space between the parts of a link. */
export const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13

/**
 * Whether the text after `](` looks like a destination with an optional title and `)`, within limits that keep the time
 * for a text proportional to its length.
 */
const closesInline = (text: string, from: number): boolean => {
  const end = Math.min(text.length, from + destinationLimit)
  let at = from
  const skip = (): void => {
    while (at < end && isSpace(text.charCodeAt(at))) at++
  }
  const until = (close: number): boolean => {
    for (at++; at < end; at++) {
      const code = text.charCodeAt(at)
      if (code === 92) at++
      else if (code === close) return at++ < end
      else if (close === 62 && (code === 60 || code === 10)) return false
    }
    return false
  }
  skip()
  if (text.charCodeAt(at) === 60) {
    if (!until(62)) return false
  } else {
    for (let depth = 0; at < end; at++) {
      const code = text.charCodeAt(at)
      if (isSpace(code) || (code === 41 && depth === 0)) break
      if (code === 92) at++
      else if (code === 40 && ++depth > parenthesesLimit) return false
      else if (code === 41) depth--
    }
  }
  skip()
  const quote = text.charCodeAt(at)
  if ((quote === 34 || quote === 39 || quote === 40) && !until(quote === 40 ? 41 : quote)) return false
  skip()
  return at < end && text.charCodeAt(at) === 41
}

/** Brackets that begin no link stay text, so that `[[1]](a.md)` is parsed as a link. */
const plainBrackets: MarkdownConfig = {
  parseInline: [
    {
      name: "PlainBrackets",
      before: "LinkEnd",
      parse: (cx, next, position) => {
        if (next !== 93) return -1
        const after = cx.char(position + 1)
        if (after === 91 || (after === 40 && closesInline(cx.text, position + 2 - cx.offset))) return -1
        const link = cx.findOpeningDelimiter(InlineContext.linkStart)
        const image = cx.findOpeningDelimiter(InlineContext.imageStart)
        const opening = Math.max(link ?? -1, image ?? -1)
        if (opening < 0) return -1
        for (const element of cx.takeContent(opening)) cx.addElement(element)
        return position + 1
      }
    }
  ]
}

/**
 * The amount of running text that is parsed in one piece. Matching brackets and marks takes quadratic time, and
 * recurses as deeply as the text is long.
 */
const pieceLimit = 8_192

/** The number of spaces that are tried in the search for a place between two links to cut a text. */
const cutsTried = 64

/**
 * The end of a piece of a text that begins at `from`: at a space outside of brackets, if there is one near the limit.
 */
const pieceEnd = (text: string, from: number): number => {
  const most = from + pieceLimit
  if (most >= text.length) return text.length
  let end = most
  for (let tries = 0; tries < cutsTried; tries++) {
    while (end > from + pieceLimit / 2 && !isSpace(text.charCodeAt(end - 1))) end--
    if (end <= from + pieceLimit / 2) break
    const before = text.slice(from, end)
    if (before.lastIndexOf("[") <= Math.max(before.lastIndexOf("]"), before.lastIndexOf(")"))) return end
    end--
  }
  const last = text.charCodeAt(most - 1)
  return last >= 0xd800 && last <= 0xdbff ? most - 1 : most
}

/** A text without any of these has no link, no code and no HTML: most paragraphs need no parsing at all. */
const mayHold = /[[<`]/

/** A parser that only parses running text that may contain something. */
const parserOf = (mayHold: (text: string) => boolean): MarkdownParser => {
  const made = parser.configure([GFM, plainBrackets])
  const parseWhole = made.parseInline.bind(made)
  made.parseInline = (text, offset) => {
    if (!mayHold(text)) return []
    if (text.length <= pieceLimit) return parseWhole(text, offset)
    const elements: ReturnType<typeof parseWhole> = []
    for (let from = 0; from < text.length; ) {
      const end = pieceEnd(text, from)
      for (const element of parseWhole(text.slice(from, end), offset + from)) elements.push(element)
      from = end
    }
    return elements
  }
  return made
}

/**
 * The parser that knows the positions of links, code and HTML; other inline marks are ignored. Anything that spans more
 * than {@link pieceLimit} of one paragraph may stay text.
 */
export const offsetParser = parserOf((text) => mayHold.test(text))

/** {@link offsetParser} without the running text in which nothing refers to the text's own folder or space. */
export const localParser = parserOf(
  (text) => mayHold.test(text) && (text.includes("{%") || bodyMayReferLocally(text, 0))
)
