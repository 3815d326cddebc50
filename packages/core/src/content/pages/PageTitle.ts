/** The title of a page whose text has no front matter. */

import { firstCharacters } from "../../foundation/schema/Text.js"
import { leadingHeading, longestTitle } from "../../text/markdown/Heading.js"

export { longestTitle }

/** The maximum number of characters of a description. */
export const longestDescription = 1024

/** Truncates a text that is too long: a field is also in every list of its pages. */
export const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined || text.length <= length ? text : firstCharacters(text, length).trim()

/** The title from the heading at the beginning of a text; none if there is no such heading or it is empty. */
export const headingTitle = (markdown: string): string | undefined => {
  const title = cut(leadingHeading(markdown)?.text, longestTitle)
  return title === "" ? undefined : title
}
