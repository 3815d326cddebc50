/** Which block tags stand around what. */
import type { Token } from "markdown-it"
import { tagOf } from "./Parser.js"

/**
 * Which tags are closed by which: the index of each closed tag with that of its end, in parsed markdown. Tags inside of
 * something that markdown itself nests, as a quote or a list, are only paired with one another. A tag with an end may
 * have others without one inside; they stand alone.
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
