/** Compares the stored posting lists and words of a space with the ones that core derives from its sections. */
import { entriesOf } from "@lectern/core/internal/text/search-index/Postings"
import type { SearchDocument, SpaceSize } from "@lectern/core/search-index/SearchIndex"

/** A page of a block, with its place among the lists and its sections. */
export interface IndexedPage {
  readonly place: string
  readonly path: string
  readonly sections: ReadonlyArray<Pick<SearchDocument, "section" | "anchor" | "heading" | "text" | "title" | "body">>
}

/** A stored list. */
export type StoredList = readonly [token: string, list: string]

/** The words of a space, counted block by block. */
export class SearchWords {
  private pages = 0
  private length = 0
  private readonly words = new Map<string, number>()

  /** Whether the lists of a block match its pages. Counts the words of these pages. */
  areLists(pages: ReadonlyArray<IndexedPage>, stored: ReadonlyArray<StoredList>): boolean {
    const lists = new Map<string, Array<string>>()
    for (const { path, place, sections } of pages) {
      const { entries, length, tokens, words } = entriesOf(
        sections.map((section) => ({ organization: "", space: "", page: "", path, ...section }))
      )
      if (tokens.length > 0) this.pages++
      this.length += length
      for (const word of words) this.words.set(word, (this.words.get(word) ?? 0) + 1)
      for (const [i, token] of tokens.entries()) {
        const entry = `${place}${entries[i]}`
        const known = lists.get(token)
        if (known === undefined) lists.set(token, [entry])
        else known.push(entry)
      }
    }
    return (
      stored.length === lists.size &&
      stored.every(([token, list]) => {
        const entries = lists.get(token)
        return entries?.join("").length === list.length && entries.every((entry) => list.includes(entry))
      })
    )
  }

  /** Whether counted words match the pages so far. */
  areCounted(counts: ReadonlyArray<readonly [word: string, pages: number]>): boolean {
    return counts.length === this.words.size && counts.every(([word, pages]) => this.words.get(word) === pages)
  }

  /** Whether a size matches the pages so far. */
  areMeasured({ pages, words }: Pick<SpaceSize, "pages" | "words">): boolean {
    return pages === this.pages && words === this.length
  }
}
