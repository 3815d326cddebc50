/** The sections that are searched, and which words occur in them how often. */
import {
  type IndexedPlace,
  type SearchDocument,
  type SearchToken,
  titleWeight
} from "@lectern/core/search-index/SearchIndex"
import { after, compareKeys, type Key } from "./Layout.js"
import { empty, type OrderedMap, valuesBetween } from "./OrderedMap.js"
import type { Draft } from "./State.js"

/** An indexed section. */
export interface Section {
  /** A number that no other section of the index has had. */
  readonly id: number
  readonly document: SearchDocument
  /** How many words it has. */
  readonly length: number
}

/** In which sections a word occurs and how often, an occurrence in the title counting for several. */
export type Occurrences = OrderedMap<Section, number>

/** An inverted index. */
export interface Sections {
  /** The sections of a page by space and page. */
  readonly pages: OrderedMap<Key, ReadonlyArray<Section>>
  readonly words: OrderedMap<string, Occurrences>
  readonly count: number
  /** How many words all sections have together. */
  readonly length: number
  /** The id of the next section. */
  readonly next: number
}

const compareWords = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const compareSections = (a: Section, b: Section): number => a.id - b.id

/** An index of nothing. */
export const emptySections = (): Sections => ({
  pages: empty(compareKeys),
  words: empty(compareWords),
  count: 0,
  length: 0,
  next: 0
})

const split = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(" "))

const frequencies = ({ title, body }: SearchDocument): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const word of split(title)) found.set(word, (found.get(word) ?? 0) + titleWeight)
  for (const word of split(body)) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

const occurrences = (draft: Draft, words: OrderedMap<string, Occurrences>, word: string): Occurrences => {
  const known = words.get(word)
  const owned = draft.own(known ?? empty<Section, number>(compareSections))
  if (owned !== known) words.set(word, owned)
  return owned
}

const add = (draft: Draft, words: OrderedMap<string, Occurrences>, section: Section): void => {
  for (const [word, frequency] of frequencies(section.document)) occurrences(draft, words, word).set(section, frequency)
}

const remove = (draft: Draft, words: OrderedMap<string, Occurrences>, section: Section): void => {
  for (const word of frequencies(section.document).keys()) {
    const left = occurrences(draft, words, word)
    left.delete(section)
    if (left.isEmpty) words.delete(word)
  }
}

const total = (sections: ReadonlyArray<Section>): number => sections.reduce((sum, { length }) => sum + length, 0)

/** See `SearchIndexService.replacePage`. */
export const replacePage = (
  draft: Draft,
  space: string,
  page: string,
  documents: ReadonlyArray<SearchDocument>
): void => {
  const { sections } = draft.state
  const old = sections.pages.get([space, page]) ?? []
  if (old.length === 0 && documents.length === 0) return
  const pages = draft.own(sections.pages)
  const words = draft.own(sections.words)
  for (const section of old) remove(draft, words, section)
  const added = documents.map(
    (document, i): Section => ({
      id: sections.next + i,
      document,
      length: split(document.title).length + split(document.body).length
    })
  )
  for (const section of added) add(draft, words, section)
  if (added.length === 0) pages.delete([space, page])
  else pages.set([space, page], added)
  draft.state.sections = {
    pages,
    words,
    count: sections.count - old.length + added.length,
    length: sections.length - total(old) + total(added),
    next: sections.next + added.length
  }
}

/** See `SearchIndexService.removeSpace`. */
export const removeSpace = (draft: Draft, space: string): void => {
  const pages: Array<string> = []
  draft.state.sections.pages.forRange([space], after([space]), false, (_, sections) => {
    pages.push(sections[0]!.document.page)
  })
  for (const page of pages) replacePage(draft, space, page, [])
}

/** See `SearchIndexService.list`. */
export const listPages = (
  { pages }: Sections,
  place: IndexedPlace | undefined,
  limit: number
): ReadonlyArray<SearchDocument> =>
  valuesBetween(pages, place === undefined ? [] : after([place.space, place.page]), after([]), limit)
    .flat()
    .map(({ document }) => document)

/** What {@link find} gives: the number of sections, each with how often the word occurs in it. */
export type Found = Pick<ReadonlyMap<Section, number>, "size" | "get"> & {
  readonly forEach: (use: (frequency: number, section: Section) => void) => void
}

const nothing: Found = new Map()

/** Where a word occurs, or any word that starts with it. */
export const find = ({ words }: Sections, { token, prefix }: SearchToken): Found => {
  if (!prefix) return words.get(token) ?? nothing
  const found = words.getRange(token, `${token}\uffff`)
  if (found.length < 2) return found[0]?.[1] ?? nothing
  const merged = new Map<Section, number>()
  for (const [, occurrences] of found) {
    occurrences.forEachPair((section, frequency) => {
      merged.set(section, (merged.get(section) ?? 0) + frequency)
    })
  }
  return merged
}
