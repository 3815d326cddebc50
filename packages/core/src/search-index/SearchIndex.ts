/**
 * The port of full-text search. Text is cut into tokens by core's tokeniser before it gets here, so every index sees
 * the same words; an index stores tokens, ranks by BM25 and knows nothing of languages. Its updates belong to the
 * storage transaction they are made in.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"

/**
 * What is indexed: one section of a page. `title` and `body` are tokens joined by one space, each token made of
 * letters and digits only; `text` is the section's plain text, kept for snippets.
 * @since 0.1.0
 */
export interface SearchDocument {
  readonly organization: string
  readonly space: string
  readonly page: string
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
 * A section that matched. A higher `score` is a better match.
 * @since 0.1.0
 */
export interface SearchHit {
  readonly space: string
  readonly page: string
  readonly section: number
  readonly score: number
}

/**
 * What a hit shows: see the fields of {@link SearchDocument}.
 * @since 0.1.0
 */
export type SectionText = Pick<SearchDocument, "page" | "section" | "anchor" | "heading" | "text">

/**
 * A token to look for; with `prefix`, every indexed token that starts with it counts as an occurrence of it.
 * @since 0.1.0
 */
export interface SearchToken {
  readonly token: string
  readonly prefix: boolean
}

/**
 * One thing that must occur, in any of its alternatives (at least one; none twice).
 * @since 0.1.0
 */
export interface SearchTerm {
  readonly alternatives: ReadonlyArray<SearchToken>
}

/**
 * Every term must occur in the title or the body, whichever of its alternatives it is.
 * @since 0.1.0
 */
export interface SearchQuery {
  readonly terms: ReadonlyArray<SearchTerm>
  /** Only this organization. */
  readonly organization: string
  /** Only this space; all of the organization when absent. */
  readonly space?: string
  readonly limit: number
}

/**
 * A place among the indexed pages.
 * @since 0.1.0
 */
export interface IndexedPlace {
  readonly space: string
  readonly page: string
}

/**
 * How much a match in the title weighs against one in the body, in every index.
 * @since 0.1.0
 */
export const titleWeight = 5

/**
 * The port of an index.
 * @since 0.1.0
 */
export interface SearchIndexService {
  /** Replaces everything that is indexed of a page; an empty array removes the page. */
  readonly replacePage: (
    space: string,
    page: string,
    documents: ReadonlyArray<SearchDocument>
  ) => Effect.Effect<void, Unavailable>
  /** Removes a space from the index; outside a transaction, in several of its own. */
  readonly removeSpace: (space: string) => Effect.Effect<void, Unavailable>
  /**
   * The best `limit` sections, best first by BM25; equal scores by page id, then section. No terms, no hits.
   *
   * A section's score is the sum over all alternatives of all terms (one that two terms share counts in each) of
   * `idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))`, where k1 is 1.2, b is 0.75, `tf` is the number
   * of occurrences in the body plus {@link titleWeight} for each one in the title, `length` is the number of tokens of
   * title and body, `average` its mean over the whole index, and `idf` is `ln((N - n + 0.5) / (n + 0.5))`, or 1e-6
   * where that is not positive, with N the sections of the whole index and n those in which the alternative occurs.
   */
  readonly query: (query: SearchQuery) => Effect.Effect<ReadonlyArray<SearchHit>, Unavailable>
  /** The texts of some hits, in their order; a section that is no longer there is left out. */
  readonly read: (hits: ReadonlyArray<SearchHit>) => Effect.Effect<ReadonlyArray<SectionText>, Unavailable>
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
