/** Structured data about a page, for programs that read its HTML: JSON-LD in its head. */
import type { OutlineEntry } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { type Html, trusted } from "../html/Html.js"
import { pageHref, type Reading } from "./Addresses.js"

/** An article with its place among the pages. */
export const linkedData = (reading: Reading, entry: OutlineEntry, canonical: string): Html => {
  const { outline, root, site, siteSpace } = reading
  const { origin } = new URL(canonical)
  const path: Array<OutlineEntry> = [entry]
  for (let at = outline.byId.get(entry.parent); at !== undefined; at = outline.byId.get(at.parent)) path.unshift(at)
  const crumbs = [
    { name: site.title, item: `${origin}${root}` },
    ...path.map((each) => ({
      name: each.title,
      ...(each.type === "document" && { item: `${origin}${pageHref(root, siteSpace, outline, each)}` })
    }))
  ]
  const article = {
    "@type": "TechArticle",
    headline: entry.title,
    ...(entry.description !== undefined && { description: entry.description }),
    url: canonical,
    ...(entry.updatedAt !== "" && { dateModified: entry.updatedAt }),
    isPartOf: { "@type": "WebSite", name: site.title, url: `${origin}${root}` }
  }
  const list = {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({ "@type": "ListItem", position: index + 1, ...crumb }))
  }
  const text = JSON.stringify({ "@context": "https://schema.org", "@graph": [article, list] })
  return trusted(`<script type="application/ld+json">${text.replaceAll("<", "\\u003c")}</script>`)
}
