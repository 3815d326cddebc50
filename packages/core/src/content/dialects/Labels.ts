/** What tables of contents call pages. */
import { leadingHeading } from "../../text/markdown/Heading.js"
import type { Entry } from "../git-layout/Outline.js"
import type { DialectFolder } from "./Dialect.js"

/** How a tool titles pages: those without a heading by their files, and the others by their headings. */
interface Titles {
  readonly ofFile?: (path: string) => string
  readonly ofHeading?: (heading: string) => string
}

/** The entries of a table of contents, with the names that it gives pages as labels where their titles are others. */
export const labelled = (
  entries: ReadonlyArray<Entry>,
  folder: DialectFolder,
  titles: Titles = {}
): ReadonlyArray<Entry> => {
  const { ofFile, ofHeading = (heading) => heading } = titles
  return entries.map((entry) => {
    const inner = labelled(entry.entries, folder, titles)
    const { path } = entry
    if (path === undefined) return { ...entry, entries: inner }
    const title = ofFile?.(path) ?? entry.title
    const heading = leadingHeading(folder.text(path) ?? "")?.text
    const shown = heading === undefined ? title : ofHeading(heading)
    return { ...entry, title, ...(shown !== entry.title && { label: entry.title }), entries: inner }
  })
}
