/** The heading that a text begins with: the page's title if the front matter has none. */
import { split } from "./FrontMatter.js"
import { markdownIt, plainText } from "./Parser.js"

/** A leading heading. `start` and `end` are the offsets of its text as written, without marks and anchors. */
export interface LeadingHeading {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The offset after the heading's last line. */
  readonly after: number
}

/** Lines without anything, the end, or a comment of its own lines. */
const blank = /(?:[ \t\r\n]*\n|[ \t]*$|[ \t]*<!--[\s\S]*?-->[ \t]*(?:\r?\n|$))/y
const atx = / {0,3}#(?=[ \t\r\n]|$)([^\r\n]*)(?:\r?\n|$)/y
const setext =
  / {0,3}((?:(?![ \t]*(?:[>#=~`|<]|[-*+][ \t]|\d+[.)][ \t]|\{%|```))[^\r\n]+\r?\n){1,100}?) {0,3}=+[ \t]*(?:\r?\n|$)/y
const closingMarks = /(?:^|[ \t])#+$/
const anchors = /(?:[ \t]*(?:<a\b[^>]*>[ \t]*<\/a>|\{#[^}\s]+\}))+$/

/** The number of characters of a heading that are read: far more than a title has, and too few to cause a delay. */
const longestRead = 4_096

const match = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}

/**
 * The level-1 heading (`# title`, or underlined by `=`) that comes before any other content. A longer heading is cut to
 * its first 4,096 characters; one of more than 100 lines does not count.
 */
export const leadingHeading = (markdown: string): LeadingHeading | undefined => {
  let from = split(markdown).bodyStart
  while (from < markdown.length && match(blank, markdown, from) !== null) from = blank.lastIndex
  const found = match(atx, markdown, from)
  const hit = found ?? match(setext, markdown, from)
  if (hit === null) return undefined
  const written = (hit[1] ?? "").trim()
  const raw = found === null || !written.endsWith("#") ? written : written.replace(closingMarks, "").trimEnd()
  const line = found === null ? from : from + hit[0].indexOf("#") + 1
  const start = raw === "" ? line : markdown.indexOf(raw, line)
  const shown = /[>}]$/.test(raw) && raw.length <= 1000 ? raw.replace(anchors, "") : raw
  const after = found === null ? setext.lastIndex : atx.lastIndex
  return {
    text: plainText(
      shown
        .slice(0, longestRead)
        .toWellFormed()
        .split("\n")
        .map((each) => each.trim())
        .join(" ")
    ).trim(),
    start,
    end: start + shown.length,
    after
  }
}

/** A plain text escaped as inline markdown. */
export const escapeInline = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim()
  if (markdownIt.renderInline(line) === markdownIt.utils.escapeHtml(line) && !/[#}\\]$/.test(line)) return line
  return line.replaceAll(/[\\`*_[\]<&~!#{}]/g, "\\$&")
}
