/** Renders search results: as a page, and as the fragment that the dialog shows while typing. */
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { marksOf } from "@lectern/core/internal/text/retrieval/Marks"
import type { SearchPageResult, SearchSpaceResult } from "@lectern/core/search/SearchResult"
import { attribute, type Html, html, trusted } from "../html/Html.js"
import type { Words } from "../words/English.js"
import { filled } from "../words/Filled.js"
import { pageHref } from "./Addresses.js"
import { placeTitles } from "./PlaceTitles.js"

/** The results of a search on a site, best first. */
export interface Found {
  readonly query: string
  readonly spaces: ReadonlyArray<SearchSpaceResult>
  /** The outlines of the spaces with results, by space id. */
  readonly outlines: ReadonlyMap<string, SiteOutline>
}

/** Marks parts of a text. */
type Marks = ReturnType<typeof marksOf>

/** A text with the words of a query marked. */
const marked = (text: string, marks: Marks): Html => {
  let from = 0
  const parts: Array<Html | string> = []
  for (const { end, start } of marks(text)) {
    parts.push(text.slice(from, start), html`<mark>${text.slice(start, end)}</mark>`)
    from = end
  }
  return html`${parts}${text.slice(from)}`
}

/** The titles of the ancestors of a page, outermost first. */
export const titlesAbove = (outline: SiteOutline, { parent }: Pick<OutlineEntry, "parent">): ReadonlyArray<string> => {
  const above: Array<string> = []
  for (let at = outline.byId.get(parent); at !== undefined; at = outline.byId.get(at.parent)) above.unshift(at.title)
  return above
}

/** The maximum number of sections shown for a page. */
const mostSections = 3

/** A found page, or a section of it, as shown. */
export interface ResultItem {
  readonly href: string
  /** The titles of its ancestors, outermost first. */
  readonly where: ReadonlyArray<string>
  readonly title: string
  readonly body: string
}

const item = ({ body, href, title, where }: ResultItem, marks: Marks): Html =>
  html`<li><a href="${href}">${where.length > 0 && html`<span class="where">${where.join(" › ")}</span>`}<span class="title">${marked(title, marks)}</span>${body !== "" && html`<p>${marked(body, marks)}</p>`}</a></li>`

/** The sections to show of a found page: the page itself if it has none. */
export const itemsOf = (
  page: Pick<ResultItem, "href" | "title" | "where">,
  sections: ReadonlyArray<{ readonly anchor: string; readonly heading: string; readonly body: string }>
): ReadonlyArray<ResultItem> =>
  sections.length === 0
    ? [{ ...page, body: "" }]
    : sections.slice(0, mostSections).map(({ anchor, body, heading }) =>
        anchor === ""
          ? { ...page, body }
          : {
              href: `${page.href}#${encodeURIComponent(anchor)}`,
              where: [...page.where, page.title],
              title: heading,
              body
            }
      )

/** The words of lists of results. */
export type ResultWords = Pick<Words, "typeWords" | "nothingFound" | "onePage" | "somePages">

/** The list of results for a query, with the number of pages. */
export const resultList = (
  query: string,
  pages: ReadonlyArray<ReadonlyArray<ResultItem>>,
  { nothingFound, onePage, somePages, typeWords }: ResultWords
): Html => {
  if (query.trim() === "") return html`<p class="said">${typeWords}</p>`
  if (pages.length === 0) return html`<p class="said">${filled(nothingFound, query)}</p>`
  const marks = marksOf(query)
  return html`<p class="said">${pages.length === 1 ? onePage : filled(somePages, pages.length)}</p><ul class="results">${pages.map((items) => items.map((each) => item(each, marks)))}</ul>`
}

const pageResults = (
  root: string,
  siteSpace: { readonly path: string },
  outline: SiteOutline,
  result: SearchPageResult,
  where: ReadonlyArray<string>
): ReadonlyArray<ResultItem> => {
  const entry = outline.byId.get(result.id)
  if (entry === undefined) return []
  const above = [...where, ...titlesAbove(outline, entry)]
  return itemsOf(
    { href: pageHref(root, siteSpace, outline, entry), where: above, title: entry.title },
    result.sections.map(({ body, path, title }) => ({
      anchor: path.includes("#") ? path.slice(path.indexOf("#") + 1) : "",
      heading: title,
      body
    }))
  )
}

/** The list of results on a site, with their number. */
export const results = (
  site: ReadSite,
  root: string,
  { outlines, query, spaces }: Found,
  words: ResultWords,
  most = 20
): Html => {
  const siteSpaces = site.sections.flatMap((section) => section.siteSpaces)
  const pages = spaces.flatMap(({ id, pages: all }) => {
    const siteSpace = siteSpaces.find(({ space }) => space === id)
    const outline = outlines.get(id)
    if (siteSpace === undefined || outline === undefined) return []
    const where = placeTitles(site, siteSpace)
    return all.map((page) => pageResults(root, siteSpace, outline, page, where))
  })
  const shown = pages.filter((items) => items.length > 0).slice(0, most)
  return resultList(query, shown, words)
}

/** The search form, whose action is the URL of the search. */
export const searchForm = (action: string, query: string, words: Pick<Words, "search" | "searchSite">): Html =>
  html`<form class="searching" action="${action}"><input type="search" name="q" aria-label="${words.searchSite}" placeholder="${words.searchSite}"${attribute("value", query)}${query === "" && trusted(" autofocus")}><button>${words.search}</button></form>`
