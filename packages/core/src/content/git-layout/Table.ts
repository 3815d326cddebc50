/** The table of contents of an export: the existing one, wherever it still describes the space. */
import type { LayoutSource } from "../sync/SpaceTree.js"
import type { Entry } from "./Outline.js"
import { patchSummary } from "./PatchSummary.js"
import { inferred } from "./ReadOutline.js"
import type { SnapshotPage } from "./SpaceSnapshot.js"
import { idForm } from "./Spelling.js"
import { groupHeading, parseSummary } from "./Summary.js"
import { sameOutline } from "./SummaryCheck.js"
import { type EntryContext, entryText } from "./SummaryEntry.js"
import { summaryOutline } from "./SummaryOutline.js"
import { allPages } from "./WritePaths.js"

/**
 * The table of contents: groups are headings of level 2, pages are nested lists, a page without a file is a title
 * without a link, a link to a page of the space ends with `#`, and a rule comes before root pages that follow a group.
 */
const writeSummary = (pages: ReadonlyArray<SnapshotPage>, context: EntryContext): string => {
  const item = (page: SnapshotPage, depth: number): string => {
    const indent = "  ".repeat(depth)
    const line = `${indent}* ${entryText(page, context).replaceAll("\n", `\n${indent}`)}\n`
    return line + page.pages.map((each) => item(each, depth + 1)).join("")
  }
  let text = "# Table of contents\n"
  let grouped = false
  let listing = false
  for (const page of pages) {
    if (page.type === "group") {
      text += `\n## ${groupHeading(page.title, page.slug)}\n`
      if (page.pages.length > 0) text += `\n${page.pages.map((each) => item(each, 0)).join("")}`
      grouped = true
      listing = false
      continue
    }
    if (!listing) text += grouped ? "\n***\n\n" : "\n"
    text += item(page, 0)
    listing = true
  }
  return text
}

/**
 * A table of contents, absent if the folder needs none, and by page id the titles in it that differ from the titles of
 * the pages.
 */
export interface Table {
  readonly text?: string
  readonly titles: ReadonlyMap<string, string>
}

const titlesOf = (entries: ReadonlyArray<Entry>, pages: ReadonlyArray<SnapshotPage>): ReadonlyMap<string, string> => {
  const titles = new Map<string, string>()
  const visit = (read: ReadonlyArray<Entry>, own: ReadonlyArray<SnapshotPage>): void => {
    for (const [index, entry] of read.entries()) {
      const page = own[index]!
      if (entry.title !== page.title) titles.set(page.id, entry.title)
      visit(entry.entries, page.pages)
    }
  }
  visit(entries, pages)
  return titles
}

/** Makes the table of contents of some pages, whose files are at `paths`. */
export const makeTable = (
  pages: ReadonlyArray<SnapshotPage>,
  source: LayoutSource,
  paths: ReadonlySet<string>,
  context: EntryContext
): Table => {
  const { pathOf, resolve } = context
  const readme = paths.has(source.readme) ? source.readme : undefined
  const read = (text: string): ReadonlyArray<Entry> =>
    summaryOutline(parseSummary(text), { ...source, readme, resolve, skipped: () => false }).entries
  const gaveNone = new Set(
    (source.table?.entries ?? []).flatMap(({ label, page }) => (label === undefined ? [page] : []))
  )
  const tried = (entries: ReadonlyArray<Entry>, text?: string): Table | undefined =>
    sameOutline(entries, pages, pathOf, gaveNone)
      ? { ...(text !== undefined && { text }), titles: titlesOf(entries, pages) }
      : undefined
  // Its owner keeps the order in a file of its own: see `orderProblems`.
  if (source.dialect !== undefined) return { titles: new Map() }
  if (source.inferred === true) {
    const same = tried(inferred(source, paths))
    if (same !== undefined) return same
  }
  const { table } = source
  if (table !== undefined) {
    const same = tried(read(table.text), table.text)
    if (same !== undefined && !isOutdated(table.entries, pages, same.titles)) return same
    const [first, ...rest] = pages
    const isHome = first !== undefined && first.pages.length === 0 && pathOf(idForm("page", first.id)) === readme
    const isListed = first?.label !== undefined || table.entries.some(({ page }) => page === first?.id)
    const patched = patchSummary(table, isHome && !isListed ? rest : pages, context)
    const again = patched === undefined ? undefined : tried(read(patched), patched)
    if (again !== undefined) return again
  }
  const text = writeSummary(pages, context)
  return { text, titles: new Map() }
}

/** Whether a page has been deleted or renamed since the table was written. */
const isOutdated = (
  entries: NonNullable<LayoutSource["table"]>["entries"],
  pages: ReadonlyArray<SnapshotPage>,
  titles: ReadonlyMap<string, string>
): boolean => {
  const now = new Map<string, SnapshotPage>(allPages(pages).map((page) => [page.id, page]))
  return entries.some(({ page, title }) => {
    const found = now.get(page)
    return found === undefined || (titles.has(page) && title !== found.title)
  })
}
