/** Finds the code and comments of a markdown text, which conversions leave unchanged. */

const fence = /^[ \t]*(?:(?:[-*+>]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\n]*)$/

/** The marker with which a line opens a fenced code block; `undefined` if it does not. */
export const fenceOf = (line: string): string | undefined => {
  const match = fence.exec(line)
  if (match === null || (match[1]!.startsWith("`") && match[2]!.includes("`"))) return undefined
  return match[1]
}

/** Whether a line closes the fenced code block that `mark` opened. */
export const closesFence = (line: string, mark: string): boolean => {
  const bare = line.replace(/^[ \t>]+/, "").trimEnd()
  return bare.length >= mark.length && bare === mark[0]!.repeat(bare.length)
}

/** The index of the line after the fenced code block that begins at a line. */
export const fenceEnd = (lines: ReadonlyArray<string>, from: number): number => {
  const mark = fenceOf(lines[from]!)
  if (mark === undefined) return from
  let at = from + 1
  while (at < lines.length && !closesFence(lines[at]!, mark)) at++
  return Math.min(at + 1, lines.length)
}

/** An inline code span within one paragraph, or a comment. */
const inline = /(?<!`)(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S]){0,2000}?[^`])\1(?!`)|<!--[\s\S]*?(?:-->|$)/g

/** A part of a text. */
interface TextPart {
  readonly text: string
  readonly code: boolean
}

/**
 * The parts of a text in order, and whether each is code or a comment. With `blocks`, only code blocks count as code.
 */
export const codeParts = (text: string, blocks = false): ReadonlyArray<TextPart> => {
  const parts: Array<TextPart> = []
  const prose = (part: string): void => {
    let from = 0
    for (const found of !blocks && /`|<!--/.test(part) ? part.matchAll(inline) : []) {
      if (found.index > from) parts.push({ text: part.slice(from, found.index), code: false })
      parts.push({ text: found[0], code: true })
      from = found.index + found[0].length
    }
    if (from < part.length) parts.push({ text: part.slice(from), code: false })
  }
  const lines = text.split("\n")
  let start = 0
  let at = 0
  const join = (from: number, to: number): string => lines.slice(from, to).join("\n") + (to < lines.length ? "\n" : "")
  while (at < lines.length) {
    const end = fenceEnd(lines, at)
    if (end === at) {
      at++
      continue
    }
    if (at > start) prose(join(start, at))
    parts.push({ text: join(at, end), code: true })
    start = at = end
  }
  if (at > start) prose(join(start, at))
  return parts
}

/** Replaces the text between `open` and `close`, including both. Unclosed spans are kept. */
export const replaceSpans = (
  text: string,
  open: string,
  close: string,
  change: (content: string) => string
): string => {
  let out = ""
  let at = 0
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, at)) {
    const end = text.indexOf(close, start + open.length)
    if (end < 0) break
    out += text.slice(at, start) + change(text.slice(start + open.length, end))
    at = end + close.length
  }
  return out + text.slice(at)
}

const changed = (parts: ReadonlyArray<TextPart>, change: (part: string) => string): string =>
  parts.map((part) => (part.code ? part.text : change(part.text))).join("")

/** Applies `change` to everything but code and comments. */
export const outsideCode = (text: string, change: (part: string) => string): string => changed(codeParts(text), change)

/** Applies `change` to everything but code blocks. */
export const outsideBlocks = (text: string, change: (part: string) => string): string =>
  changed(codeParts(text, true), change)
