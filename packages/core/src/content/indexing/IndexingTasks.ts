/** Reads texts for search and links: one, or many small ones together with the search-index entry of each. */
import * as Effect from "effect/Effect"
import { giveWay } from "../../foundation/scheduling/Turns.js"
import { inlineSize, type Task } from "../../foundation/workers/Workers.js"
import { documentsOf } from "../../text/search-index/PageIndex.js"
import { entriesOf } from "../../text/search-index/Postings.js"
import type { PageEntries } from "../../text/search-index/SearchIndex.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readBy } from "../dialects/Readings.js"
import { dialectOf, type ItemValue } from "../items/Item.js"
import { type IndexedText, readText } from "../pages/TextReading.js"
import { perItem } from "./IndexedItem.js"
import { isSearchable } from "./Searchable.js"

/** {@link readText} as a task. */
export const indexedTask: Task<Pick<TextOfItem, "markdown" | "dialect">, IndexedText> = {
  name: "content/indexed-text",
  size: ({ markdown }) => markdown.length,
  run: ({ dialect, markdown }) => readBy(dialect, (reading) => readText(markdown, reading))
}

/** A text, with the path and the title of its page if that is searchable. */
export interface TextOfItem {
  readonly markdown: string
  readonly dialect: DialectName | undefined
  readonly page?: { readonly path: string; readonly title: string }
}

/** The text of an item. */
export const textOfItem = (value: ItemValue | undefined, markdown: string): TextOfItem =>
  isSearchable(value)
    ? { markdown, dialect: value.dialect, page: { path: value.path, title: value.title } }
    : { markdown, dialect: dialectOf(value) }

/** The size of a text in the budget, in characters; not 0 even if it is empty. */
export const sizeOf = (markdown: string): number => perItem + markdown.length

/**
 * The number of characters that are read together: more than the caller's thread reads itself, if there are others, and
 * few enough that the result arrives in one message.
 */
export const together = 2 * inlineSize

/** The result of reading a text; the entries are absent if it is not searchable. */
export interface ReadItem {
  readonly text: IndexedText
  readonly entries?: PageEntries
}

/**
 * {@link PageEntries} with each list as one text, since a thread copies a thousand strings in many times the time of a
 * long one. Neither tokens nor entries nor words contain spaces.
 */
interface JoinedEntries {
  readonly length: number
  readonly tokens: string
  readonly entries: string
  readonly words: string
}

interface Packed {
  readonly text: IndexedText
  readonly entries?: JoinedEntries
}

const packed = ({ entries, text }: ReadItem): Packed => {
  if (entries === undefined) return { text }
  const { length, tokens, words } = entries
  return {
    text,
    entries: { length, tokens: tokens.join(" "), entries: entries.entries.join(" "), words: words.join(" ") }
  }
}

const readItem = async ({ dialect, markdown, page }: TextOfItem): Promise<ReadItem> => {
  const text = await readBy(dialect, (reading) => readText(markdown, reading))
  if (page === undefined) return { text }
  const documents = documentsOf({ organization: "", space: "", page: "", ...page }, text.sections)
  return documents.length === 0 ? { text } : { text, entries: entriesOf(documents) }
}

/** Reads texts, yielding to other work after each. */
export const readItems = async (texts: ReadonlyArray<TextOfItem>): Promise<ReadonlyArray<ReadItem>> => {
  const found: Array<ReadItem> = []
  for (const text of texts) {
    found.push(await readItem(text))
    await Effect.runPromise(giveWay)
  }
  return found
}

/** {@link readItems} as a task, whose results are {@link unpacked}. */
export const pagesTask: Task<ReadonlyArray<TextOfItem>, ReadonlyArray<Packed>> = {
  name: "indexing/pages",
  size: (texts) => texts.reduce((size, { markdown }) => size + sizeOf(markdown), 0),
  run: async (texts) => (await readItems(texts)).map(packed)
}

/** A result of {@link pagesTask}. */
export const unpacked = ({ entries, text }: Packed): ReadItem =>
  entries === undefined
    ? { text }
    : {
        text,
        entries: {
          length: entries.length,
          // The first token is the empty one.
          tokens: entries.tokens.split(" "),
          entries: entries.entries.split(" "),
          words: entries.words === "" ? [] : entries.words.split(" ")
        }
      }
