/** The two ways to write formulas that only GitHub has: a fence of `math`, and backticks in dollars. */
import type { MarkdownIt as Parser, StateInline } from "markdown-it"
import { nodeToken } from "../../../text/markdown/Parser.js"
import { type BlockRule, blockRule, interrupts } from "../BlockRules.js"

/** The maximum length of a formula, in characters. */
const formulaLimit = 4_000

const fenceRule = blockRule("fence")

const mathFence: BlockRule = (state, line, end, silent) => {
  if (!fenceRule(state, line, end, silent)) return false
  const token = silent ? undefined : state.tokens.at(-1)
  const formula = token?.info.trim() === "math" ? token.content.trim() : ""
  if (token === undefined || formula === "" || formula.length > formulaLimit) return true
  token.type = nodeToken
  token.meta = { node: { object: "block", type: "math", data: { formula } } }
  return true
}

const quoted = new RegExp(`\\$\`([^\`\\n]{1,${formulaLimit}})\`\\$`, "y")

const quotedMath = (state: StateInline, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.pos) !== 36 || state.src.charCodeAt(state.pos + 1) !== 96) return false
  quoted.lastIndex = state.pos
  const found = quoted.exec(state.src)
  const formula = found?.[1]?.trim() ?? ""
  if (formula === "" || quoted.lastIndex > state.posMax) return false
  if (!silent) state.push(nodeToken, "", 0).meta = { node: { object: "inline", type: "math", data: { formula } } }
  state.pos = quoted.lastIndex
  return true
}

/** Makes a parser read the formulas that are GitHub's own. */
export const withFormulas = (parser: Parser): void => {
  parser.block.ruler.at("fence", mathFence, interrupts)
  parser.inline.ruler.before("escape", "quoted_math", quotedMath)
}
