/** Links to what plugins know, `[text][package.Class]` and `` [`Class`][] ``: their text. */
import type { StateInline } from "markdown-it"

const target = /\[((?!\^)[^[\]\n]{0,200})\]/y

/** A reference that no definition explains. Its text is shown; numbers in brackets are no references. */
export const references = (state: StateInline, silent: boolean): boolean => {
  const { pos, posMax, src } = state
  if (src.charCodeAt(pos) !== 91 || /[\w)\]!]/.test(src.charAt(pos - 1))) return false
  const end = state.md.helpers.parseLinkLabel(state, pos)
  state.pos = pos
  if (end <= pos + 1 || end >= posMax) return false
  target.lastIndex = end + 1
  const found = target.exec(src)
  if (found === null || target.lastIndex > posMax || /^\d+$/.test(found[1]!)) return false
  if (found[1] === "" && src.charCodeAt(pos + 1) !== 96) return false
  if (!silent) {
    state.pos = pos + 1
    state.posMax = end
    state.md.inline.tokenize(state)
    state.posMax = posMax
    state.push("text", "", 0).meta = { isLink: true }
  }
  state.pos = target.lastIndex
  return true
}
