/** Everything that is read from a text when it is written, in one go: plain data that can pass between threads. */
import type { Token } from "markdown-it"
import { type ReadMetadata, read } from "../content/PageMetadata.js"
import { type Reference, references } from "./References.js"
import { type Section, sectionsOf, tokensOf } from "./Sections.js"
import { tagPairs } from "./TagPairs.js"

/** How much of what takes long to store and to show a text has. */
export interface TextCounts {
  readonly links: number
  readonly headings: number
  /** The levels of quotes, lists, list items and block tags around the innermost block. */
  readonly nesting: number
}

/** What a text says. */
export interface TextReading extends ReadMetadata {
  readonly sections: ReadonlyArray<Section>
  readonly references: ReadonlyArray<Reference>
  readonly counts: TextCounts
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

/** Reads a text. Takes time linear in its length. */
export const readText = (markdown: string): TextReading => {
  const tokens = tokensOf(markdown)
  const sections = sectionsOf(markdown, tokens)
  const found = references(markdown)
  const links = sections.reduce((sum, section) => sum + section.links.length, 0)
  return {
    ...read(markdown),
    sections,
    references: found,
    counts: {
      links: Math.max(links, found.length),
      headings: tokens.reduce((sum, { type }) => sum + (type === "heading_open" ? 1 : 0), 0),
      nesting: nestingOf(tokens)
    }
  }
}
