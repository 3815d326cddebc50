/** Long texts in parts of a bounded size. */
import { shortHash } from "@lectern/http/internal/foundation/dispatcher/EntityTag"

/** The maximum size of a part, in bytes as JSON. An answer of MCP has it twice: as text, and as structured content. */
export const partBytes = 24_000

/** A part of a text, and the cursor of the next one, if there is more. */
export interface TextPart {
  readonly text: string
  readonly next?: string
}

/** How many bytes a character takes in JSON: a lone surrogate and a control character are written as escapes. */
const jsonBytes = (code: number): number => {
  if (code === 34 || code === 92) return 2
  if (code < 32 || (code >= 0xd800 && code <= 0xdfff)) return 6
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code > 0xffff ? 4 : 3
}

/** The end of the part that begins at `start`: after a line, if one ends in the second half of the part. */
const endOf = (text: string, start: number): number => {
  let [at, bytes, line] = [start, 0, start]
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0
    bytes += jsonBytes(code)
    if (bytes > partBytes) return line - start > (at - start) / 2 ? line : at
    at += code > 0xffff ? 2 : 1
    if (code === 10) line = at
  }
  return at
}

const cursorAt = (text: string, at: number): string => `${at}-${shortHash(text)}`

const startOf = (text: string, cursor: string): number | undefined => {
  const start = Number.parseInt(cursor, 10)
  return start > 0 && start < text.length && cursor === cursorAt(text, start) ? start : undefined
}

/**
 * The first part of a text, or the one that a cursor names; `undefined` if that is not a cursor of this text. The parts
 * together are the whole text, and a cursor is not valid for any other text.
 */
export const partOf = (text: string, cursor?: string): TextPart | undefined => {
  const start = cursor === undefined ? 0 : startOf(text, cursor)
  if (start === undefined) return undefined
  const end = endOf(text, start)
  const part = { text: text.slice(start, end) }
  return end === text.length ? part : { ...part, next: cursorAt(text, end) }
}
