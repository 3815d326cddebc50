/**
 * Where the tokens of markdown-it stand in their text. It numbers lines only; inline tokens are parsed from a copy of
 * their lines without the marks of quotes and lists.
 */
import type { MarkdownIt as Parser, StateBlock, StateInline, Token } from "markdown-it"

type InlineRule = (state: StateInline, silent: boolean) => boolean
type BlockRule = (state: StateBlock, line: number, end: number, silent: boolean) => boolean

/** A range of a text; of the content of the block around it, for an inline token. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** What an inline token knows of its place: its whole range, and that of its destination without angle brackets. */
interface Place extends Range {
  readonly destination?: Range
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13

/** The destination of the link or image that ends at the position of a state, if it is written there. */
const destinationIn = (state: StateInline, start: number, isImage: boolean): Range | undefined => {
  const { parseLinkDestination, parseLinkLabel } = state.md.helpers
  const label = parseLinkLabel(state, isImage ? start + 1 : start, !isImage)
  if (label < 0 || label + 1 >= state.pos || state.src.charCodeAt(label + 1) !== 40) return undefined
  let from = label + 2
  while (isSpace(state.src.charCodeAt(from))) from++
  const { ok, pos } = parseLinkDestination(state.src, from, state.posMax)
  if (!ok || pos >= state.pos) return undefined
  return state.src.charCodeAt(from) === 60 ? { start: from + 1, end: pos - 1 } : { start: from, end: pos }
}

/** A rule that notes the place of its token. */
const placing =
  (rule: InlineRule, type: string): InlineRule =>
  (state, silent) => {
    const start = state.pos
    const before = state.tokens.length
    if (!rule(state, silent)) return false
    if (silent) return true
    // Text that was pending comes before the token.
    const token = state.tokens[before]?.type === type ? state.tokens[before] : state.tokens[before + 1]
    if (token?.type !== type) return true
    const destination =
      type === "link_open" || type === "image" ? destinationIn(state, start, type === "image") : undefined
    const place: Place = { start, end: state.pos, ...(destination !== undefined && { destination }) }
    token.meta = { ...token.meta, place }
    return true
  }

/** The rule of tables, which notes where each row begins. */
const placingRows =
  (rule: BlockRule): BlockRule =>
  (state, line, end, silent) => {
    const before = state.tokens.length
    if (!rule(state, line, end, silent)) return false
    for (let index = before; index < state.tokens.length; index++) {
      const token = state.tokens[index]!
      if (token.type !== "tr_open" || token.map === null) continue
      const [row] = token.map
      token.meta = { column: state.bMarks[row]! + state.tShift[row]! - lineStart(state.src, state.bMarks[row]!) }
    }
    return true
  }

const lineStart = (text: string, position: number): number => text.lastIndexOf("\n", position - 1) + 1

const ruleOf = <Rule>(rules: ReadonlyArray<{ readonly name: string; readonly fn: Rule }>, name: string): Rule =>
  rules.find((rule) => rule.name === name)!.fn

/** Has a parser note the places of links, images, code and HTML in running text, and of the rows of tables. */
export const notePlaces = (parser: Parser): void => {
  const inline = (name: string, type: string): void =>
    parser.inline.ruler.at(name, placing(ruleOf(parser.inline.ruler.__rules__, name), type))
  inline("backticks", "code_inline")
  inline("link", "link_open")
  inline("image", "image")
  inline("html_inline", "html_inline")
  const table = ruleOf(parser.block.ruler.__rules__, "table")
  parser.block.ruler.at("table", placingRows(table), { alt: ["paragraph", "reference"] })
}

/** The place of an inline token, if it is one of those whose places are noted. */
export const placeOf = ({ meta }: Token): Place | undefined => meta?.place as Place | undefined

/** The offset of the beginning of each line of a text, as the parser counts lines. */
export const lineStarts = (text: string): ReadonlyArray<number> => {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 13 && text.charCodeAt(at + 1) === 10) at++
    if (code === 13 || code === 10) starts.push(at + 1)
  }
  return starts
}

/** Maps positions in the content of a block to offsets in the text. */
export type Offsets = (position: number) => number

const single =
  (start: number): Offsets =>
  (position) =>
    start + position

/** The offset after the marks of a heading. */
const afterMarks = (line: string, content: string, marks: string): number =>
  line.indexOf(content, line.indexOf(marks) + marks.length)

/** The cells of the row of a table that begins at a column of a line: their ranges, without the pipes between them. */
const cells = (line: string, column: number): ReadonlyArray<Range> => {
  const found: Array<Range> = []
  const row = line.trimEnd()
  let start = column
  for (let at = column; at <= row.length; at++) {
    if (at < row.length && (row[at] !== "|" || row[at - 1] === "\\")) continue
    found.push({ start, end: at })
    start = at + 1
  }
  if (row[column] === "|") found.shift()
  return found
}

/** The offsets of a cell, whose content has lost the backslashes before pipes. */
const inCell = (line: string, lineStart: number, { end, start }: Range): Offsets => {
  const written = line.slice(start, end)
  const from = start + written.length - written.trimStart().length
  return (position) => {
    let at = from
    for (let left = position; left > 0; left--) at += line[at] === "\\" && line[at + 1] === "|" ? 2 : 1
    return lineStart + at
  }
}

/** Where the tokens of a text stand in it. */
export interface SourceOffsets {
  /** The range of whole lines that a token of a block was read from. */
  readonly lines: (map: readonly [first: number, end: number]) => Range
  /** Where the content of an inline token stands; it belongs to the block that was opened last. */
  readonly content: (
    inline: Token,
    opened: { readonly heading: string; readonly row: Token | undefined; readonly cell: number }
  ) => Offsets
}

/** Where the tokens of a text stand in it, by the lines of the text. */
export const sourceOffsets = (text: string): SourceOffsets => {
  const starts = lineStarts(text)
  const startOf = (line: number): number => starts[line] ?? text.length
  const lineAt = (line: number): string => text.slice(startOf(line), startOf(line + 1)).replace(/(?:\r\n?|\n)$/, "")
  return {
    lines: ([first, end]) => ({ start: startOf(first), end: startOf(end) }),
    content: (inline, { cell, heading, row }) => {
      if (inline.map === null) {
        const line = row?.map?.[0] ?? 0
        const range = cells(lineAt(line), Number(row?.meta?.column ?? 0))[cell]
        return range === undefined ? single(startOf(line)) : inCell(lineAt(line), startOf(line), range)
      }
      const [first] = inline.map
      const column = inline.meta?.column as number | undefined
      if (column !== undefined) return single(startOf(first) + column)
      if (heading.startsWith("#")) return single(startOf(first) + afterMarks(lineAt(first), inline.content, heading))
      // Each line of running text is the end of its line: what was cut off are the marks before it.
      const found: Array<{ readonly position: number; readonly offset: number }> = []
      let position = 0
      const contents = inline.content.split("\n")
      const last = contents.length - 1
      for (const [index, content] of contents.entries()) {
        const until = index === last ? (inline.meta?.until as number | undefined) : undefined
        const line = lineAt(first + index)
          .slice(0, until)
          .trimEnd()
        const shown = content.trim()
        const at = Math.max(0, line.lastIndexOf(shown, line.length - shown.length))
        const indent = content.length - content.trimStart().length
        found.push({ position, offset: startOf(first + index) + at - indent })
        position += content.length + 1
      }
      return (wanted) => {
        let index = found.length - 1
        while (index > 0 && found[index]!.position > wanted) index--
        return found[index]!.offset + wanted - found[index]!.position
      }
    }
  }
}
