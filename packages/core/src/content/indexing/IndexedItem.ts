/** The properties of an item that search and links use. */

import type { SpaceRecord } from "../../people/places/Space.js"
import { documentsOf } from "../../text/search-index/PageIndex.js"
import type { IndexedPageDocuments } from "../../text/search-index/SearchIndex.js"
import type { ItemValue } from "../items/Item.js"
import type { IndexedText } from "../pages/TextReading.js"
import { isSearchable } from "./Searchable.js"

/** The cost of each item in the budget of a transaction, in addition to its text, in characters. */
export const perItem = 1024

/** The reading of an item without a text. */
export const nothing: IndexedText = { length: 0, sections: [], links: [] }

/** The search-index entry of a page; nothing if it is not searchable. */
export const indexedPage = (
  { id: space, organization }: SpaceRecord,
  page: string,
  value: ItemValue | undefined,
  text: IndexedText
): IndexedPageDocuments => ({
  page,
  documents: isSearchable(value)
    ? documentsOf({ organization, space, page, path: value.path, title: value.title }, text.sections)
    : []
})
