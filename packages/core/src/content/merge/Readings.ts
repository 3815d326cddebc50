/** The reading of each line of a markdown text: the lists, quotes, tables and other blocks that it is in. */
import type { Token } from "markdown-it"
import { parserOf } from "../../text/markdown/Parser.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"

/** The tokens of the blocks of a text, with the numbers of their lines. */
export const blockTokens = (text: string, reading: Reading = gitbookReading): ReadonlyArray<Token> => {
  const parser = parserOf(reading)
  const tokens: Array<Token> = []
  const normal = text.replaceAll(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD")
  parser.block.parse(normal, parser, {}, tokens)
  return tokens
}

/** Tokens that carry no more information than the tokens around them. */
const inner: ReadonlySet<string> = new Set(["inline", "thead", "tbody", "tr", "th", "td"])

const nameOf = ({ type }: Token): string => (type.endsWith("_open") ? type.slice(0, -"_open".length) : type)

/** The number of columns of the table that a token opens. */
const columns = (tokens: ReadonlyArray<Token>, table: number): number => {
  let count = 0
  for (let at = table + 1; at < tokens.length && tokens[at]!.type !== "tr_close"; at++) {
    if (tokens[at]!.type === "th_open") count++
  }
  return count
}

/**
 * The reading of each line: the names of the blocks that it is in, from the outermost, with the number of columns of a
 * table. It is empty for a line in no block, such as the definition of a link. Block tags do not count, since they do
 * not change the reading of the lines between them.
 */
export const readingsOf = (text: string, reading: Reading = gitbookReading): ReadonlyArray<string> => {
  const tokens = blockTokens(text, reading)
  const readings: Array<string> = []
  const open: Array<string> = []
  for (const [index, token] of tokens.entries()) {
    if (token.nesting < 0) {
      open.pop()
      continue
    }
    const name = nameOf(token)
    const above = open.at(-1) ?? ""
    const path = inner.has(name) ? above : `${above}/${name === "table" ? `table ${columns(tokens, index)}` : name}`
    for (let line = token.map?.[0] ?? 0; line < (token.map?.[1] ?? 0); line++) readings[line] = path
    if (token.nesting > 0) open.push(path)
  }
  return readings
}
