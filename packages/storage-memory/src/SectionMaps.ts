/** The maps that keep the content of a search index. */
import type { SearchDocument } from "@lectern/core/search-index/SearchIndex"
import { compareKeys, compareNames, type Key } from "./Layout.js"
import { empty, type OrderedMap } from "./OrderedMap.js"

/** An indexed page. */
export interface IndexedPage {
  readonly number: number
  readonly documents: ReadonlyArray<SearchDocument>
}

/** The lists of a block by token. */
export type Lists = OrderedMap<string, string>

/** The index entry of a space that has pages. */
export interface IndexedSpace {
  readonly organization: string
  readonly pages: number
  readonly words: number
}

/** An index of spaces. */
export interface Sections {
  readonly spaces: OrderedMap<string, IndexedSpace>
  /** Pages by space and id. */
  readonly pages: OrderedMap<Key, IndexedPage>
  /** The ids of pages by space and number; `null` if a number is free. */
  readonly numbers: OrderedMap<Key, string | null>
  readonly free: OrderedMap<Key, null>
  /** Blocks by space and number. */
  readonly blocks: OrderedMap<Key, Lists>
  /** The number of pages in which each word occurs, by space, length and word. */
  readonly words: OrderedMap<Key, number>
}

/** An empty index. */
export const emptySections = (): Sections => ({
  spaces: empty(compareNames),
  pages: empty(compareKeys),
  numbers: empty(compareKeys),
  free: empty(compareKeys),
  blocks: empty(compareKeys),
  words: empty(compareKeys)
})
