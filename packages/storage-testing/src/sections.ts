/** Sections to index in the suites. */
import type { SearchDocument, SearchTerm } from "@lectern/core/search-index/SearchIndex"

/** A section of the organization `o`, without words unless given; `title` and `body` are tokens joined by spaces. */
export const section = (
  space: string,
  page: string,
  number: number,
  fields: Partial<SearchDocument> = {}
): SearchDocument => ({
  organization: "o",
  space,
  page,
  section: number,
  anchor: number === 0 ? "" : `anchor-${number}`,
  heading: `Heading ${number} of ${page}`,
  text: `Text of section ${number} of ${page}`,
  title: "",
  body: "",
  ...fields
})

/** The term of one word; a `*` at its end makes it a prefix. */
export const word = (text: string): SearchTerm => either(text)

/** A term of several alternatives; each is a word, or a prefix where it ends in `*`. */
export const either = (...texts: ReadonlyArray<string>): SearchTerm => ({
  alternatives: texts.map((text) => ({ token: text.replace("*", ""), prefix: text.endsWith("*") }))
})
