/** Other search engines over the same manuals: what they are given, and how what they find becomes pages. */
import { type ManualPage, sectionsOf } from "../judged/Manuals.js"

/** What an engine indexes: a page, or a section of one, whose title is then the page's title and its heading. */
export interface PeerDocument {
  readonly id: string
  readonly page: string
  readonly title: string
  readonly text: string
}

/** What a document is. */
export type Unit = "page" | "section"

/** Finds documents, best first. */
export type DocumentSearch<Options> = (query: string, options: Options) => Promise<ReadonlyArray<string>>

/** An engine to compare with, whose searches take `Options`. */
export interface SearchPeer<Options> {
  readonly name: string
  /** What a search takes when nobody chose anything. */
  readonly defaults: Options
  /** What somebody may choose who tunes it. */
  readonly grid: ReadonlyArray<Options>
  /**
   * Indexes documents. `cut` says that words of Chinese were separated by spaces before, in documents and queries, so
   * that the engine must keep words that are not Latin.
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

/** How much more a word counts in a title, among what peers are tuned by. */
export const titleBoosts: ReadonlyArray<number> = [1, 2, 5]

const chinese = /\p{sc=Han}+/gv
const segmenter = new Intl.Segmenter("zh", { granularity: "word" })

/** The text with spaces around each word of Chinese. */
export const separated = (text: string): string =>
  text.replaceAll(chinese, (run) => ` ${Array.from(segmenter.segment(run), ({ segment }) => segment).join(" ")} `)
