/** Matches block tags with their ends. */
import type { Token } from "markdown-it"
import { tagOf } from "./Parser.js"

/**
 * The pairs of tags in parsed markdown: the index of each closed tag with the index of its end. Tags inside a construct
 * that markdown itself nests, such as a quote or a list, are paired only with one another. A closed tag may contain
 * unclosed ones, which are left unpaired.
 */
export const tagPairs = (tokens: ReadonlyArray<Token>): ReadonlyMap<number, number> => {
  const pairs = new Map<number, number>()
  const outer: Array<Map<string, Array<number>>> = []
  let open = new Map<string, Array<number>>()
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    if (token.nesting === 1) {
      outer.push(open)
      open = new Map()
    } else if (token.nesting === -1) open = outer.pop() ?? open
    const name = tagOf(token)?.name
    if (name === undefined) continue
    const start = name.startsWith("end") ? open.get(name.slice(3))?.pop() : undefined
    if (start !== undefined) {
      pairs.set(start, index)
      continue
    }
    const waiting = open.get(name)
    if (waiting === undefined) open.set(name, [index])
    else waiting.push(index)
  }
  return pairs
}
