/** Searching a site: as a page, and as the part of it that the dialog shows as one types. */
import type { ReadSite } from "@lectern/core/internal/site-reading/ReadSite"
import type { SiteOutline } from "@lectern/core/internal/site-reading/SiteOutline"
import type { SearchPageResult, SearchSpaceResult } from "@lectern/core/search/SearchResult"
import { attribute, type Html, html, nothing, trusted } from "../html/Html.js"
import { pageHref } from "./Addresses.js"

/** What is found on a site, best first. */
export interface Found {
  readonly query: string
  readonly spaces: ReadonlyArray<SearchSpaceResult>
  /** The outlines of the spaces that were found, by the ids of the spaces. */
  readonly outlines: ReadonlyMap<string, SiteOutline>
}

const wordsOf = (query: string): RegExp | undefined => {
  const words = query.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_-]*/gu)?.slice(0, 12) ?? []
  if (words.length === 0) return undefined
  const escaped = words.map((word) => word.replace(/[-\\^$*+?.()|[\]{}]/g, "\\$&"))
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})[\\p{L}\\p{N}]*`, "giu")
}

/** A text with the words of a query marked. */
const marked = (text: string, words: RegExp | undefined): Html => {
  if (words === undefined) return html`${text}`
  let from = 0
  const parts: Array<Html | string> = []
  for (const found of text.matchAll(words)) {
    parts.push(text.slice(from, found.index), html`<mark>${found[0]}</mark>`)
    from = found.index + found[0].length
  }
  return html`${parts}${text.slice(from)}`
}

/** How many sections of a page are shown. */
const mostSections = 3

const pageResults = (
  root: string,
  siteSpace: { readonly path: string },
  outline: SiteOutline,
  result: SearchPageResult,
  words: RegExp | undefined,
  where: string | undefined
): Html => {
  const entry = outline.byId.get(result.id)
  if (entry === undefined) return nothing
  const href = pageHref(root, siteSpace, outline, entry)
  const above: Array<string> = []
  for (let at = outline.byId.get(entry.parent); at !== undefined; at = outline.byId.get(at.parent))
    above.unshift(at.title)
  if (where !== undefined) above.unshift(where)
  const sections = result.sections.length === 0 ? [undefined] : result.sections.slice(0, mostSections)
  return html`${sections.map((section) => {
    const hash = section?.path.includes("#") === true ? section.path.slice(section.path.indexOf("#") + 1) : ""
    const heading = section === undefined || hash === "" ? undefined : section.title
    const path = heading === undefined ? above : [...above, entry.title]
    return html`<li><a href="${href}${hash !== "" && `#${encodeURIComponent(hash)}`}">${path.length > 0 && html`<span class="where">${path.join(" › ")}</span>`}<span class="title">${marked(heading ?? entry.title, words)}</span>${section !== undefined && section.body !== "" && html`<p>${marked(section.body, words)}</p>`}</a></li>`
  })}`
}

/** What was found, as a list; and how much that is. */
export const results = (site: ReadSite, root: string, { outlines, query, spaces }: Found, most = 20): Html => {
  if (query.trim() === "") return html`<p class="said">Type what you are looking for.</p>`
  const words = wordsOf(query)
  const siteSpaces = site.sections.flatMap((section) => section.siteSpaces.map((siteSpace) => ({ section, siteSpace })))
  const hasSeveral = siteSpaces.length > 1
  let count = 0
  const items = spaces.map(({ id, pages: all }) => {
    const pages = all.slice(0, Math.max(0, most - count))
    const place = siteSpaces.find(({ siteSpace }) => siteSpace.space === id)
    const outline = outlines.get(id)
    if (place === undefined || outline === undefined) return nothing
    const title = place.section.title === "" ? place.siteSpace.title : place.section.title
    count += pages.length
    return html`${pages.map((page) => pageResults(root, place.siteSpace, outline, page, words, hasSeveral ? title : undefined))}`
  })
  if (count === 0) return html`<p class="said">Nothing was found for “${query}”. Try fewer or other words.</p>`
  return html`<p class="said">${count === 1 ? "1 page" : `${count} pages`}</p><ul class="results">${items}</ul>`
}

/** The form to search with. */
export const searchForm = (root: string, query: string): Html =>
  html`<form class="searching" action="${root}search"><input type="search" name="q" aria-label="Search this site" placeholder="Search this site"${attribute("value", query)}${query === "" && trusted(" autofocus")}><button>Search</button></form>`
