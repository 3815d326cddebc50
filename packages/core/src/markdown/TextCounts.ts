/** Counts what makes a text slow to store and to show. */
import type { Token } from "markdown-it"
import { coverLinks, references } from "./ReferenceSearch.js"
import { sectionsOf, tokensOf } from "./Sections.js"
import { tagPairs } from "./TagPairs.js"
import { countProblem, lengthProblem, mayExceed, type TextBounds } from "./TextBounds.js"

/** The counts of what makes a text slow to store and to show. */
export interface TextCounts {
  readonly links: number
  readonly headings: number
  /** The levels of quotes, lists, list items and block tags around the innermost block. */
  readonly nesting: number
}

const nestingOf = (tokens: ReadonlyArray<Token>): number => {
  const pairs = tagPairs(tokens)
  const ends = new Set(pairs.values())
  let nesting = 0
  let tags = 0
  for (const [index, token] of tokens.entries()) {
    if (pairs.has(index)) tags++
    else if (ends.has(index)) tags--
    nesting = Math.max(nesting, tags + (token.nesting === 1 ? 0 : token.level))
  }
  return nesting
}

/** Counts the elements of a text, in time linear in its length. */
export const countText = (markdown: string): TextCounts => {
  const tokens = tokensOf(markdown)
  const own = coverLinks(markdown).length
  const links = sectionsOf(tokens).reduce((sum, section) => sum + section.links.length, own)
  return {
    links: Math.max(links, references(markdown).length),
    headings: tokens.reduce((sum, { type }) => sum + (type === "heading_open" ? 1 : 0), 0),
    nesting: nestingOf(tokens)
  }
}

/** Which limit a text exceeds, with both numbers; `undefined` if none. */
export const boundsProblem = (text: string, bounds: TextBounds): string | undefined => {
  const problem = lengthProblem(text, bounds)
  return problem !== undefined || !mayExceed(text, bounds) ? problem : countProblem(countText(text), bounds)
}
