import * as Schema from "effect/Schema"
import { ListQuery } from "../lists/List.js"
import { characterCount } from "../schema/Text.js"

const Query = Schema.String.pipe(
  Schema.filter((query) => {
    const length = characterCount(query)
    return length <= 512 || `expected at most 512 characters, got ${length}`
  })
).annotations({ jsonSchema: { type: "string", maxLength: 512 } })

/** What to search for, at most 512 characters, any at all, and which page of the answer. */
export const SearchInput = Schema.Struct({ ...ListQuery.fields, query: Query })
/** @see {@link SearchInput} */
export type SearchInput = typeof SearchInput.Type

const Urls = Schema.Struct({ app: Schema.String })

/**
 * A section that matched. `title` is its heading, `path` that of its page and its anchor, `body` an excerpt of plain
 * text around the first match.
 */
export const SearchSectionResult = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  path: Schema.String,
  body: Schema.String,
  urls: Urls
}).annotations({ identifier: "SearchSectionResult" })
/** @see {@link SearchSectionResult} */
export type SearchSectionResult = typeof SearchSectionResult.Type

/** A page that matched, with those of its sections that did, best first. */
export const SearchPageResult = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  path: Schema.String,
  sections: Schema.Array(SearchSectionResult),
  urls: Urls
}).annotations({ identifier: "SearchPageResult" })
/** @see {@link SearchPageResult} */
export type SearchPageResult = typeof SearchPageResult.Type

/** A space with pages that matched, best first. */
export const SearchSpaceResult = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  pages: Schema.Array(SearchPageResult)
}).annotations({ identifier: "SearchSpaceResult" })
/** @see {@link SearchSpaceResult} */
export type SearchSpaceResult = typeof SearchSpaceResult.Type
