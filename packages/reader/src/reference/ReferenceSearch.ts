/** Finds pages of the API reference by words of their titles, paths and descriptions. */
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { type ResultItem, titlesAbove } from "../site/SearchView.js"
import type { ReferenceOutline, ReferencePage } from "./ReferenceOutline.js"

/** The maximum number of results, of words of a query that count, and of characters of the text of a result. */
const mostResults = 20
const mostWords = 12
const mostText = 200

/** The texts of a page in lower case, the most relevant first. */
type Texts = readonly [title: string, place: string, description: string]

const textsOf = ({ about, entry: { description = "", id, title } }: ReferencePage): Texts => {
  const place = about.kind === "operation" ? `${about.method} ${about.path} ${id}` : id
  return [title.toLowerCase(), place.toLowerCase(), description.toLowerCase()]
}

/** The rank of a page that has all words: lower is better; `undefined` if one is missing. */
const rankOf = (texts: Texts, words: ReadonlyArray<string>): number | undefined => {
  let rank = 0
  for (const word of words) {
    const at = texts.findIndex((text) => text.includes(word))
    if (at < 0) return undefined
    // In a title, the beginning of a word is better than its middle.
    rank += at === 0 ? (` ${texts[0]}`.includes(` ${word}`) ? 0 : 1) : at + 1
  }
  return rank
}

const bodyOf = ({ about, entry }: ReferencePage): string => {
  const place = about.kind === "operation" ? `${about.method.toUpperCase()} ${about.path}` : ""
  const text = [place, entry.description ?? ""].filter((part) => part !== "").join(" · ")
  return text.length <= mostText ? text : `${text.slice(0, mostText).toWellFormed()}…`
}

/** Makes the search of a reference. It finds pages with all words, and lists pages with them in their titles first. */
export const makeReferenceSearch = (
  { outline, pages }: ReferenceOutline,
  hrefOf: (entry: OutlineEntry) => string
): ((query: string) => ReadonlyArray<ReadonlyArray<ResultItem>>) => {
  const all = [...pages.values()].map((page) => ({ page, texts: textsOf(page) }))
  return (query) => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords)
    if (words.length === 0) return []
    return all
      .flatMap(({ page, texts }) => {
        const rank = rankOf(texts, words)
        return rank === undefined ? [] : [{ page, rank, length: page.entry.title.length }]
      })
      .sort((one, other) => one.rank - other.rank || one.length - other.length)
      .slice(0, mostResults)
      .map(({ page }) => [
        {
          href: hrefOf(page.entry),
          where: titlesAbove(outline, page.entry),
          title: page.entry.title,
          body: bodyOf(page)
        }
      ])
  }
}
