/** The content of the search index: the pages of each space, where their words occur, and the words themselves. */
import { compareEntries, noEntries, sizeChange } from "@lectern/core/internal/text/search-index/EntryChanges"
import { entriesOf, pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import { lacks, lettersOf } from "@lectern/core/internal/text/tokenization/Letters"
import type {
  FoundPage,
  IndexedPageDocuments,
  IndexedPlace,
  KnownWord,
  PageEntries,
  SearchDocument,
  SearchPlace,
  WantedWords
} from "@lectern/core/search-index/SearchIndex"
import { after, compareNames, type Key } from "./Layout.js"
import { empty, type OrderedMap, valuesBetween } from "./OrderedMap.js"
import type { Sections } from "./SectionMaps.js"
import type { Draft } from "./State.js"

/** The maps of the index, for writing. */
const owned = (draft: Draft): Sections => {
  const { blocks, free, numbers, pages, spaces, words } = draft.state.sections
  const sections = {
    spaces: draft.own(spaces),
    pages: draft.own(pages),
    numbers: draft.own(numbers),
    free: draft.own(free),
    blocks: draft.own(blocks),
    words: draft.own(words)
  }
  draft.state.sections = sections
  return sections
}

const newNumber = ({ free, numbers }: Sections, space: string): number => {
  const [first] = free.keys([space])
  if (first !== undefined && first[0] === space) return first[1] as number
  for (const [[of, number]] of numbers.entriesReversed(after([space]), [], true)) {
    return of === space ? (number as number) + 1 : 0
  }
  return 0
}

/** Replaces the entries and the words of a page. */
const writeEntries = (
  draft: Draft,
  { blocks, words }: Sections,
  space: string,
  number: number,
  before: PageEntries,
  after: PageEntries
): void => {
  const key = [space, Math.floor(number / pagesOfBlock)]
  const place = placeOf(number)
  const known = blocks.get(key)
  const lists = draft.own(known ?? empty<string, string>(compareNames))
  if (lists !== known) blocks.set(key, lists)
  const count = (word: string, by: number): void => {
    const counted = [space, Array.from(word).length, word]
    const pages = (words.get(counted) ?? 0) + by
    if (pages > 0) words.set(counted, pages)
    else words.delete(counted)
  }
  compareEntries(before, after, {
    entryGone: (token, entry) => {
      const left = (lists.get(token) ?? "").replace(place + entry, "")
      if (left === "") lists.delete(token)
      else lists.set(token, left)
    },
    entryCame: (token, entry) => {
      lists.set(token, (lists.get(token) ?? "") + place + entry)
    },
    wordGone: (word) => count(word, -1),
    wordCame: (word) => count(word, 1)
  })
  if (lists.isEmpty) blocks.delete(key)
}

/** See `SearchIndexService.replacePages`. */
export const replacePage = (
  draft: Draft,
  space: string,
  { documents, entries: made, page }: IndexedPageDocuments
): void => {
  const old = draft.state.sections.pages.get([space, page])
  const [first] = documents
  if (old === undefined && first === undefined) return
  const sections = owned(draft)
  const number = old?.number ?? newNumber(sections, space)
  const before = old === undefined ? noEntries : entriesOf(old.documents)
  const entries = first === undefined ? noEntries : (made ?? entriesOf(documents))
  writeEntries(draft, sections, space, number, before, entries)
  const known = sections.spaces.get(space)
  const change = sizeChange(before, entries)
  sections.spaces.set(space, {
    organization: first?.organization ?? known?.organization ?? "",
    pages: (known?.pages ?? 0) + change.pages,
    words: (known?.words ?? 0) + change.words
  })
  if (first === undefined) {
    sections.pages.delete([space, page])
    sections.numbers.set([space, number], null)
    sections.free.set([space, number], null)
    return
  }
  sections.pages.set([space, page], { number, documents: documents.toSorted((a, b) => a.section - b.section) })
  sections.numbers.set([space, number], page)
  sections.free.delete([space, number])
}

/** See `SearchIndexService.removeSpace`. */
export const removeSpace = (draft: Draft, space: string): void => {
  if (draft.state.sections.spaces.get(space) === undefined) return
  const { spaces, ...sections } = owned(draft)
  spaces.delete(space)
  for (const map of Object.values(sections) as ReadonlyArray<OrderedMap<Key, unknown>>) {
    const keys: Array<Key> = []
    map.forRange([space], after([space]), false, (key) => {
      keys.push(key)
    })
    for (const key of keys) map.delete(key)
  }
}

/** See `SearchIndexService.vocabulary`. */
export const vocabulary = (
  { words }: Sections,
  space: string,
  { near, words: same }: WantedWords
): ReadonlyArray<KnownWord> => {
  const found = new Map<string, number>()
  for (const { letters, longest, most, shortest } of near) {
    words.forRange([space, shortest], after([space, longest]), false, (key, pages) => {
      const word = key[2] as string
      if (!lacks(letters, lettersOf(word), most)) found.set(word, pages)
    })
  }
  for (const word of same) {
    const pages = words.get([space, Array.from(word).length, word])
    if (pages !== undefined) found.set(word, pages)
  }
  return Array.from(found, ([word, pages]) => ({ word, pages }))
}

/** See `SearchIndexService.read`. */
export const readPages = ({ numbers, pages }: Sections, places: ReadonlyArray<SearchPlace>): ReadonlyArray<FoundPage> =>
  places.flatMap(({ number, sections, space }): ReadonlyArray<FoundPage> => {
    const page = numbers.get([space, number])
    const documents = typeof page === "string" ? pages.get([space, page])?.documents : undefined
    const [first] = documents ?? []
    if (documents === undefined || first === undefined) return []
    return [
      {
        space,
        number,
        page: first.page,
        path: first.path,
        title: first.section === 0 ? first.heading : "",
        sections: documents
          .filter(({ section }) => sections === undefined || sections.includes(section))
          .map(({ anchor, body, heading, section, text, title }) => ({ section, anchor, heading, text, title, body }))
      }
    ]
  })

/** See `SearchIndexService.list`. */
export const listPages = (
  { pages, spaces }: Sections,
  place: IndexedPlace | undefined,
  limit: number
): ReadonlyArray<SearchDocument> =>
  valuesBetween(pages, place === undefined ? [] : after([place.space, place.page]), after([]), limit).flatMap(
    ({ documents }) =>
      documents.map((document) => ({
        ...document,
        organization: spaces.get(document.space)?.organization ?? document.organization
      }))
  )
