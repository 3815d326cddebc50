/** The Atom feed of a site's changes. */
import type { ReadSite } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { escape } from "../html/Html.js"
import { xmlDocument } from "../html/Xml.js"
import { pageHref } from "../site/Addresses.js"
import type { GeneratedPath } from "../site/Generated.js"
import type { Listed } from "../site/MachineReadable.js"
import { placeTitles } from "../site/PlaceTitles.js"

/** The maximum number of changes in a feed. */
const mostEntries = 50

interface Changed {
  readonly siteSpace: Listed["siteSpace"]
  readonly outline: SiteOutline
  readonly entry: OutlineEntry
}

/** The pages of a site by their last change, as Atom: one entry per page and day of its last change. */
export const feed = (site: ReadSite, root: string, spaces: ReadonlyArray<Listed>, generated: GeneratedPath): string => {
  const { origin } = new URL(site.address)
  const changed = spaces
    .flatMap(({ outline, siteSpace }) =>
      outline.documents
        .filter(({ isListed, updatedAt }) => isListed && updatedAt !== "")
        .map((entry): Changed => ({ siteSpace, outline, entry }))
    )
    .sort((a, b) => (a.entry.updatedAt < b.entry.updatedAt ? 1 : a.entry.updatedAt > b.entry.updatedAt ? -1 : 0))
    .slice(0, mostEntries)
  const entries = changed.map(({ entry, outline, siteSpace }) => {
    const { description, id, title, updatedAt } = entry
    const about = description === undefined ? "" : `<summary>${escape(description)}</summary>`
    const place = placeTitles(site, siteSpace).join(" › ")
    const category = place === "" ? "" : `<category term="${escape(place)}"/>`
    return `<entry><id>urn:lectern:${site.id}:${id}:${updatedAt.slice(0, 10)}</id><title>${escape(title)}</title><updated>${updatedAt}</updated><link rel="alternate" type="text/html" href="${escape(`${origin}${pageHref(root, siteSpace, outline, entry)}`)}"/>${category}${about}</entry>`
  })
  const latest = changed[0]?.entry.updatedAt ?? "1970-01-01T00:00:00.000Z"
  return xmlDocument(
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:lectern:${site.id}</id><title>${escape(site.title)}</title><updated>${latest}</updated><author><name>${escape(site.title)}</name></author><link rel="alternate" type="text/html" href="${escape(`${origin}${root}`)}"/><link rel="self" type="application/atom+xml" href="${escape(`${origin}${root}${generated("feed.xml")}`)}"/>\n${entries.join("\n")}\n</feed>`
  )
}
