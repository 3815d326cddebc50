/**
 * An index without some hidden pages: results are the same as if these pages did not exist. Hidden pages are removed
 * from the posting lists before anything is ranked or counted.
 */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { entriesOf, pagesOfBlock } from "../search-index/Postings.js"
import { readLengths, withoutPlaces } from "../search-index/ReadPostings.js"
import type { BlockLengths, KnownWord, SearchIndexService, SpaceSize } from "../search-index/SearchIndex.js"

/** The hidden pages of a space. */
export interface HiddenPages {
  readonly pages: ReadonlySet<string>
  readonly hides: (page: string) => boolean
}

const everyPage = { token: "", prefix: false }

/** The hidden pages of a space by block, as places in it, and the number of words of their texts. */
interface Places {
  readonly blocks: ReadonlyMap<number, ReadonlySet<number>>
  readonly pages: number
  readonly words: number
}

/** The index without the hidden pages, given by the id of the space. */
export const indexWithout = (
  index: SearchIndexService,
  organization: string,
  hidden: ReadonlyMap<string, HiddenPages>
): Effect.Effect<SearchIndexService, Unavailable> =>
  Effect.gen(function* () {
    const hiding = new Map([...hidden].filter(([, { pages }]) => pages.size > 0))
    if (hiding.size === 0) return index

    const places = new Map<string, Places>()
    for (const [space, { hides }] of hiding) {
      const lengths = new Map<number, number>()
      for (const { block, list } of yield* index.query({
        organization,
        space,
        covers: () => true,
        tokens: [everyPage]
      })) {
        readLengths(list, (place, _, words) => void lengths.set(block * pagesOfBlock + place, words))
      }
      const blocks = new Map<number, Set<number>>()
      let [pages, words] = [0, 0]
      const read = yield* index.read(Array.from(lengths.keys(), (number) => ({ space, number, sections: [] })))
      for (const { number, page } of read) {
        if (!hides(page)) continue
        pages++
        words += lengths.get(number) ?? 0
        const block = Math.floor(number / pagesOfBlock)
        const known = blocks.get(block)
        if (known === undefined) blocks.set(block, new Set([number % pagesOfBlock]))
        else known.add(number % pagesOfBlock)
      }
      places.set(space, { blocks, pages, words })
    }

    /** Lists without the entries of hidden pages. */
    const visible = <A extends BlockLengths>(found: ReadonlyArray<A>): ReadonlyArray<A> =>
      found.flatMap((posting) => {
        const own = places.get(posting.space)?.blocks.get(posting.block)
        const list = own === undefined ? posting.list : withoutPlaces(posting.list, own)
        return list === "" ? [] : [{ ...posting, list }]
      })

    /** The number of a space's hidden pages that have each word. */
    const wordsOf = Effect.fnUntraced(function* (space: string) {
      const counts = new Map<string, number>()
      for (const [block, own] of places.get(space)?.blocks ?? []) {
        const read = yield* index.read(Array.from(own, (place) => ({ space, number: block * pagesOfBlock + place })))
        for (const { page, path, sections } of read) {
          const documents = sections.map((section) => ({ ...section, organization, space, page, path }))
          for (const word of entriesOf(documents).words) counts.set(word, (counts.get(word) ?? 0) + 1)
        }
      }
      return counts
    })

    return {
      ...index,
      query: (query) => Effect.map(index.query(query), visible),
      sizes: (scope) =>
        Effect.map(index.sizes(scope), (sizes) =>
          sizes.flatMap(({ pages, space, words }): ReadonlyArray<SpaceSize> => {
            const own = places.get(space)
            if (own === undefined) return [{ space, pages, words }]
            return pages > own.pages ? [{ space, pages: pages - own.pages, words: words - own.words }] : []
          })
        ),
      lengths: (blocks) => Effect.map(index.lengths(blocks), visible),
      vocabulary: (space, wanted) =>
        Effect.gen(function* () {
          const known = yield* index.vocabulary(space, wanted)
          if (!places.has(space)) return known
          const counts = yield* wordsOf(space)
          return known.flatMap(({ pages, word }): ReadonlyArray<KnownWord> => {
            const left = pages - (counts.get(word) ?? 0)
            return left > 0 ? [{ word, pages: left }] : []
          })
        }),
      read: (asked) =>
        Effect.map(index.read(asked), (read) =>
          read.filter(({ page, space }) => hiding.get(space)?.hides(page) !== true)
        )
    }
  })
