/** Writing `SUMMARY.md`. */

import type { SnapshotPage } from "./SpaceSnapshot.js"
import { headingText } from "./Summary.js"
import { type EntryContext, entryText } from "./SummaryEntry.js"

/**
 * The table of contents: groups are headings of level 2, pages are nested lists, a page without a file is a title
 * without a link, a link to a page of the space ends with `#`, and a rule comes before root pages that follow a group.
 */
export const writeSummary = (pages: ReadonlyArray<SnapshotPage>, context: EntryContext): string => {
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
      text += `\n## ${headingText(page.title)}\n`
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
