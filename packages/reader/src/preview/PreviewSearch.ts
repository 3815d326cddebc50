/** The search in a preview, over the titles of its pages: as a page, and as the fragment that the dialog shows. */
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { type Html, html } from "../html/Html.js"
import { pageHref, type Reading } from "../site/Addresses.js"
import type { GeneratedPath } from "../site/Generated.js"
import { resultList, searchForm } from "../site/SearchView.js"
import { layout } from "../theme/Layout.js"
import { english } from "../words/English.js"
import { filled } from "../words/Filled.js"

/** The maximum number of found pages. */
const mostFound = 20

/** The pages whose titles have all words of a query. */
export const previewResults = ({ outline, root, siteSpace }: Reading, query: string): Html => {
  const words = query.toLowerCase().split(/\s+/)
  const hasWords = ({ title }: OutlineEntry) => words.every((word) => title.toLowerCase().includes(word))
  const items = outline.documents
    .filter(hasWords)
    .slice(0, mostFound)
    .map((entry) => [
      { href: pageHref(root, siteSpace, outline, entry), where: [], title: entry.title, body: entry.description ?? "" }
    ])
  return resultList(query, items, english)
}

/** The page of a search, which works without a script. */
export const previewSearch = (reading: Reading, generated: GeneratedPath, query: string) => {
  const { language, root, site } = reading
  return layout({
    site,
    root,
    language,
    generated,
    query,
    to: () => undefined,
    title: query === "" ? english.search : filled(english.searchFor, query),
    hasNoFeed: true,
    isListed: false,
    main: html`<h1>${english.search}</h1>${searchForm(`${root}${generated("search")}`, query, english)}${previewResults(reading, query)}`
  })
}
