/** A quick scan of a text, which shows for most that they are within their limits. */
import type { TextBounds } from "./TextSize.js"

/** The minimum length of the beginning of a line that nests more deeply than allowed. */
const deepLine = /^[ \t>*+\-\d.)]{16}/m

const occurs = (text: string, part: string, times: number): boolean => {
  let count = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) if (++count > times) return true
  return false
}

/** The characters that may precede the content of a line: spaces, and the marks of quotes and list items. */
const lead = /[ \t>*+\-\d.)]*/y
const underline = /=+[ \t]*$/y

/** Whether a line may be a heading, or an underline that makes the line above one. */
const mayBeHeading = (line: string): boolean => {
  lead.lastIndex = 0
  const content = lead.exec(line)?.[0].length ?? 0
  if (content === line.length) return line.includes("-")
  underline.lastIndex = content
  return line[content] === "#" || underline.test(line)
}

const mayHaveHeadings = (text: string, most: number, lines: number): boolean => {
  if (!occurs(text, "\n", most - 1) && !text.includes("\r")) return false
  if (occurs(text, "\n", lines) || occurs(text, "\r", lines)) return true
  let count = 0
  for (const [line] of text.matchAll(/[^\r\n]+/g)) if (mayBeHeading(line) && ++count > most) return true
  return false
}

/** The number of lines that are examined one by one where others wait. */
export const linesAtOnce = 20_000

/**
 * Whether a text may exceed its limits: a cheap scan, where only `false` is certain. A text of more than `lines` lines
 * may, whatever they are.
 */
export const mayExceed = (text: string, { headings, links, nesting }: TextBounds, lines = Infinity): boolean =>
  mayHaveHeadings(text, headings, lines) ||
  ["]", "<", "=", "{%"].some((part) => occurs(text, part, links / 4)) ||
  occurs(text, "{%", nesting / 2) ||
  deepLine.test(text)
