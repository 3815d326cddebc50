/** Code in mdBook: files that are included, lines that are hidden, and what follows the language. */
import type { MarkdownIt as Parser, Token } from "markdown-it"
import { type BlockRule, blockRule, interrupts } from "../BlockRules.js"
import { directiveAt, type Inclusion, type Piece, piecesOf } from "./Directives.js"
import { includedText } from "./IncludedLines.js"

/** Code with its includes: the `meta.code` of the token of a block of code that has any. */
export interface IncludingCode {
  readonly pieces: ReadonlyArray<Piece>
  /** What hidden lines begin with; `undefined` if no line is hidden. */
  readonly hides: string | undefined
}

/** A line of Rust as it is shown; `undefined` if it is hidden. */
const rustLine = (line: string): string | undefined => {
  const at = line.search(/\S/)
  if (line[at] !== "#") return line
  const next = line[at + 1]
  if (next === "#") return line.slice(0, at) + line.slice(at + 1)
  return next === undefined || next === " " ? undefined : line
}

/** Code without its hidden lines. */
const shownLines = (code: string, hides: string | undefined): string => {
  if (hides === undefined) return code
  const shown = hides === "#" ? rustLine : (line: string) => (line.trimStart().startsWith(hides) ? undefined : line)
  return code
    .split("\n")
    .map(shown)
    .filter((line) => line !== undefined)
    .join("\n")
}

/** The maximum length of code with its includes, in characters. */
const codeLimit = 1_000_000

/**
 * Code as it is shown: with the texts of its files, which `read` returns, in place of its includes, and without hidden
 * lines. An include without a text stays as it is written. Every line of a file has what is before its directive.
 */
export const codeText = (
  { hides, pieces }: IncludingCode,
  read: (inclusion: Inclusion) => string | undefined
): string => {
  let code = ""
  for (const piece of pieces) {
    if (code.length > codeLimit) break
    if (typeof piece === "string") {
      code += piece
      continue
    }
    const text = read(piece)
    const before = code.slice(code.lastIndexOf("\n") + 1)
    code += text === undefined ? piece.written : includedText(text, piece).replaceAll("\n", `\n${before}`)
  }
  return shownLines(code.slice(0, codeLimit), hides)
}

/** Gives code what mdBook makes of it: the language alone, the lines that are shown, and its includes. */
const asShown = (token: Token): void => {
  const [language = "", ...options] = token.info.trim().split(/[ \t,]+/)
  const hides =
    language === "rust" ? "#" : options.find((each) => each.startsWith("hidelines="))?.slice("hidelines=".length)
  const pieces = token.content.includes("{{") ? piecesOf(token.content) : [token.content]
  const code: IncludingCode = { pieces, hides: hides === "" ? undefined : hides }
  token.info = language
  token.content = codeText(code, () => undefined)
  if (pieces.some((piece) => typeof piece !== "string")) token.meta = { ...token.meta, code }
}

const codeRule =
  (rule: BlockRule): BlockRule =>
  (state, line, end, silent) => {
    if (!rule(state, line, end, silent)) return false
    const token = silent ? undefined : state.tokens.at(-1)
    if (token !== undefined) asShown(token)
    return true
  }

/** `{{#playground file.rs}}` on a line of its own: the file as code. */
const playground: BlockRule = (state, line, _end, silent) => {
  const start = state.bMarks[line]! + state.tShift[line]!
  if (state.src.charCodeAt(start) !== 123 || state.sCount[line]! - state.blkIndent >= 4) return false
  const found = directiveAt(state.src, start)
  if (found?.says.kind !== "playground" || state.src.slice(found.end, state.eMarks[line]).trim() !== "") return false
  if (silent) return true
  const token = state.push("fence", "code", 0)
  token.info = "rust"
  token.content = state.src.slice(start, found.end)
  token.map = [line, line + 1]
  asShown(token)
  state.line = line + 1
  return true
}

/** Makes a parser read code as mdBook does. */
export const withCode = (parser: Parser): void => {
  parser.block.ruler.at("fence", codeRule(blockRule("fence")), interrupts)
  parser.block.ruler.at("code", codeRule(blockRule("code")))
  parser.block.ruler.before("fence", "mdbook_playground", playground, interrupts)
}
