/** Full-text search in memory: posting lists in ordered maps that are part of the storage's transactions. */
import {
  blocksAtOnce,
  mostOfPrefixes,
  type PostingList,
  type SearchIndexService,
  type SearchQuery
} from "@lectern/core/search-index/SearchIndex"
import * as Exit from "effect/Exit"
import { after } from "./Layout.js"
import { type Lists, listPages, readPages, removeSpace, replacePage, type Sections, vocabulary } from "./Sections.js"
import type { Transactions } from "./Transactions.js"

const coveredSpaces = ({ spaces }: Sections, { covers, organization, space }: SearchQuery): ReadonlyArray<string> => {
  if (space !== undefined) return spaces.get(space) === organization && covers(space) ? [space] : []
  const found: Array<string> = []
  spaces.forEachPair((id, of) => {
    if (of === organization && covers(id)) found.push(id)
  })
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
  const blocks = coveredSpaces(sections, query).flatMap((space) => {
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
  vocabulary: (space, wanted) => transactions.read(({ sections }) => vocabulary(sections, space, wanted)),
  read: (places) => transactions.read(({ sections }) => readPages(sections, places)),
  list: (after, limit) => transactions.read(({ sections }) => listPages(sections, after, limit))
})
