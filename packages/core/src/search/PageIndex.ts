/** What search knows of a page: one document per section. */
import { sections } from "../markdown/Sections.js"
import type { SearchDocument } from "./SearchIndex.js"
import { tokens } from "./Tokeniser.js"

/** A page to index; `markdown` is its whole text as stored. */
export interface IndexedPage {
  readonly organization: string
  readonly space: string
  readonly page: string
  readonly title: string
  readonly markdown: string
}

/** How much of a section's text is kept for snippets, in UTF-16 units; all of it is searched. */
export const keptText = 2000

const kept = (text: string): string => (text.length <= keptText ? text : text.slice(0, keptText).toWellFormed())

/** The search documents of a page. Each section is also found by the page's title, so that a query may name both. */
export const documents = (page: IndexedPage): ReadonlyArray<SearchDocument> => {
  const title = tokens(page.title).join(" ")
  return sections(page.markdown).map(({ anchor, heading, text }, section) => ({
    organization: page.organization,
    space: page.space,
    page: page.page,
    section,
    anchor,
    heading: section === 0 ? page.title : heading,
    text: kept(text),
    title: section === 0 ? title : [title, ...tokens(heading)].join(" "),
    body: tokens(text).join(" ")
  }))
}
