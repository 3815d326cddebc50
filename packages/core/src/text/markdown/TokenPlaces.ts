/** Where links, images, code and HTML stand in their block, and where the rows of tables begin. */
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
