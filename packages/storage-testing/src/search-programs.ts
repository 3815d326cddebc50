/** Random edits of an index, and its expected contents after them. */
import { expect } from "@effect/vitest"
import { entriesOf } from "@lectern/core/internal/text/search-index/Postings"
import type {
  BlockPlace,
  SearchDocument,
  SearchIndexService,
  SpaceSize,
  WantedWords
} from "@lectern/core/search-index/SearchIndex"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Order from "effect/Order"
import { section, token, type Where } from "./sections.js"

/** Words that edits use. */
export const vocabulary = ["red", "re", "redder", "blue", "b", "blues", "green", "中", "中文", "мир", "42", "o", "s1"]

const phrase = FastCheck.array(FastCheck.constantFrom(...vocabulary), { maxLength: 8 }).map((words) => words.join(" "))
const page = FastCheck.record({
  number: FastCheck.integer({ min: 1, max: 6 }),
  path: FastCheck.constantFrom("", "red", "blue/red-green"),
  sections: FastCheck.array(FastCheck.record({ title: phrase, body: phrase }), { maxLength: 3 })
}).map(({ number, path, sections }) => {
  const space = `s${number % 3}`
  return {
    space,
    page: `p${number}`,
    documents: sections.map((fields, i) =>
      section(space, `p${number}`, i, { ...fields, path, organization: number % 3 === 0 ? "other" : "o" })
    )
  }
})

/** Puts the sections of some pages into an index, each page as a whole. */
export const put = (index: SearchIndexService, documents: ReadonlyArray<SearchDocument>) =>
  Effect.forEach(
    Object.values(Array.groupBy(documents, ({ space, page }) => JSON.stringify([space, page]))),
    (page) => index.replacePages(page[0].space, [{ page: page[0].page, documents: page }]),
    { discard: true }
  )

/** Searches for every word of a space, in any spelling. */
export const everyWord: WantedWords = { near: [{ shortest: 1, longest: 64, letters: 0, most: 1 }], words: [] }

/** The new sections of a page. */
export interface PageEdit {
  readonly page: string
  readonly space: string
  readonly documents: ReadonlyArray<SearchDocument>
}

/** Transactions of edits. Some roll back, and some replace the pages of a space together. */
export const edits = FastCheck.array(
  FastCheck.record({
    edits: FastCheck.array(page, { minLength: 1, maxLength: 4 }),
    rollback: FastCheck.boolean(),
    together: FastCheck.boolean()
  }),
  { minLength: 1, maxLength: 5 }
)

/** Makes the edits of a transaction: page by page, or all edits of each space in one call. */
export const apply = (index: SearchIndexService, edits: ReadonlyArray<PageEdit>, together: boolean) =>
  Effect.forEach(
    together ? Object.values(Array.groupBy(edits, ({ space }) => space)) : edits.map((edit) => [edit]),
    (some) => index.replacePages(some[0]!.space, some),
    { discard: true }
  )

/** Tokens that the edits use, some that they do not, and the places to look for them. */
export const query = FastCheck.record({
  tokens: FastCheck.array(
    FastCheck.tuple(FastCheck.constantFrom(...vocabulary, "none"), FastCheck.constantFrom("", "", "*")).map(
      ([word, star]) => word + star
    ),
    { minLength: 1, maxLength: 4 }
  ),
  organization: FastCheck.constantFrom("o", "other"),
  space: FastCheck.constantFrom(undefined, "s0", "s1", "s2"),
  hidden: FastCheck.constantFrom("", "s1", "s2")
})

/** A query of {@link query}. */
export type TokenQuery = typeof query extends FastCheck.Arbitrary<infer A> ? A : never

/** Where a query looks. */
export const whereOf = ({ hidden, organization, space }: TokenQuery): Where => ({
  organization,
  covers: (each) => each !== hidden,
  ...(space !== undefined && { space })
})

/** The entries that {@link query} must return among some pages, in the form of `entriesWith`. */
export const expectedEntries = (pages: ReadonlyArray<PageEdit>, asked: TokenQuery) =>
  asked.tokens.map((text) => {
    const { prefix, token: wanted } = token(text)
    return pages
      .filter(({ documents: [first], space }) => {
        if (first?.organization !== asked.organization || space === asked.hidden) return false
        return asked.space === undefined || asked.space === space
      })
      .flatMap(({ documents, page, space }) => {
        const { entries, tokens } = entriesOf(documents)
        return tokens.flatMap((each, i) =>
          (prefix ? each.startsWith(wanted) : each === wanted) ? [`${space} ${page} ${entries[i]}`] : []
        )
      })
      .sort()
  })

/** The number of pages of a space that contain each word, as `word pages` and sorted. */
export const expectedWords = (pages: ReadonlyArray<PageEdit>, space: string): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const { documents, space: of } of pages) {
    if (of !== space) continue
    for (const word of entriesOf(documents).words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return [...counts].map(([word, pages]) => `${word} ${pages}`).sort()
}

/** The sizes that an index must state, of the spaces of an organization. */
const expectedSizes = (
  pages: ReadonlyArray<PageEdit>,
  { hidden, organization, space: only }: TokenQuery
): ReadonlyArray<SpaceSize> => {
  const sizes = new Map<string, { pages: number; words: number }>()
  for (const { documents, space } of pages) {
    if (documents[0]?.organization !== organization || space === hidden) continue
    if (only !== undefined && only !== space) continue
    const size = sizes.get(space) ?? { pages: 0, words: 0 }
    sizes.set(space, { pages: size.pages + 1, words: size.words + entriesOf(documents).length })
  }
  return Array.sort(
    [...sizes].map(([space, size]) => ({ space, ...size })),
    Order.mapInput(Order.string, ({ space }: SpaceSize) => space)
  )
}

const byPlace = Order.mapInput(
  Order.tuple(Order.string, Order.number),
  ({ block, space }: BlockPlace) => [space, block] as const
)

/** Expects an index to state the sizes of the spaces that a query covers, and the lengths of their pages. */
export const expectSizes = Effect.fnUntraced(function* (
  index: SearchIndexService,
  pages: ReadonlyArray<PageEdit>,
  asked: TokenQuery
) {
  const where = { covers: () => true, ...whereOf(asked), organization: asked.organization }
  const sizes = yield* index.sizes(where)
  expect(sizes.toSorted((a, b) => (a.space < b.space ? -1 : 1))).toEqual(expectedSizes(pages, asked))
  const everyPage = yield* index.query({ ...where, tokens: [token("")] })
  const lengths = everyPage.map(({ block, list, space }) => ({ space, block, list }))
  const measured = yield* index.lengths([...lengths, { space: "s0", block: 9 }])
  expect(measured.toSorted(byPlace)).toEqual(lengths.toSorted(byPlace))
})
