/** The title of a page as its text has it where that has no front matter. */
import { leadingHeading } from "../markdown/Heading.js"
import { firstCharacters } from "../schema/Text.js"

/** The most characters of a title. What a text states beyond them stays in the text. */
export const longestTitle = 256

/** The most characters of a description. */
export const longestDescription = 1024

/** The beginning of a text that has more characters than it may have: a field is also in every list of its pages. */
export const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined || text.length <= length ? text : firstCharacters(text, length).trim()

/** The title that the heading at the beginning of a text gives; none where there is no such heading, or it is empty. */
export const headingTitle = (markdown: string): string | undefined => {
  const title = cut(leadingHeading(markdown)?.text, longestTitle)
  return title === "" ? undefined : title
}
