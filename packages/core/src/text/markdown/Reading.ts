/** How texts are read: markdown-it, extended by what the tool that a folder was written for adds to markdown. */
import type { MarkdownIt as Parser } from "markdown-it"
import { anchorOf } from "./Anchors.js"

/** How the ids of headings are made. */
export interface HeadingIds {
  /** The id of a heading from its plain text, before it is made unique; it may be empty. */
  readonly id: (heading: string) => string
  /** What follows the id of a heading that another one before it has, for the `count`th such heading, from 1. */
  readonly numbered: (id: string, count: number) => string
}

/** How one tool reads a text. */
export interface Reading {
  /**
   * Adds what the tool adds to markdown. Containers become pairs of block tags (`pushTag`), so that everything that
   * reads blocks knows them: documents, pages, sections, and merges, which never tear a tag from its end.
   */
  readonly extend: (parser: Parser) => void
  readonly headings: HeadingIds
}

/** GitHub's ids of headings. */
export const githubHeadings: HeadingIds = { id: anchorOf, numbered: (id, count) => `${id}-${count}` }

/** GitBook's reading: GitHub's markdown and block tags, which every parser knows. */
export const gitbookReading: Reading = { extend: () => undefined, headings: githubHeadings }
