/** Lists of definitions: a term on a line of its own, and below it its definitions, each after a colon. */
import type { MarkdownIt as Parser, StateBlock } from "markdown-it"
import type { BlockRule } from "../BlockRules.js"

/** The column in which the definition on a line begins; -1 if the line begins none. */
const definitionAt = (state: StateBlock, line: number, end: number, indent: number = state.blkIndent): number => {
  if (line >= end || state.sCount[line]! - indent >= 4 || state.sCount[line]! < indent) return -1
  let at = state.bMarks[line]! + state.tShift[line]!
  const stop = state.eMarks[line]!
  if (state.src.charCodeAt(at) !== 58) return -1
  let column = state.sCount[line]! + 1
  const first = ++at
  for (; at < stop; at++, column++) {
    const code = state.src.charCodeAt(at)
    if (code === 9) column += 3 - (column % 4)
    else if (code !== 32) break
  }
  return at === first || at >= stop ? -1 : column
}

/** The first line of a definition below the line of a term, after one blank line at most; -1 if there is none. */
const definitionBelow = (state: StateBlock, line: number, end: number): number => {
  const next = line + 1 < end && state.isEmpty(line + 1) ? line + 2 : line + 1
  return definitionAt(state, next, end) < 0 ? -1 : next
}

/** The indent of the list whose definition a state is reading: paragraphs end where the next definition begins. */
const defining = new WeakMap<StateBlock, number>()

const pushHtml = (state: StateBlock, html: string, line: number): void => {
  const token = state.push("html_block", "", 0)
  token.content = html
  token.map = [line, line + 1]
}

const pushTerm = (state: StateBlock, line: number): void => {
  pushHtml(state, "<dt>", line)
  state.push("paragraph_open", "p", 1).map = [line, line + 1]
  const inline = state.push("inline", "", 0)
  inline.content = state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trim()
  inline.map = [line, line + 1]
  inline.children = []
  state.push("paragraph_close", "p", -1)
  pushHtml(state, "</dt>", line)
}

/** Reads the definition that begins on a line, and returns the line after it. */
const pushDefinition = (state: StateBlock, line: number, end: number): number => {
  const column = definitionAt(state, line, end)
  const { blkIndent, parentType, tight } = state
  const [shift, columns] = [state.tShift[line]!, state.sCount[line]!]
  let at = state.bMarks[line]! + shift + 1
  while (/[ \t]/.test(state.src[at] ?? "")) at++
  const outer = defining.get(state)
  state.tShift[line] = at - state.bMarks[line]!
  state.sCount[line] = column
  state.blkIndent = Math.min(column, columns + 2)
  state.parentType = "list"
  defining.set(state, blkIndent)
  pushHtml(state, "<dd>", line)
  state.md.block.tokenize(state, line, end)
  if (outer === undefined) defining.delete(state)
  else defining.set(state, outer)
  state.blkIndent = blkIndent
  state.parentType = parentType
  state.tight = tight
  state.tShift[line] = shift
  state.sCount[line] = columns
  const next = Math.max(state.line, line + 1)
  pushHtml(state, "</dd>", next - 1)
  return next
}

const definitionList: BlockRule = (state, line, end, silent) => {
  const indent = defining.get(state)
  if (silent) return indent !== undefined && definitionAt(state, line, end, indent) >= 0
  if (state.sCount[line]! - state.blkIndent >= 4 || definitionAt(state, line, end) >= 0) return false
  let next = definitionBelow(state, line, end)
  if (next < 0) return false
  const list = state.push("definition_list_open", "", 1)
  pushHtml(state, "<dl>", line)
  for (let term = line; next >= 0; next = definitionBelow(state, term, end)) {
    pushTerm(state, term)
    let after = next
    while (next >= 0 && next < end) {
      after = pushDefinition(state, next, end)
      const following = after < end && state.isEmpty(after) ? after + 1 : after
      next = definitionAt(state, following, end) < 0 ? -1 : following
    }
    term = after
    while (term < end && state.isEmpty(term)) term++
    state.line = after
    if (term >= end || state.sCount[term]! < state.blkIndent || state.sCount[term]! - state.blkIndent >= 4) break
  }
  pushHtml(state, "</dl>", state.line - 1)
  state.push("definition_list_close", "", -1)
  list.map = [line, state.line]
  return true
}

/** Makes a parser read lists of definitions, as elements of HTML. */
export const withDefinitionLists = (parser: Parser): void => {
  parser.block.ruler.before("paragraph", "definition_list", definitionList, { alt: ["paragraph"] })
}
