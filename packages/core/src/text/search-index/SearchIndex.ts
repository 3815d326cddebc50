/**
 * The port of full-text search. Core splits text into words, and words into tokens, so that every index gets the same;
 * an index stores the occurrences of tokens, and core ranks. Updates are part of the storage transaction they are made
 * in.
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"

/**
 * An indexed document: one section of a page. `title` and `body` are the words of its heading and its text, joined by
 * one space; `heading` and `text` are shown.
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

/** A token to look for; with `prefix`, every indexed token that starts with it. */
export interface SearchToken {
  readonly token: string
  readonly prefix: boolean
}

/** The scope of the search. */
export interface SearchScope {
  /** Only this organization. */
  readonly organization: string
  /** Only this space; all of the organization when absent. */
  readonly space?: string
  /** The spaces that are covered. Other spaces are not read. */
  readonly covers: (space: string) => boolean
}

/** The tokens to look for, and the scope. */
export interface SearchQuery extends SearchScope {
  readonly tokens: ReadonlyArray<SearchToken>
}

/** The occurrences of a token among 64 consecutively numbered pages of a space, from `block` times 64 on. */
export interface PostingList {
  /** The place of the token in the query. */
  readonly token: number
  readonly space: string
  readonly block: number
  readonly list: string
}

/** A space that has indexed pages: the numbers of its pages and of the words of their texts. */
export interface SpaceSize {
  readonly space: string
  readonly pages: number
  readonly words: number
}

/** 64 consecutively numbered pages of a space, from `block` times 64 on. */
export type BlockPlace = Pick<PostingList, "space" | "block">

/** The numbers of words of the title and the text of each page of a block: the list of the empty token. */
export type BlockLengths = Omit<PostingList, "token">

/** A word of a space, and the number of pages that have it. */
export interface KnownWord {
  readonly word: string
  readonly pages: number
}

/** A filter for words that another one may be a typo of: by length, in characters, and by letters. */
export interface NearWord {
  readonly shortest: number
  readonly longest: number
  /**
   * The letters of the other word: a bit set in which the lowest five bits of each UTF-16 unit select one of 32 bits.
   */
  readonly letters: number
  /** The maximum number of these letters that they may lack. */
  readonly most: 1 | 2
}

/** The words of a vocabulary to return: near words, and equal words. */
export interface WantedWords {
  readonly near: ReadonlyArray<NearWord>
  readonly words: ReadonlyArray<string>
}

/** A page by its number in its space, and its requested sections; all when absent. */
export interface SearchPlace {
  readonly space: string
  readonly number: number
  readonly sections?: ReadonlyArray<number>
}

/** The indexed data of a page: its id, its path, its title as shown, and some of its sections in order. */
export interface FoundPage {
  readonly space: string
  readonly number: number
  readonly page: string
  readonly path: string
  readonly title: string
  readonly sections: ReadonlyArray<FoundSection>
}

/** The indexed data of a section: see the fields of {@link SearchDocument}. */
export type FoundSection = Pick<SearchDocument, "section" | "anchor" | "heading" | "text" | "title" | "body">

/** A place among the indexed pages. */
export interface IndexedPlace {
  readonly space: string
  readonly page: string
}

/** The number of blocks that a query reads in one batch, by the id of the space and the number of the block. */
export const blocksAtOnce = 256

/**
 * The maximum length of the posting lists of prefixes that a query reads, in characters; after that, it ignores
 * prefixes in the remaining blocks.
 */
export const mostOfPrefixes = 4_000_000

/**
 * The data that core derives from the documents of a page: its tokens, each once; the entry of each without its place,
 * in the same order; the words that typos are compared with, each once; and the number of words of its text. Lists take
 * a fraction of the memory of maps, which counts when hundreds of pages are indexed together.
 */
export interface PageEntries {
  readonly length: number
  readonly tokens: ReadonlyArray<string>
  readonly entries: ReadonlyArray<string>
  readonly words: ReadonlyArray<string>
}

/** A page with all of its indexed documents. */
export interface IndexedPageDocuments {
  readonly page: string
  readonly documents: ReadonlyArray<SearchDocument>
  /** The data that core derives from the documents, if that has already been done. */
  readonly entries?: PageEntries
}

/** The port of an index. */
export interface SearchIndexService {
  /**
   * Replaces the indexed documents of some pages of a space, atomically; pages without documents are removed. A new
   * page gets the lowest free number of its space, in the given order.
   */
  readonly replacePages: (space: string, pages: ReadonlyArray<IndexedPageDocuments>) => Effect.Effect<void, Unavailable>
  /** Removes a space from the index; outside a transaction, in several separate ones. */
  readonly removeSpace: (space: string) => Effect.Effect<void, Unavailable>
  /**
   * The occurrences of tokens: at most one list for each token and block, without empty lists. The empty token occurs
   * in every page.
   */
  readonly query: (query: SearchQuery) => Effect.Effect<ReadonlyArray<PostingList>, Unavailable>
  /** The sizes of the covered spaces that have pages. */
  readonly sizes: (scope: SearchScope) => Effect.Effect<ReadonlyArray<SpaceSize>, Unavailable>
  /** The lengths of the pages of some blocks, each given once, in any order; blocks without pages are omitted. */
  readonly lengths: (blocks: ReadonlyArray<BlockPlace>) => Effect.Effect<ReadonlyArray<BlockLengths>, Unavailable>
  /** Some of the words of a space, each once. */
  readonly vocabulary: (space: string, wanted: WantedWords) => Effect.Effect<ReadonlyArray<KnownWord>, Unavailable>
  /** Some pages, in the requested order; pages that no longer exist are omitted. */
  readonly read: (places: ReadonlyArray<SearchPlace>) => Effect.Effect<ReadonlyArray<FoundPage>, Unavailable>
  /**
   * The index contents, for inspection: all sections of up to `limit` pages, by space, page and section, starting with
   * the first page after a place. The place need not exist; with an empty `page`, it is before all pages of the space.
   */
  readonly list: (
    after: IndexedPlace | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<SearchDocument>, Unavailable>
}

/** The search index of an engine. */
export class SearchIndex extends Context.Tag("@lectern/core/SearchIndex")<SearchIndex, SearchIndexService>() {}
