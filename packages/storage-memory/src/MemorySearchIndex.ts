/** Full-text search in memory: posting lists in ordered maps that are part of the storage's transactions. */
import {
  type BlockLengths,
  type BlockPlace,
  blocksAtOnce,
  mostOfPrefixes,
  type PostingList,
  type SearchIndexService,
  type SearchQuery,
  type SearchScope,
  type SpaceSize
} from "@lectern/core/search-index/SearchIndex"
import * as Exit from "effect/Exit"
import { after } from "./Layout.js"
import type { IndexedSpace, Lists, Sections } from "./SectionMaps.js"
import { listPages, readPages, removeSpace, replacePage, vocabulary } from "./Sections.js"
import type { Transactions } from "./Transactions.js"

const coveredSpaces = (
  { spaces }: Sections,
  { covers, organization, space }: SearchScope
): ReadonlyArray<SpaceSize> => {
  const found: Array<SpaceSize> = []
  const add = (id: string, of: IndexedSpace | undefined): void => {
    if (of?.organization !== organization || of.pages === 0 || !covers(id)) return
    found.push({ space: id, pages: of.pages, words: of.words })
  }
  if (space === undefined) spaces.forEachPair(add)
  else add(space, spaces.get(space))
  return found
}

const beginningWith = (lists: Lists, token: string): string => {
  const found: Array<string> = []
  lists.forRange(token, `${token}\uffff`, false, (_, list) => {
    found.push(list)
  })
  return found.join("")
}

const search = (sections: Sections, query: SearchQuery): ReadonlyArray<PostingList> => {
  const blocks = coveredSpaces(sections, query).flatMap(({ space }) => {
    const ofSpace: Array<readonly [space: string, block: number, lists: Lists]> = []
    sections.blocks.forRange([space], after([space]), false, (key, lists) => {
      ofSpace.push([space, key[1] as number, lists])
    })
    return ofSpace
  })
  const found: Array<PostingList> = []
  let left = mostOfPrefixes
  for (let from = 0; from < blocks.length; from += blocksAtOnce) {
    for (const [i, { prefix, token }] of query.tokens.entries()) {
      if (prefix && left <= 0) continue
      for (const [space, block, lists] of blocks.slice(from, from + blocksAtOnce)) {
        const list = prefix ? beginningWith(lists, token) : (lists.get(token) ?? "")
        if (list === "") continue
        if (prefix) left -= list.length
        found.push({ token: i, space, block, list })
      }
    }
  }
  return found
}

const lengthsOf = ({ blocks }: Sections, places: ReadonlyArray<BlockPlace>): ReadonlyArray<BlockLengths> =>
  places.flatMap(({ block, space }) => {
    const list = blocks.get([space, block])?.get("")
    return list === undefined ? [] : [{ space, block, list }]
  })

/** The search index over a storage's state. */
export const make = (transactions: Transactions): SearchIndexService => ({
  replacePages: (space, pages) =>
    transactions.write(({ draft }) => {
      for (const page of pages) replacePage(draft, space, page)
      return Exit.void
    }),
  removeSpace: (space) =>
    transactions.write(({ draft }) => {
      removeSpace(draft, space)
      return Exit.void
    }),
  query: (query) => transactions.read(({ sections }) => search(sections, query)),
  sizes: (scope) => transactions.read(({ sections }) => coveredSpaces(sections, scope)),
  lengths: (places) => transactions.read(({ sections }) => lengthsOf(sections, places)),
  vocabulary: (space, wanted) => transactions.read(({ sections }) => vocabulary(sections, space, wanted)),
  read: (places) => transactions.read(({ sections }) => readPages(sections, places)),
  list: (after, limit) => transactions.read(({ sections }) => listPages(sections, after, limit))
})
