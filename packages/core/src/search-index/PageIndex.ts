/** What search knows of a page: one document per section. */
import { type Section, sections } from "../markdown/Sections.js"
import type { SearchDocument } from "./SearchIndex.js"
import { tokens } from "./Tokeniser.js"

/** Where a page to index is, and what it is called. */
export interface IndexedPage {
  readonly organization: string
  readonly space: string
  readonly page: string
  readonly title: string
}

/** What is indexed of a section, whatever the title of its page; `words` are the tokens of its heading. */
export interface IndexedSection extends Pick<SearchDocument, "anchor" | "heading" | "text" | "body"> {
  readonly words: string
}

/** How much of a section's text is kept for snippets, in UTF-16 units; all of it is searched. */
export const keptText = 2000

const kept = (text: string): string => (text.length <= keptText ? text : text.slice(0, keptText).toWellFormed())

/** What is indexed of the sections of a text. */
export const indexed = (found: ReadonlyArray<Section>): ReadonlyArray<IndexedSection> =>
  found.map(({ anchor, heading, text }) => ({
    anchor,
    heading,
    text: kept(text),
    words: tokens(heading).join(" "),
    body: tokens(text).join(" ")
  }))

/** The search documents of a page. Each section is also found by the page's title, so that a query may name both. */
export const documentsOf = (
  { organization, page, space, title }: IndexedPage,
  found: ReadonlyArray<IndexedSection>
): ReadonlyArray<SearchDocument> => {
  const named = tokens(title).join(" ")
  return found.map(({ anchor, body, heading, text, words }, section) => ({
    organization,
    space,
    page,
    section,
    anchor,
    heading: section === 0 ? title : heading,
    text,
    title: section === 0 || words === "" ? named : named === "" ? words : `${named} ${words}`,
    body
  }))
}

/** {@link documentsOf} a page with this text. */
export const documents = (page: IndexedPage & { readonly markdown: string }): ReadonlyArray<SearchDocument> =>
  documentsOf(page, indexed(sections(page.markdown)))
