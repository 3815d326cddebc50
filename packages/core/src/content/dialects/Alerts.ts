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

/** Takes the first line of a quotation away if it makes it an alert that says something, and returns its style. */
const takeMarker = (tokens: Array<Token>): string | undefined => {
  const [, paragraph, inline] = tokens
  const found = paragraph?.type === "paragraph_open" ? marker.exec(inline?.content ?? "") : null
  const style = styles[found?.[1]?.toLowerCase() ?? ""]
  if (found === null || paragraph === undefined || inline === undefined || style === undefined) return undefined
  const rest = inline.content.slice(found[0].length)
  if (rest !== "") {
    inline.content = rest
    for (const { map } of [paragraph, inline]) if (map !== null) map[0]++
  } else if (tokens.length === 5) return undefined
  else tokens.splice(1, 3)
  return style
}

const quoteRule = blockRule("blockquote")

/** The contents stay in a container between the tags, so that their lines are not taken for those of a paragraph. */
const alertRule: BlockRule = (state, line, end, silent) => {
  const before = state.tokens.length
  if (!quoteRule(state, line, end, silent)) return false
  if (silent || !marker.test(state.tokens[before + 2]?.content ?? "")) return true
  const quote = state.tokens.slice(before)
  const style = takeMarker(quote)
  const [opening, closing] = [quote[0], quote.at(-1)]
  if (style === undefined || opening === undefined || closing === undefined) return true
  opening.type = "alert_open"
  closing.type = "alert_close"
  const last = Math.max(line + 1, opening.map?.[1] ?? state.line) - 1
  state.tokens.length = before
  state.tokens.push(tagOn(state, { name: "hint", arguments: [styleOf(state, line, style)] }, line))
  for (const token of quote) state.tokens.push(token)
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
