/** The file names of the parts of a site. */
import type { ReadSite, ReadSiteSpace } from "@lectern/core/internal/publishing/site-reading/ReadSite"
import type { OutlineEntry, SiteOutline } from "@lectern/core/internal/publishing/site-reading/SiteOutline"
import { markdownHref, pageHref } from "../site/Addresses.js"
import type { Listed } from "../site/MachineReadable.js"

/** A page, and its path below the URL of its site. */
export interface ExportedPage {
  readonly siteSpace: ReadSiteSpace
  readonly outline: SiteOutline
  readonly entry: OutlineEntry
  readonly path: string
  readonly markdown: string
}

const decoded = (path: string): string => path.split("/").map(decodeURIComponent).join("/")

/** Every page of a site that has its own URL. */
export const pagesOf = (spaces: ReadonlyArray<Listed>): ReadonlyArray<ExportedPage> =>
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

/** File names by path, which are unique on every file system. */
export class FileNames {
  private readonly names = new Map<string, string>()
  private readonly taken = new Set<string>()

  /** Assigns a file name to a path, or returns the one that it already has. */
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

  /** The file name assigned to a path; `undefined` if there is none. */
  of(path: string): string | undefined {
    return this.names.get(path)
  }

  /** Whether a name has been assigned. */
  has(name: string): boolean {
    return this.taken.has(name.toLowerCase())
  }
}

/** The file of a page; links include the full name, so that they work without a server. */
export const fileOfPage = (path: string): string =>
  path === "" || path.endsWith("/") ? `${path}index.html` : `${path}.html`

/** The spaces of a site. */
export const siteSpacesOf = ({ sections }: ReadSite): ReadonlyArray<ReadSiteSpace> =>
  sections.flatMap(({ siteSpaces }) => siteSpaces)

/** The URL of a file relative to another file. */
export const relativeTo = (from: string, to: string): string => {
  const [here, there] = [from.split("/").slice(0, -1), to.split("/")]
  let same = 0
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++
  const up = "../".repeat(here.length - same)
  const down = there.slice(same).map(encodeURIComponent).join("/")
  return up === "" ? (down === "" ? "./" : down) : `${up}${down}`
}
