/** Blocks whose bodies are other blocks: pairs of block tags around the lines between them. */
import type { StateBlock, Token } from "markdown-it"
import type { BlockTag } from "../../../text/markdown/BlockTag.js"
import { pushTag } from "../../../text/markdown/Parser.js"

/** The columns by which the body of a container is indented. */
export const step = 4

/** How deep containers may nest; deeper ones are text. */
const depthLimit = 50

interface Place {
  readonly depth: number
  readonly base: number
}

const top: Place = { depth: 0, base: 0 }

/** The container that each state is in. */
const places = new WeakMap<StateBlock, Place>()

/** The column at which the body of the container begins that a state is in. */
export const baseOf = (state: StateBlock): number => (places.get(state) ?? top).base

/** Whether a line may begin a container: it is no code, and few containers are around it. */
export const mayBegin = (state: StateBlock, line: number): boolean =>
  state.sCount[line]! - state.blkIndent < step && (places.get(state) ?? top).depth < depthLimit

/** The text of a line without its indentation. */
export const lineText = (state: StateBlock, line: number): string =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd()

/** The line after the last one of an indented body, which begins after `line`; blank lines at its end do not count. */
export const bodyEnd = (state: StateBlock, line: number, end: number, indent: number): number => {
  let after = line + 1
  for (let next = after; next < end; next++) {
    if (state.isEmpty(next)) continue
    if (state.sCount[next]! < indent) break
    after = next + 1
  }
  return after
}

/** Reads some lines as the blocks of a body that is indented by some columns. */
export const readBody = (state: StateBlock, from: number, to: number, indent: number): void => {
  const { blkIndent, lineMax, listIndent, parentType, tight } = state
  const place = places.get(state) ?? top
  places.set(state, { depth: place.depth + 1, base: indent })
  Object.assign(state, { blkIndent: indent, lineMax: to, listIndent: -1, parentType: "root" })
  if (from < to) state.md.block.tokenize(state, from, to)
  Object.assign(state, { blkIndent, lineMax, listIndent, parentType, tight })
  places.set(state, place)
  state.line = to
}

/** A block tag that stands for a line. */
export const tagFor = (
  state: StateBlock,
  line: number,
  name: string,
  values: Readonly<Record<string, string>> = {}
): BlockTag => {
  const [start, end] = [state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]!]
  const list = Object.entries(values).map(([key, value]) => ({ key, value, start: end, end }))
  return { name, text: "", arguments: list, start, end }
}

/** Adds a pair of tags: the opening one on `line`, the other one on the last line before `end`. */
export const pair = (
  state: StateBlock,
  name: string,
  [line, end]: readonly [line: number, end: number],
  values: Readonly<Record<string, string>>,
  body: () => void
): void => {
  pushTag(state, tagFor(state, line, name, values), line)
  body()
  const last = Math.max(line, end - 1)
  pushTag(state, tagFor(state, last, `end${name}`), last)
  state.line = Math.max(end, line + 1)
}

/** Adds a paragraph of some inline markdown that is written on a line. */
export const pushText = (state: StateBlock, content: string, line: number): Token => {
  state.push("paragraph_open", "p", 1).map = [line, line + 1]
  const inline = state.push("inline", "", 0)
  inline.content = content
  inline.map = [line, line + 1]
  inline.children = []
  state.push("paragraph_close", "p", -1)
  return inline
}

/** Adds HTML that a line stands for. */
export const pushHtml = (state: StateBlock, html: string, line: number, end: number = line + 1): void => {
  const token = state.push("html_block", "", 0)
  token.content = html
  token.map = [line, end]
}
