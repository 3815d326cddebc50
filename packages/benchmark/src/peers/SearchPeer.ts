/** Other search engines over the same manuals: the documents that they index, and how their results become pages. */
import { type ManualPage, sectionsOf } from "../judged/Manuals.js"

/** A document that an engine indexes: a page, or a section whose title is the page's title and its heading. */
export interface PeerDocument {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** The unit that a document represents. */
export type Unit = "page" | "section"

/** Finds documents, best first. */
export type DocumentSearch<Options> = (query: string, options: Options) => Promise<ReadonlyArray<string>>

/** An engine to compare with, whose searches take `Options`. */
export interface SearchPeer<Options> {
  readonly name: string
  /** The options without any tuning. */
  readonly defaults: Options
  /** The options that tuning tries. */
  readonly grid: ReadonlyArray<Options>
  /**
   * Indexes documents. `cut` says that Chinese words are separated by spaces in documents and queries, so that the
   * engine must keep non-Latin words.
   */
  readonly index: (documents: ReadonlyArray<PeerDocument>, cut: boolean) => DocumentSearch<Options>
}

/** The documents of a manual. */
export const documentsOf = (pages: ReadonlyArray<ManualPage>, unit: Unit): ReadonlyArray<PeerDocument> =>
  pages.flatMap((page): ReadonlyArray<PeerDocument> => {
    const sections = sectionsOf(page)
    if (unit === "section") {
      return sections.map(({ heading, text }, i) => ({
        id: `${page.name}#${i}`,
        page: page.name,
        title: `${page.title} ${heading}`.trim(),
        text
      }))
    }
    const text = sections.map((section) => `${section.heading}\n${section.text}`).join("\n")
    return [{ id: page.name, page: page.name, title: page.title, text }]
  })

/** The weights of words in titles that tuning tries. */
export const titleBoosts: ReadonlyArray<number> = [1, 2, 5]

const chinese = /\p{sc=Han}+/gv
const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** A text with spaces around each Chinese word. */
export const separated = (text: string): string =>
  text.replaceAll(chinese, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(" ")} `)
