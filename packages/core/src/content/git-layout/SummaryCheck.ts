/** Checks whether an outline that was read describes a space. */
import type { LinkTarget } from "../pages/Page.js"
import type { Entry } from "./Outline.js"
import type { SnapshotPage } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"
import { isSlugOf } from "./Summary.js"

/** The path of the target of an id form; `undefined` if it is not in the folder. */
export type PathOf = (form: string) => string | undefined

const sameTarget = (read: LinkTarget | undefined, target: LinkTarget | undefined, pathOf: PathOf): boolean => {
  if (read === undefined || target === undefined) return read === target
  if (read.kind === "url") return target.kind === "url" && read.url === target.url
  if (read.kind === "page") {
    return target.kind === "page" && read.page === (pathOf(idForm("page", target.page)) ?? target.page)
  }
  return target.kind === "file" && read.file === (pathOf(idForm("file", target.file)) ?? target.file)
}

/** Whether the slug of a group is the one that the table of contents names, if it names one. */
const hasSlug = ({ slug }: Entry, page: SnapshotPage): boolean => slug === undefined || isSlugOf(page.slug, slug)

/** Whether the entry of a page is a link, which can have a label. */
const isLink = (page: SnapshotPage, path: string | undefined): boolean => page.type === "link" || path !== undefined

/** A page that has no label may have an entry with one, if it did not get that when the table was read. */
const sameLabel = ({ label }: Entry, page: SnapshotPage, gaveNone: ReadonlySet<string>): boolean =>
  label === page.label || (page.label === undefined && gaveNone.has(page.id))

const sameEntry = (entry: Entry, page: SnapshotPage, pathOf: PathOf, gaveNone: ReadonlySet<string>): boolean => {
  const path = page.type === "document" ? pathOf(idForm("page", page.id)) : undefined
  return (
    entry.type === page.type &&
    entry.path === path &&
    (path !== undefined || entry.title === page.title) &&
    (page.type !== "group" || entry.line === undefined || hasSlug(entry, page)) &&
    (!isLink(page, path) || sameLabel(entry, page, gaveNone)) &&
    (page.type !== "link" || sameTarget(entry.target, page.target, pathOf)) &&
    JSON.stringify(entry.computed) === JSON.stringify(page.computed) &&
    sameOutline(entry.entries, page.pages, pathOf, gaveNone)
  )
}

/**
 * Whether the entries are these pages, in this order. The titles of pages with files are ignored, since their texts
 * have them. `gaveNone` has the pages that got no label from their entries when the table was read.
 */
export const sameOutline = (
  entries: ReadonlyArray<Entry>,
  pages: ReadonlyArray<SnapshotPage>,
  pathOf: PathOf,
  gaveNone: ReadonlySet<string> = new Set()
): boolean =>
  entries.length === pages.length && entries.every((entry, index) => sameEntry(entry, pages[index]!, pathOf, gaveNone))
