/** How texts are read: markdown-it, extended by what the tool that a folder was written for adds to markdown. */
import type { MarkdownIt as Parser } from "markdown-it"
import { githubIds, type HeadingIds } from "./Anchors.js"

/** How one tool reads a text. */
export interface Reading {
  /**
   * Adds what the tool adds to markdown. Containers become pairs of block tags (`pushTag`), so that everything that
   * reads blocks knows them: documents, pages, sections, and merges, which never tear a tag from its end.
   */
  readonly extend: (parser: Parser) => void
  readonly headings: HeadingIds
}

/** GitBook's reading: GitHub's markdown and block tags, which every parser knows. */
export const gitbookReading: Reading = { extend: () => undefined, headings: githubIds }
