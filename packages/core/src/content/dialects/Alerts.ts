/** Alerts: quotations that begin with `[!NOTE]` on a line of its own, which are hints. */
import type { MarkdownIt as Parser, StateBlock, Token } from "markdown-it"
import type { BlockTag } from "../../text/markdown/BlockTag.js"
import { tagToken } from "../../text/markdown/Parser.js"
import { type BlockRule, blockRule, interrupts } from "./BlockRules.js"

const styles: Readonly<Record<string, string>> = {
  note: "info",
  tip: "success",
  important: "info",
  warning: "warning",
  caution: "danger"
}

const marker = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

const tagOn = (state: StateBlock, tag: Pick<BlockTag, "name" | "arguments">, line: number): Token => {
  const token = new state.Token(tagToken, "", 0)
  const start = state.bMarks[line]! + state.tShift[line]!
  token.block = true
  token.level = state.level
  token.map = [line, line + 1]
  token.meta = { tag: { ...tag, text: "", start, end: state.eMarks[line]! } satisfies BlockTag }
  return token
}

/** The tokens inside a quotation that is an alert, without its first line; `undefined` if it is none or has no other. */
const insideAlert = (
  tokens: ReadonlyArray<Token>
): { readonly style: string; readonly inside: Array<Token> } | undefined => {
  const [, paragraph, inline] = tokens
  const found = paragraph?.type === "paragraph_open" ? marker.exec(inline?.content ?? "") : null
  const style = styles[found?.[1]?.toLowerCase() ?? ""]
  if (found === null || inline === undefined || style === undefined) return undefined
  const rest = inline.content.slice(found[0].length)
  const inside = tokens.slice(rest === "" ? 4 : 1, -1)
  return inside.length === 0 ? undefined : { style, inside }
}

const quoteRule = blockRule("blockquote")

const alertRule: BlockRule = (state, line, end, silent) => {
  const before = state.tokens.length
  if (!quoteRule(state, line, end, silent)) return false
  if (silent) return true
  const quote = state.tokens.slice(before)
  const alert = insideAlert(quote)
  if (alert === undefined) return true
  const [, paragraph, inline] = quote
  if (alert.inside[0] === paragraph && inline !== undefined) {
    inline.content = inline.content.slice(inline.content.indexOf("\n") + 1)
    for (const { map } of [paragraph!, inline]) if (map !== null) map[0]++
  }
  for (const token of alert.inside) token.level--
  const last = Math.max(line, (quote[0]?.map?.[1] ?? state.line) - 1)
  const opening = tagOn(state, { name: "hint", arguments: [styleOf(state, line, alert.style)] }, line)
  state.tokens.length = before
  state.tokens.push(opening)
  for (const token of alert.inside) state.tokens.push(token)
  state.tokens.push(tagOn(state, { name: "endhint", arguments: [] }, last))
  return true
}

/** The argument that says the style of a hint: it stands for the name between the brackets. */
const styleOf = (state: StateBlock, line: number, style: string): BlockTag["arguments"][number] => {
  const start = state.src.indexOf("[!", state.bMarks[line]!) + 2
  return { key: "style", value: style, start, end: state.src.indexOf("]", start) }
}

/** Makes a parser read alerts as hints. */
export const withAlerts = (parser: Parser): void => {
  parser.block.ruler.at("blockquote", alertRule, interrupts)
}
