/**
 * The port of full-text search. Text is cut into tokens by core's tokeniser before it gets here, so every index sees
 * the same words; an index stores tokens, ranks by BM25 and knows nothing of languages. Its updates belong to the
 * storage transaction they are made in.
 */
import { Context, type Effect } from "effect"
import type { Unavailable } from "../errors/Errors.js"

/**
 * What is indexed: one section of a page. `title` and `body` are tokens joined by one space, each token made of
 * letters and digits only; `text` is the section's plain text, kept for snippets.
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

/** A section that matched. A higher `score` is a better match. */
export interface SearchHit {
  readonly space: string
  readonly page: string
  readonly section: number
  readonly score: number
}

/** What a hit shows: see the fields of {@link SearchDocument}. */
export type SectionText = Pick<SearchDocument, "page" | "section" | "anchor" | "heading" | "text">

/** Every token must occur in the title or the body; the last also as a prefix when `prefix` is set. */
export interface SearchQuery {
  readonly tokens: ReadonlyArray<string>
  readonly prefix: boolean
  /** Only this organization. */
  readonly organization: string
  /** Only this space; all of the organization when absent. */
  readonly space?: string
  readonly limit: number
}

/** How much a match in the title weighs against one in the body, in every index. */
export const titleWeight = 5

/** The port of an index. */
export interface SearchIndexService {
  /** Replaces everything that is indexed of a page; an empty array removes the page. */
  readonly replacePage: (
    space: string,
    page: string,
    documents: ReadonlyArray<SearchDocument>
  ) => Effect.Effect<void, Unavailable>
  /** Removes a space from the index. */
  readonly removeSpace: (space: string) => Effect.Effect<void, Unavailable>
  /**
   * The best `limit` sections, best first by BM25 (k1 1.2, b 0.75, title weighed by {@link titleWeight}); equal
   * scores by page id, then section. No tokens, no hits.
   */
  readonly query: (query: SearchQuery) => Effect.Effect<ReadonlyArray<SearchHit>, Unavailable>
  /** The texts of some hits, in their order; a section that is no longer there is left out. */
  readonly read: (hits: ReadonlyArray<SearchHit>) => Effect.Effect<ReadonlyArray<SectionText>, Unavailable>
}

/** The search index of an engine. */
export class SearchIndex extends Context.Tag("@lectern/core/SearchIndex")<SearchIndex, SearchIndexService>() {}
