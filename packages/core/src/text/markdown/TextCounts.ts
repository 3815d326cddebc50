/** Counts the elements that make a text slow to store and to show. */
import type { Token } from "markdown-it"
import { coverLinks, references } from "./ReferenceSearch.js"
import { sectionsOf, tokensOf } from "./Sections.js"
import { tagPairs } from "./TagPairs.js"
import { mayExceed } from "./TextScan.js"
import { lengthProblem, type TextBounds, type TextCounts } from "./TextSize.js"

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

const countedIn: ReadonlyArray<keyof TextCounts> = ["links", "headings", "nesting"]
const named = { links: "links", headings: "headings", nesting: "levels of nesting" } as const

/** The limit that a parsed text exceeds; `undefined` if none. */
export const countProblem = (counts: TextCounts, bounds: TextBounds): string | undefined => {
  const over = countedIn.find((key) => counts[key] > bounds[key])
  return over === undefined ? undefined : `expected at most ${bounds[over]} ${named[over]}, got ${counts[over]}`
}

/** The count of a text that is beyond its limit, whatever its length; `undefined` if none. */
export const exceeded = (text: string, bounds: TextBounds): string | undefined =>
  mayExceed(text, bounds) ? countProblem(countText(text), bounds) : undefined

/** The limit that a text exceeds, with both numbers; `undefined` if none. */
export const boundsProblem = (text: string, bounds: TextBounds): string | undefined =>
  lengthProblem(text, bounds) ?? exceeded(text, bounds)
