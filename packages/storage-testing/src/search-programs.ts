/** Random edits of an index and random queries. */
import type { SearchDocument, SearchQuery } from "@lectern/core/search-index/SearchIndex"
import { FastCheck } from "effect"
import { either, section } from "./sections.js"

const vocabulary = ["red", "re", "redder", "blue", "b", "blues", "green", "中", "中文", "мир", "42", "o", "s1"]
const phrase = FastCheck.array(FastCheck.constantFrom(...vocabulary), { maxLength: 8 }).map((words) => words.join(" "))
const page = FastCheck.record({
  number: FastCheck.integer({ min: 1, max: 6 }),
  sections: FastCheck.array(FastCheck.record({ title: phrase, body: phrase }), { maxLength: 3 })
}).map(({ number, sections }) => {
  const space = `s${number % 3}`
  return {
    space,
    page: `p${number}`,
    documents: sections.map((fields, i) =>
      section(space, `p${number}`, i, { ...fields, organization: number % 3 === 0 ? "other" : "o" })
    )
  }
})
/** A page's sections as they shall be from now on. */
export interface PageEdit {
  readonly page: string
  readonly space: string
  readonly documents: ReadonlyArray<SearchDocument>
}
/** Transactions of edits, some of which roll back. */
export const edits = FastCheck.array(
  FastCheck.record({ edits: FastCheck.array(page, { minLength: 1, maxLength: 4 }), rollback: FastCheck.boolean() }),
  { minLength: 1, maxLength: 5 }
)
const term = FastCheck.uniqueArray(
  FastCheck.tuple(FastCheck.constantFrom(...vocabulary, "none"), FastCheck.constantFrom("", "", "*")).map(
    ([word, star]) => word + star
  ),
  { minLength: 1, maxLength: 3 }
).map((alternatives) => either(...alternatives))
/** Queries of words that the edits use, and some that they do not. */
export const query: FastCheck.Arbitrary<SearchQuery> = FastCheck.record({
  terms: FastCheck.array(term, { maxLength: 3 }),
  organization: FastCheck.constantFrom("o", "other"),
  space: FastCheck.constantFrom(undefined, "s0", "s1", "s2"),
  limit: FastCheck.constantFrom(1, 3, 100)
}).map(({ space, ...rest }) => (space === undefined ? rest : { ...rest, space }))
