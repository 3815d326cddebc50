/** The changes that a replacement of pages makes to the search index, collected to be written together. */
import { compareEntries } from "@lectern/core/internal/text/search-index/EntryChanges"
import { pagesOfBlock, placeOf } from "@lectern/core/internal/text/search-index/Postings"
import type { PageEntries, SearchDocument } from "@lectern/core/search-index/SearchIndex"

/** The stored part of a section. */
export type StoredSection = Omit<SearchDocument, "organization" | "space" | "page" | "path">

/** The change of a token's posting list: entries to remove, and entries to add. */
export interface ListChange {
  readonly block: number
  readonly token: string
  readonly gone: Array<string>
  added: string
}

/** A page by its number; a number without a page is free. */
export interface NumberedPage {
  readonly number: number
  readonly page: string | null
  readonly path: string
  readonly title: string
}

/** A section and its page's number; without `section`, it is removed. */
export interface SectionChange {
  readonly number: number
  readonly ordinal: number
  readonly section: StoredSection | undefined
}

const isSame = (a: StoredSection, b: StoredSection): boolean =>
  a.anchor === b.anchor && a.heading === b.heading && a.text === b.text && a.title === b.title && a.body === b.body

/** The changes of one space. */
export class SearchChanges {
  readonly lists = new Map<string, ListChange>()
  readonly words = new Map<string, number>()
  readonly pages = new Map<number, NumberedPage>()
  readonly sections = new Map<string, SectionChange>()

  private list(block: number, token: string): ListChange {
    const key = `${block} ${token}`
    const known = this.lists.get(key)
    if (known !== undefined) return known
    const change: ListChange = { block, token, gone: [], added: "" }
    this.lists.set(key, change)
    return change
  }

  private count(word: string, by: number): void {
    this.words.set(word, (this.words.get(word) ?? 0) + by)
  }

  /** Removes a page's old entries from the index, and adds its new ones. */
  entries(number: number, before: PageEntries, after: PageEntries): void {
    const block = Math.floor(number / pagesOfBlock)
    const place = placeOf(number)
    compareEntries(before, after, {
      entryGone: (token, entry) => this.list(block, token).gone.push(place + entry),
      entryCame: (token, entry) => {
        this.list(block, token).added += place + entry
      },
      wordGone: (word) => this.count(word, -1),
      wordCame: (word) => this.count(word, 1)
    })
  }

  /** Replaces the sections of a page; unchanged ones are left alone. */
  replaceSections(number: number, before: ReadonlyArray<StoredSection>, after: ReadonlyArray<StoredSection>): void {
    const kept = new Map(before.map((section) => [section.section, section]))
    for (const section of after) {
      const old = kept.get(section.section)
      kept.delete(section.section)
      const key = `${number} ${section.section}`
      if (old === undefined || !isSame(old, section) || this.sections.has(key)) {
        this.sections.set(key, { number, ordinal: section.section, section })
      }
    }
    for (const ordinal of kept.keys()) {
      this.sections.set(`${number} ${ordinal}`, { number, ordinal, section: undefined })
    }
  }
}

/** Assigns numbers to new pages: the lowest free one. */
export class Numbers {
  private readonly free: Array<number>

  /** `free` are the lowest numbers that are free, in their order; `next` is the lowest number never used. */
  constructor(
    free: ReadonlyArray<number>,
    private next: number
  ) {
    this.free = [...free]
  }

  /** Frees a number. */
  release(number: number): void {
    const at = this.free.findIndex((each) => each > number)
    this.free.splice(at === -1 ? this.free.length : at, 0, number)
  }

  take(): number {
    return this.free.shift() ?? this.next++
  }
}
