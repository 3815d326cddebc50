/** The indexed content of a page: one document per section. */
import { type Section, sections } from "../markdown/Sections.js"
import { words } from "../tokenization/Words.js"
import type { SearchDocument } from "./SearchIndex.js"

/** The place and the title of a page to index. */
export interface IndexedPage {
  readonly organization: string
  readonly space: string
  readonly page: string
  readonly path: string
  readonly title: string
}

/** The indexed content of a section, independent of the title of its page; `words` are the words of its heading. */
export interface IndexedSection extends Pick<SearchDocument, "anchor" | "heading" | "text" | "body"> {
  readonly words: string
}

const joined = (text: string): string => words(text).join(" ")

/** The indexed content of the sections of a text. */
export const indexed = (found: ReadonlyArray<Section>): ReadonlyArray<IndexedSection> =>
  found.map(({ anchor, heading, text }) => ({ anchor, heading, text, words: joined(heading), body: joined(text) }))

/** The search documents of a page. */
export const documentsOf = (
  { organization, page, path, space, title }: IndexedPage,
  found: ReadonlyArray<IndexedSection>
): ReadonlyArray<SearchDocument> =>
  found.map(({ anchor, body, heading, text, words }, section) => ({
    organization,
    space,
    page,
    path,
    section,
    anchor,
    heading: section === 0 ? title : heading,
    text,
    title: section === 0 ? joined(title) : words,
    body
  }))

/** {@link documentsOf} a page with this text. */
export const documents = (page: IndexedPage & { readonly markdown: string }): ReadonlyArray<SearchDocument> =>
  documentsOf(page, indexed(sections(page.markdown)))
