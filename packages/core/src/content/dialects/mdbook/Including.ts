/** Directives of mdBook outside of code: included texts, and titles of the window. */
import type { MarkdownIt as Parser, StateInline } from "markdown-it"
import type { BlockTag, TagArgument } from "../../../text/markdown/BlockTag.js"
import { documentReference } from "../../../text/markdown/DocumentReference.js"
import { nodeToken, pushTag } from "../../../text/markdown/Parser.js"
import { type BlockRule, interrupts } from "../BlockRules.js"
import { type Directive, directiveAt, type Inclusion, type LineRange } from "./Directives.js"

/** The name of the tokens of titles of the window, their `meta.title`; nothing shows them. */
export const windowTitleToken = "window_title"

const rangeData = (range: LineRange): Readonly<Record<string, string>> => {
  if ("anchor" in range) return { anchor: range.anchor }
  return range.from === undefined && range.to === undefined ? {} : { lines: `${range.from ?? ""}:${range.to ?? ""}` }
}

/** An included file as the tag of reusable content, which has the same meaning, with its range as further arguments. */
const includeTag = (says: Inclusion, { end, start }: Directive): BlockTag => {
  const { end: stop, start: from } = says
  const others = Object.entries(rangeData(says.range)).map(
    ([key, value]): TagArgument => ({ key, value, start: stop, end: stop })
  )
  return {
    name: "include",
    text: says.written,
    arguments: [{ key: "", value: says.path, start: from, end: stop }, ...others],
    start,
    end
  }
}

/** Lines that consist of directives only. */
const directives: BlockRule = (state, line, _end, silent) => {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(start) !== 123 || state.sCount[line]! - state.blkIndent >= 4) return false
  const stop = state.eMarks[line]!
  const found: Array<Directive> = []
  for (let at = start; at < stop; ) {
    const directive = directiveAt(state.src, at)
    if (directive === undefined || directive.says.kind === "playground") return false
    found.push(directive)
    at = directive.end
    while (at < stop && /\s/.test(state.src[at]!)) at++
  }
  if (found.length === 0) return false
  if (silent) return true
  for (const directive of found) {
    const { says } = directive
    if (says.kind === "title") {
      const token = state.push(windowTitleToken, "", 0)
      token.map = [line, line + 1]
      token.meta = { title: says.title }
    } else pushTag(state, includeTag(says, directive), line)
  }
  state.line = line + 1
  return true
}

/** A directive within a line. */
const inlineDirective = (state: StateInline, silent: boolean): boolean => {
  if (state.src.charCodeAt(state.pos) !== 123) return false
  const found = directiveAt(state.src, state.pos)
  if (found === undefined || found.end > state.posMax) return false
  const { says } = found
  if (!silent && says.kind === "title") state.push(windowTitleToken, "", 0).meta = { title: says.title }
  else if (!silent && says.kind !== "title") {
    const data = { ref: documentReference(says.path), ...rangeData(says.range) }
    state.push(nodeToken, "", 0).meta = { node: { object: "inline", type: "include", data } }
  }
  state.pos = found.end
  return true
}

/** Makes a parser read directives outside of code. */
export const withIncluding = (parser: Parser): void => {
  parser.block.ruler.before("fence", "mdbook_directives", directives, interrupts)
  parser.inline.ruler.before("escape", "mdbook_directive", inlineDirective)
}
