/** How much a text has of what takes long to store and to show. */
import type { Token } from "markdown-it"
import { references } from "./References.js"
import { sectionsOf, tokensOf } from "./Sections.js"
import { tagPairs } from "./TagPairs.js"

/** How much of what takes long to store and to show a text has. */
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

/** Counts what a text has. Takes time linear in its length. */
export const countText = (markdown: string): TextCounts => {
  const tokens = tokensOf(markdown)
  const links = sectionsOf(markdown, tokens).reduce((sum, section) => sum + section.links.length, 0)
  return {
    links: Math.max(links, references(markdown).length),
    headings: tokens.reduce((sum, { type }) => sum + (type === "heading_open" ? 1 : 0), 0),
    nesting: nestingOf(tokens)
  }
}
