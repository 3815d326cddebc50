/** Markdown with the extensions that the reader and PDFs need: formulas, footnotes, and HTML kept as it is. */
import type { StateBlock, StateInline } from "markdown-it"
import { type ContentNode, isOfKind, type NodeType } from "./ContentNode.js"
import { keepInOneText, nodesOf } from "./DocumentTree.js"
import { split } from "./FrontMatter.js"
import { type TitleHeading, withoutTitle } from "./Heading.js"
import { foldHtml } from "./HtmlNodes.js"
import { nodeToken, parsersOf } from "./Parser.js"
import { gitbookReading, type Reading } from "./Reading.js"
import { replaced, withNodes } from "./ReplacedNodes.js"

type Nodes = ReadonlyArray<ContentNode>

/** The part that each of these tags consists of. */
const partOf: Readonly<Record<NodeType<"parts">, NodeType<"contents">>> = {
  tabs: "tab",
  stepper: "step",
  columns: "column"
}

const ordered = (node: ContentNode, part: NodeType): Nodes => {
  const before: Array<ContentNode> = []
  const own: Array<{ readonly part: ContentNode; readonly nodes: Array<ContentNode> }> = []
  for (const each of inParts(node.nodes ?? [])) {
    if (each.type === part) own.push({ part: each, nodes: [...(each.nodes ?? [])] })
    else (own.at(-1)?.nodes ?? before).push(each)
  }
  if (own.length === 0) return before
  return [...before, { ...node, nodes: own.map(({ nodes, part }) => ({ ...part, nodes })) }]
}

/**
 * The nodes with only parts in the tags that consist of parts, so that nothing is left out where only parts are shown:
 * nodes after a part belong to it, and nodes before the first part come before the tag.
 */
const inParts = (nodes: Nodes): Nodes =>
  replaced(nodes, (node) =>
    isOfKind(node.type, "parts") ? ordered(node, partOf[node.type]) : withNodes(node, inParts)
  )

/** The maximum length of a formula, in characters. */
const formulaLimit = 4_000

const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10

const pushInline = (state: StateInline, type: NodeType<"inline">, data: ContentNode["data"] = {}): void => {
  state.push(nodeToken, "", 0).meta = { node: { object: "inline", type, data } }
}

/** `$$…$$`, and `$…$` where no space is inside the dollars and no digit follows, so that prices are not formulas. */
const inlineMath = (state: StateInline, silent: boolean): boolean => {
  const { pos, posMax, src } = state
  if (src.charCodeAt(pos) !== 36) return false
  const marks = src.charCodeAt(pos + 1) === 36 ? "$$" : "$"
  const start = pos + marks.length
  let end = src.indexOf(marks, start)
  while (end > 0 && src.charCodeAt(end - 1) === 92) end = src.indexOf(marks, end + 1)
  if (end <= start || end + marks.length > posMax || end - start > formulaLimit) return false
  if (marks === "$") {
    const after = src.charCodeAt(end + 1)
    if (isSpace(src.charCodeAt(start)) || isSpace(src.charCodeAt(end - 1)) || isDigit(after) || after === 36)
      return false
  }
  const formula = src.slice(start, end).trim()
  if (formula === "") return false
  if (!silent) pushInline(state, "math", { formula })
  state.pos = end + marks.length
  return true
}

/** `$$`, the formula, `$$`: on lines of their own, or all on one line. */
const blockMath = (state: StateBlock, line: number, last: number, silent: boolean): boolean => {
  const lineAt = (index: number): string =>
    state.src.slice(state.bMarks[index]! + state.tShift[index]!, state.eMarks[index]).trimEnd()
  const first = lineAt(line)
  if (!first.startsWith("$$") || state.sCount[line]! - state.blkIndent >= 4) return false
  let end = line
  let text = first.slice(2)
  while (
    !text.endsWith("$$") &&
    end + 1 < last &&
    text.length < formulaLimit &&
    state.sCount[end + 1]! >= state.blkIndent
  ) {
    end++
    text += `\n${lineAt(end)}`
  }
  if (!text.endsWith("$$") || text.indexOf("$$") < text.length - 2) return false
  const formula = text.slice(0, -2).trim()
  if (formula === "") return false
  if (silent) return true
  state.push(nodeToken, "", 0).meta = { node: { object: "block", type: "math", data: { formula } } }
  state.line = end + 1
  return true
}

const definition = /^\[\^([^\]\s]{1,100})\]:[ \t]*/

/** `[^label]: text`, continued by the lines that are indented, or follow without a blank one. */
const footnote = (state: StateBlock, line: number, last: number, silent: boolean): boolean => {
  const lineAt = (index: number): string => state.src.slice(state.bMarks[index], state.eMarks[index])
  const found = definition.exec(lineAt(line).trimStart())
  if (found === null || state.sCount[line]! - state.blkIndent >= 4) return false
  if (silent) return true
  const lines = [lineAt(line).trimStart().slice(found[0].length)]
  let next = line + 1
  for (; next < last; next++) {
    const text = lineAt(next)
    const isBlank = text.trim() === ""
    const follows = lines.at(-1)?.trim() !== "" && !definition.test(text) && !/^(?:#|```|\{%|<)/.test(text)
    if (!isBlank && state.sCount[next]! - state.blkIndent < 2 && !follows) break
    lines.push(text.replace(/^(?: {1,4}|\t)/, ""))
  }
  const data = { label: found[1], markdown: lines.join("\n").trim() }
  state.push(nodeToken, "", 0).meta = { node: { object: "block", type: "footnote", data } }
  state.line = next
  return true
}

const reference = /\[\^([^\]\s]{1,100})\]/y

const footnoteReference = (state: StateInline, silent: boolean): boolean => {
  reference.lastIndex = state.pos
  const found = reference.exec(state.src)
  if (found === null) return false
  if (!silent) pushInline(state, "footnote", { label: found[1] })
  state.pos += found[0].length
  return true
}

const alt = ["paragraph", "reference", "blockquote", "list"]

/** The parser that pages are read with. */
const pageParserOf = parsersOf(({ block, inline }) => {
  inline.ruler.after("escape", "math", inlineMath)
  inline.ruler.before("link", "footnote_reference", footnoteReference)
  block.ruler.before("fence", "math", blockMath, { alt })
  block.ruler.before("reference", "footnote", footnote, { alt })
})

/**
 * The nodes of a text as in `documentTree`, and in addition: `math` with its `formula`, inline and as a block;
 * `footnote`, inline with its `label`, and as a block with the `markdown` of the note. HTML is always `html`. Code is one
 * text. Tags that consist of parts have nothing else.
 */
export const readingNodes = (markdown: string, reading: Reading = gitbookReading): ReadonlyArray<ContentNode> => {
  const tokens = pageParserOf(reading).parse(markdown.slice(split(markdown).bodyStart), {})
  for (const token of tokens) {
    keepInOneText(token)
    if (token.type !== "html_block") continue
    token.type = nodeToken
    token.meta = { node: { object: "block", type: "html", data: { html: token.content } } }
  }
  return inParts(nodesOf(tokens))
}

/** The nodes of a page below its title: {@link readingNodes} with HTML as elements, and the title that they leave out. */
export const pageNodes = (
  markdown: string,
  reading: Reading = gitbookReading
): { readonly nodes: ReadonlyArray<ContentNode>; readonly title: TitleHeading | undefined } => {
  const { markdown: text, title } = withoutTitle(markdown, reading)
  return { nodes: foldHtml(readingNodes(text, reading)), title }
}
