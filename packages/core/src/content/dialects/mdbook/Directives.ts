/** The directives of mdBook: `{{#include file.rs:anchor}}` and its relatives, anywhere in a text. */

/** The lines of a file between two numbers, from 1, both included; or between the comments that name an anchor. */
export type LineRange = { readonly from?: number; readonly to?: number } | { readonly anchor: string }

/**
 * A file that is shown in place of a directive. `start` and `end` are the offsets of its path as written, which is
 * relative to the file that names it.
 */
export interface Inclusion {
  readonly kind: "include" | "rustdoc_include" | "playground"
  readonly path: string
  readonly range: LineRange
  /** The directive as written. */
  readonly written: string
  readonly start: number
  readonly end: number
}

/** What a page is called in the title of the window; it shows nothing. */
export interface WindowTitle {
  readonly kind: "title"
  readonly title: string
}

/** A directive; `start` and `end` are its own offsets, with its brackets. */
export interface Directive {
  readonly says: Inclusion | WindowTitle
  readonly start: number
  readonly end: number
}

const pattern = /\{\{[ \t]{0,20}#([A-Za-z0-9_]{1,40})[ \t]{1,20}([^{}\n]{1,1000})\}\}/y

const numberOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\+?\d{1,9}$/.test(text) ? Number(text) : undefined

/** The range after the path of a directive: `2`, `2:10`, `:10`, `2:`, or the name of an anchor. */
export const lineRange = (written: string): LineRange => {
  const [first = "", second] = written.split(":", 2)
  const from = numberOf(first)
  if (from === undefined && first !== "") return { anchor: first }
  const start = from === undefined ? {} : { from: Math.max(1, from) }
  const to = numberOf(second)
  if (to !== undefined) return { ...start, to }
  return from !== undefined && second === undefined ? { ...start, to: Math.max(1, from) } : start
}

/** The directive that begins exactly at an offset of a text. */
export const directiveAt = (text: string, at: number): Directive | undefined => {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  if (found === null) return undefined
  const [whole, name, written = ""] = found
  const end = at + whole.length
  if (name === "title") return { says: { kind: "title", title: written.trim() }, start: at, end }
  const kind = name === "playpen" ? "playground" : name
  const [file] = written.trim().split(/\s+/)
  if ((kind !== "include" && kind !== "rustdoc_include" && kind !== "playground") || !file) return undefined
  const colon = kind === "playground" ? -1 : file.indexOf(":")
  const path = colon < 0 ? file : file.slice(0, colon)
  const start = end - "}}".length - written.length + written.indexOf(file)
  const range = colon < 0 ? {} : lineRange(file.slice(colon + 1))
  return { says: { kind, path, range, written: whole, start, end: start + path.length }, start: at, end }
}

const escaped = /\\\{\{#[^\n]*\}\}/y

/** A piece of a text: characters as they are shown, or a file whose lines stand in its place. */
export type Piece = string | Inclusion

/**
 * A text as pieces: its directives, and what is between them without the backslash of `\{{#include file}}`. Titles are
 * left out.
 */
export const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let plain = ""
  let from = 0
  const add = (piece: Piece): void => {
    if (plain !== "") pieces.push(plain)
    plain = ""
    pieces.push(piece)
  }
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", Math.max(from, at + 2))) {
    escaped.lastIndex = at - 1
    const quoted = at > from ? escaped.exec(text) : null
    if (quoted !== null) {
      plain += text.slice(from, at - 1) + quoted[0].slice(1)
      from = escaped.lastIndex
      continue
    }
    const found = directiveAt(text, at)
    if (found === undefined) continue
    plain += text.slice(from, at)
    from = found.end
    if (found.says.kind !== "title") add(found.says)
  }
  plain += text.slice(from)
  if (plain !== "") pieces.push(plain)
  return pieces
}
