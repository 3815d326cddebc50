/** The machine-readable parts of a site: pages as markdown, lists of pages, and files for search engines. */

import { localReferencesTask } from "@lectern/core/internal/content/dialects/DialectTasks"
import type { ReadPage, ReadSite, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import type { SitePagesService } from "@lectern/core/internal/publishing/site-reading/SitePagesService"
import { documentReference } from "@lectern/core/internal/text/markdown/DocumentReference"
import { split } from "@lectern/core/internal/text/markdown/FrontMatter"
import { withoutTitle } from "@lectern/core/internal/text/markdown/Heading"
import { rewrite } from "@lectern/core/internal/text/markdown/References"
import * as Effect from "effect/Effect"
import { operationsTextTask } from "../content/BlockText.js"
import { escape } from "../html/Html.js"
import { xmlDocument } from "../html/Xml.js"
import { markdownHref, pageHref, type Reading } from "./Addresses.js"
import type { GeneratedPath } from "./Generated.js"
import { surroundings } from "./PageView.js"
import { placeTitles } from "./PlaceTitles.js"
import type { Found } from "./SearchView.js"

/** The origin of a URL. */
const originOf = (address: string): string => new URL(address).origin

/**
 * A page as markdown, without front matter, with its title first; links lead to the site, and operations are text.
 */
export const pageMarkdown = Effect.fnUntraced(function* (
  compute: SitePagesService["compute"],
  reading: Reading,
  entry: OutlineEntry,
  {
    dialect,
    files,
    markdown,
    nodes,
    operations
  }: Pick<ReadPage, "markdown" | "dialect" | "files" | "nodes" | "operations">
) {
  const text = markdown.slice(split(markdown).bodyStart).trim()
  const references = yield* compute(localReferencesTask, { markdown: text, dialect })
  const { link } = surroundings(
    reading,
    references.map(({ destination }) => destination),
    files
  )
  const origin = originOf(reading.site.address)
  const written = operations.length === 0 ? [] : yield* compute(operationsTextTask, { text, nodes, operations })
  const links = references.flatMap(({ destination, end, kind, start }) => {
    const reference = documentReference(destination)
    if (reference.kind === "url" || (reference.kind === "anchor" && reference.page === undefined)) return []
    const href = link(reference)?.href
    if (href === undefined) return []
    const plain = `${origin}${href}`
    return [{ start, end, text: kind === "link" && /[()\s]/.test(plain) ? `<${plain}>` : plain }]
  })
  const isWritten = (at: number) => written.some(({ end, start }) => start <= at && at < end)
  const body = rewrite(text, [...links.filter(({ start }) => !isWritten(start)), ...written])
  const title =
    withoutTitle(markdown).title !== undefined
      ? ""
      : `# ${entry.title}\n\n${entry.description === undefined ? "" : `> ${entry.description}\n\n`}`
  return `${title}${body}\n`
})

/** A space of a site with its pages. */
export interface Listed {
  readonly siteSpace: ReadSiteSpace
  readonly outline: SiteOutline
}

const line = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** The list of all pages for language models, as https://llmstxt.org describes it. */
export const llms = (site: ReadSite, root: string, spaces: ReadonlyArray<Listed>): string => {
  const origin = originOf(site.address)
  const parts = spaces.map(({ outline, siteSpace }) => {
    const pages = outline.documents.map((entry) => {
      const about = entry.description === undefined ? "" : `: ${line(entry.description)}`
      return `- [${line(entry.title).replaceAll(/[[\]]/g, "\\$&")}](${origin}${markdownHref({ root, siteSpace }, entry)})${about}`
    })
    return `## ${line(placeTitles(site, siteSpace).join(" › ") || siteSpace.title)}\n\n${pages.join("\n")}\n`
  })
  return `# ${line(site.title)}\n\n${parts.join("\n")}`
}

/** The pages that search engines may list. */
export const sitemap = (site: ReadSite, root: string, spaces: ReadonlyArray<Listed>): string => {
  const origin = originOf(site.address)
  const urls = spaces.flatMap(({ outline, siteSpace }) =>
    outline.entries
      .filter(({ isListed, type }) => isListed && type === "document")
      .map((entry) => {
        const changed = entry.updatedAt === "" ? "" : `<lastmod>${escape(entry.updatedAt)}</lastmod>`
        return `<url><loc>${escape(`${origin}${pageHref(root, siteSpace, outline, entry)}`)}</loc>${changed}</url>`
      })
  )
  return xmlDocument(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("\n")}</urlset>`)
}

/** The `robots.txt` of a site. */
export const robots = (site: ReadSite, root: string, generated: GeneratedPath): string =>
  site.visibility === "public"
    ? `User-agent: *\nAllow: ${root}\nDisallow: ${root}${generated("search")}\nSitemap: ${originOf(site.address)}${root}${generated("sitemap.xml")}\n`
    : `User-agent: *\nDisallow: ${root}\n`

/** The results of a search, as markdown. */
export const resultText = (site: ReadSite, root: string, { outlines, query, spaces }: Found): string => {
  const origin = originOf(site.address)
  const siteSpaces = site.sections.flatMap((section) => section.siteSpaces)
  const items = spaces.flatMap(({ id, pages }) => {
    const [siteSpace, outline] = [siteSpaces.find(({ space }) => space === id), outlines.get(id)]
    if (siteSpace === undefined || outline === undefined) return []
    const place = placeTitles(site, siteSpace)
    const where = place.length === 0 ? "" : ` (${line(place.join(" › "))})`
    return pages.flatMap((page) => {
      const entry = outline.byId.get(page.id)
      if (entry === undefined) return []
      const address = `${origin}${pageHref(root, siteSpace, outline, entry)}`
      const excerpts = page.sections
        .filter(({ body }) => body !== "")
        .map(({ body, title }) => `  - ${title === "" ? "" : `${line(title)}: `}${line(body)}`)
      return [[`- [${line(entry.title).replaceAll(/[[\]]/g, "\\$&")}](${address})${where}`, ...excerpts].join("\n")]
    })
  })
  return items.length === 0 ? `Nothing was found for: ${line(query)}` : items.join("\n")
}
