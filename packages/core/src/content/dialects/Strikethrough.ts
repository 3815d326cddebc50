/** Text that is struck through by single tildes, which markdown-it leaves as they are. */
import type { MarkdownIt as Parser, StateInline } from "markdown-it"

/** Tildes around something without spaces at its ends, outside of words and code: `~/a and ~/b` stays as it is. */
const struck = /(?<![\p{L}\p{N}~\\])~(?=[^\s~])((?:[^~`\n]|`[^`\n]{1,200}`){1,1000})(?<=\S)~(?![\p{L}\p{N}~])/uy

/** Whether a part of a text has as many opening signs as closing ones, so that it holds links and elements as wholes. */
const isWhole = (text: string): boolean =>
  ["()", "[]", "<>"].every(([open = "", close = ""]) => text.split(open).length === text.split(close).length)

const strikeRule = (state: StateInline, silent: boolean): boolean => {
  const { pos, posMax, src } = state
  if (src.charCodeAt(pos) !== 126) return false
  struck.lastIndex = pos
  const found = struck.exec(src)
  const end = struck.lastIndex
  if (found === null || end > posMax || !isWhole(found[0])) return false
  if (!silent) {
    state.push("s_open", "s", 1).markup = "~"
    state.pos = pos + 1
    state.posMax = end - 1
    state.md.inline.tokenize(state)
    state.posMax = posMax
    state.push("s_close", "s", -1).markup = "~"
  }
  state.pos = end
  return true
}

/** Makes a parser strike through what is between single tildes. */
export const withStrikethrough = (parser: Parser): void => {
  parser.inline.ruler.before("strikethrough", "single_tildes", strikeRule)
}
