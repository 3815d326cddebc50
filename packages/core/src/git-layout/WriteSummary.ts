/** Writing `SUMMARY.md`. */
import type { LinkTarget } from "../content/Page.js"
import { escapeInline } from "../markdown/Heading.js"
import type { SnapshotPage } from "./SpaceSnapshot.js"
import { canonical, idForm } from "./Spelling.js"
import { writeComputed } from "./SummaryComputed.js"

type PathOf = (form: string) => string | undefined

const address = (url: string): string => {
  const safe = url
    .replaceAll("\\", "\\\\")
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
  return /^[^\s()]+$/.test(safe) ? safe : `<${safe.replaceAll(/[\r\n]/g, "")}>`
}

const destination = (target: LinkTarget | undefined, summary: string, pathOf: PathOf): string => {
  if (target === undefined) return ""
  if (target.kind === "url") return address(target.url)
  const form = target.kind === "page" ? idForm("page", target.page) : idForm("file", target.file)
  const path = pathOf(form)
  if (path === undefined) return form
  return canonical(summary, path) + (target.kind === "page" ? "#" : "")
}

/**
 * The table of contents: groups are headings of level 2, pages are nested lists, a page without a file is a title
 * without a link, a link to a page of the space ends with `#`, and a rule comes before root pages that follow a group.
 */
export const writeSummary = (pages: ReadonlyArray<SnapshotPage>, summary: string, pathOf: PathOf): string => {
  const item = (page: SnapshotPage, depth: number): string => {
    const { computed, title: own } = page
    if (computed !== undefined) return writeComputed({ computed, title: own }, depth)
    const path = pathOf(idForm("page", page.id))
    const href = page.type === "link" ? destination(page.target, summary, pathOf) : path && canonical(summary, path)
    const title = escapeInline(page.title)
    const line = `${"  ".repeat(depth)}* ${href === undefined ? title : `[${title}](${href})`}\n`
    return line + page.pages.map((each) => item(each, depth + 1)).join("")
  }
  let text = "# Table of contents\n"
  let grouped = false
  let listing = false
  for (const page of pages) {
    if (page.type === "group") {
      text += `\n## ${escapeInline(page.title)}\n`
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
