/** The names that the parts of a site have as files. */
import type { ReadSite, ReadSiteSpace } from "@lectern/core/internal/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/site-reading/SiteOutline"
import { markdownHref, pageHref } from "../site/Addresses.js"

/** A page, and where it is on its site, as a path below the address of the site. */
export interface ExportedPage {
  readonly siteSpace: ReadSiteSpace
  readonly outline: SiteOutline
  readonly entry: OutlineEntry
  readonly path: string
  readonly markdown: string
}

/** A space of a site with its pages. */
export interface ExportedSpace {
  readonly siteSpace: ReadSiteSpace
  readonly outline: SiteOutline
}

const decoded = (path: string): string => path.split("/").map(decodeURIComponent).join("/")

/** Every page of a site that has an address of its own. */
export const pagesOf = (spaces: ReadonlyArray<ExportedSpace>): ReadonlyArray<ExportedPage> =>
  spaces.flatMap(({ outline, siteSpace }) =>
    outline.entries
      .filter(({ type }) => type !== "link")
      .map((entry) => ({
        siteSpace,
        outline,
        entry,
        path: decoded(pageHref("", siteSpace, outline, entry)),
        markdown: decoded(markdownHref({ root: "", siteSpace }, entry))
      }))
  )

/** Names of files by paths: no two are the same, on no system. */
export class FileNames {
  private readonly names = new Map<string, string>()
  private readonly taken = new Set<string>()

  /** The name of what is at a path; the same one whenever it is asked for. */
  give(path: string, wanted: string): string {
    const known = this.names.get(path)
    if (known !== undefined) return known
    const safe = wanted.replace(/[<>:"|?*\\\u007f]/g, "_")
    const dot = safe.lastIndexOf(".")
    let name = safe
    for (let i = 2; this.taken.has(name.toLowerCase()); i++) name = `${safe.slice(0, dot)}-${i}${safe.slice(dot)}`
    this.taken.add(name.toLowerCase())
    this.names.set(path, name)
    return name
  }

  /** The name of what is at a path, if that was given one. */
  of(path: string): string | undefined {
    return this.names.get(path)
  }

  /** Whether something has a name. */
  has(name: string): boolean {
    return this.taken.has(name.toLowerCase())
  }
}

/** The file of a page: links name it whole, so that they work without a server. */
export const fileOfPage = (path: string): string =>
  path === "" || path.endsWith("/") ? `${path}index.html` : `${path}.html`

/** The spaces of a site. */
export const siteSpacesOf = ({ sections }: ReadSite): ReadonlyArray<ReadSiteSpace> =>
  sections.flatMap(({ siteSpaces }) => siteSpaces)

/** The address of a file as one that is relative to another file. */
export const relativeTo = (from: string, to: string): string => {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  const up = "../".repeat(here.length - same)
  const down = there.slice(same).map(encodeURIComponent).join("/")
  return up === "" ? (down === "" ? "./" : down) : `${up}${down}`
}
