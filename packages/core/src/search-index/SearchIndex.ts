/**
 * The port of full-text search. Text is cut into words, and words into tokens, by core, so that every index sees the
 * same; an index keeps where tokens occur, and core ranks. Its updates belong to the storage transaction they are made
 * in.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"

/**
 * What is indexed: one section of a page. `title` and `body` are the words of its heading and its text, joined by one
 * space; `heading` and `text` are what is shown.
 * @since 0.1.0
 */
export interface SearchDocument {
  readonly organization: string
  readonly space: string
  readonly page: string
  /** The path of the page, the same in all of its sections. */
  readonly path: string
  /** The section's place in its page: 0 is the text before the first heading. */
  readonly section: number
  /** The section's anchor in the page, empty for section 0. */
  readonly anchor: string
  /** The heading as shown; the page's title for section 0. */
  readonly heading: string
  readonly text: string
  readonly title: string
  readonly body: string
}

/**
 * A token to look for; with `prefix`, every indexed token that starts with it.
 * @since 0.1.0
 */
export interface SearchToken {
  readonly token: string
  readonly prefix: boolean
}

/**
 * Which tokens to look for, and where.
 * @since 0.1.0
 */
export interface SearchQuery {
  readonly tokens: ReadonlyArray<SearchToken>
  /** Only this organization. */
  readonly organization: string
  /** Only this space; all of the organization when absent. */
  readonly space?: string
  /** Which of them are covered. Nothing of another space is read. */
  readonly covers: (space: string) => boolean
}

/**
 * Where a token occurs among 64 pages of a space that are numbered one after the other, from `block` times 64 on.
 * @since 0.1.0
 */
export interface PostingList {
  /** The place of the token in the query. */
  readonly token: number
  readonly space: string
  readonly block: number
  readonly list: string
}

/**
 * A word of a space, and how many pages have it.
 * @since 0.1.0
 */
export interface KnownWord {
  readonly word: string
  readonly pages: number
}

/**
 * Words that may be meant by another one: in their length, in characters, and in their letters.
 * @since 0.1.0
 */
export interface NearWord {
  readonly shortest: number
  readonly longest: number
  /** The letters of the other word: of each UTF-16 unit the lowest five bits, as one of 32 bits. */
  readonly letters: number
  /** How many of these letters they may lack. */
  readonly most: 1 | 2
}

/**
 * The words of a vocabulary to give: those that are near, and those that are the same.
 * @since 0.1.0
 */
export interface WantedWords {
  readonly near: ReadonlyArray<NearWord>
  readonly words: ReadonlyArray<string>
}

/**
 * A page by its number in its space, and those of its sections that are asked for; all when absent.
 * @since 0.1.0
 */
export interface SearchPlace {
  readonly space: string
  readonly number: number
  readonly sections?: ReadonlyArray<number>
}

/**
 * What is known of a page: its id, its path, its title as it is shown, and some of its sections in their order.
 * @since 0.1.0
 */
export interface FoundPage {
  readonly space: string
  readonly number: number
  readonly page: string
  readonly path: string
  readonly title: string
  readonly sections: ReadonlyArray<FoundSection>
}

/**
 * What is indexed of a section: see the fields of {@link SearchDocument}.
 * @since 0.1.0
 */
export type FoundSection = Pick<SearchDocument, "section" | "anchor" | "heading" | "text" | "title" | "body">

/**
 * A place among the indexed pages.
 * @since 0.1.0
 */
export interface IndexedPlace {
  readonly space: string
  readonly page: string
}

/**
 * How many blocks a query reads at a time, by the id of the space and the number of the block.
 * @since 0.1.0
 */
export const blocksAtOnce = 256

/**
 * How much of the lists of prefixes a query reads, in characters: when it has read so much, it leaves prefixes out of
 * the blocks that it has not begun with.
 * @since 0.1.0
 */
export const mostOfPrefixes = 4_000_000

/**
 * What core makes of the documents of a page: its entries without their place, by token, and the words that typos are
 * compared with.
 * @since 0.1.0
 */
export interface PageEntries {
  readonly entries: ReadonlyMap<string, string>
  readonly words: ReadonlySet<string>
}

/**
 * A page with everything that is indexed of it.
 * @since 0.1.0
 */
export interface IndexedPageDocuments {
  readonly page: string
  readonly documents: ReadonlyArray<SearchDocument>
  /** What core makes of the documents, where that is done already. */
  readonly entries?: PageEntries
}

/**
 * The port of an index.
 * @since 0.1.0
 */
export interface SearchIndexService {
  /**
   * Replaces everything that is indexed of some pages of a space, all or none; pages without documents are removed. A new
   * page gets the lowest number that is free in its space, in the order in which they are given.
   */
  readonly replacePages: (space: string, pages: ReadonlyArray<IndexedPageDocuments>) => Effect.Effect<void, Unavailable>
  /** Removes a space from the index; outside a transaction, in several of its own. */
  readonly removeSpace: (space: string) => Effect.Effect<void, Unavailable>
  /**
   * Where tokens occur: at most one list for each token and block, without those that are empty. The empty token occurs
   * in every page.
   */
  readonly query: (query: SearchQuery) => Effect.Effect<ReadonlyArray<PostingList>, Unavailable>
  /** Some of the words of a space, each once. */
  readonly vocabulary: (space: string, wanted: WantedWords) => Effect.Effect<ReadonlyArray<KnownWord>, Unavailable>
  /** Some pages, in the order asked for; what is no longer there is left out. */
  readonly read: (places: ReadonlyArray<SearchPlace>) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>
  /**
   * What is indexed, for inspection: all sections of up to `limit` pages, by space, page and section, from the first
   * page after a place on. The place need not exist; with an empty `page` it lies before all pages of the space.
   */
  readonly list: (
    after: IndexedPlace | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SearchDocument>, Unavailable>
}

/**
 * The search index of an engine.
 * @since 0.1.0
 */
export class SearchIndex extends Context.Tag("@lectern/core/SearchIndex")<SearchIndex, SearchIndexService>() {}
