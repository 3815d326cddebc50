/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { described } from "../../foundation/schema/Described.js"
import { characterCount } from "../../foundation/schema/Text.js"

const Query = Schema.String.pipe(
  Schema.filter((query) => {
    const length = characterCount(query)
    return length <= 512 || `expected at most 512 characters, got ${length}`
  })
).annotations({ jsonSchema: { type: "string", maxLength: 512 } })

/** The query, any text of at most 512 characters, and the page of the results to return. */
export const SearchInput = Schema.Struct({
  ...ListQuery.fields,
  query: described(
    Query,
    "The words to find, at most 512 characters. A phrase in quotes has to occur as it is; the last word also matches as a prefix."
  )
})
export type SearchInput = typeof SearchInput.Type

const Urls = Schema.Struct({
  app: described(Schema.String, "The address at which people open the result in the application.")
})

/**
 * A section that matched. `title` is its heading, `path` combines its page's path and its anchor, `body` is an excerpt
 * of plain text around the first match.
 */
export const SearchSectionResult = Schema.Struct({
  id: described(Schema.String, "Identifies the section in the answer: the id of the page and the anchor."),
  title: described(Schema.String, "The heading of the section."),
  path: described(Schema.String, "The path of the page with the anchor of the section."),
  body: described(Schema.String, "An excerpt around the first match, as plain text."),
  urls: described(Urls, "Absolute addresses of the section.")
}).annotations({ identifier: "SearchSectionResult", description: "A section of a page that matches." })
export type SearchSectionResult = typeof SearchSectionResult.Type

/** A page that matched, with its matching sections, best first. */
export const SearchPageResult = Schema.Struct({
  id: described(Schema.String, "The id of the page."),
  title: described(Schema.String, "The title of the page."),
  path: described(Schema.String, "The path of the page: the slugs from the root, joined by `/`."),
  sections: described(Schema.Array(SearchSectionResult), "The sections of the page that match, best first."),
  urls: described(Urls, "Absolute addresses of the page.")
}).annotations({ identifier: "SearchPageResult", description: "A page that matches." })
export type SearchPageResult = typeof SearchPageResult.Type

/** A space with pages that matched, best first. */
export const SearchSpaceResult = Schema.Struct({
  id: described(Schema.String, "The id of the space."),
  title: described(Schema.String, "The title of the space."),
  pages: described(Schema.Array(SearchPageResult), "The pages of the space that match, best first.")
}).annotations({ identifier: "SearchSpaceResult", description: "A space with pages that match." })
export type SearchSpaceResult = typeof SearchSpaceResult.Type
