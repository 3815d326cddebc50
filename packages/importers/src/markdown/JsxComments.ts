/** Removes the comments of JSX. */
import { closesFence, fenceOf } from "./Code.js"

/** Code in a line, or the beginning of a comment. */
const piece = /(?<!`)(`+)(?!`)(?:[^\n]{0,2000}?[^`\n])\1(?!`)|\{\/\*/g

/** The beginning of the line after the one at an offset. */
const lineAfter = (text: string, at: number): number => {
  const end = text.indexOf("\n", at)
  return end < 0 ? text.length : end + 1
}

/** The offset after the code block that begins at the beginning of a line; that offset if there is none. */
const blockEnd = (text: string, from: number): number => {
  let at = lineAfter(text, from)
  const mark = fenceOf(text.slice(from, at).trimEnd())
  if (mark === undefined) return from
  for (let isClosed = false; at < text.length && !isClosed; ) {
    const end = lineAfter(text, at)
    isClosed = closesFence(text.slice(at, end), mark)
    at = end
  }
  return at
}

/** A text without comments, which may have code blocks. Comments in code, and one that is not closed, are kept. */
export const withoutComments = (text: string): string => {
  let out = ""
  let kept = 0
  let line = 0
  piece.lastIndex = 0
  for (let found = piece.exec(text); found !== null; found = piece.exec(text)) {
    while (line <= found.index) {
      const end = blockEnd(text, line)
      line = end > line ? end : lineAfter(text, line)
      if (end > found.index) piece.lastIndex = end
    }
    if (piece.lastIndex > found.index + found[0].length || found[0] !== "{/*") continue
    const end = text.indexOf("*/}", found.index)
    if (end < 0) break
    out += text.slice(kept, found.index)
    kept = end + 3
    piece.lastIndex = kept
    if (kept > line) line = lineAfter(text, kept)
  }
  return out + text.slice(kept)
}
