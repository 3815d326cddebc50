/** Changes a table of contents line by line: unchanged entries keep their lines, with everything between them. */

import { type Hunk, hunksOf } from "../merge/Diff.js"
import type { SourceTable } from "../sync/SpaceTree.js"
import type { SnapshotPage } from "./SpaceSnapshot.js"
import {
  anchorSlug,
  groupHeading,
  headingAnchor,
  headingText,
  isSlugOf,
  parseSummary,
  type SummaryItem
} from "./Summary.js"
import { type EntryContext, entryText, patchEntry } from "./SummaryEntry.js"

/**
 * An entry as it was found: `own` contains its lines after `prefix`, the indentation and the mark; `after` is the text
 * that follows.
 */
interface Found {
  readonly id: string
  readonly parent: string
  readonly prefix: string
  readonly own: string
  readonly after: string
  /** The title that its page had then. */
  readonly title: string
  /** The label that it got from the entry. */
  readonly label: string | undefined
}

/** A page in its place: after all preceding pages, inside `parent`. */
interface Placed {
  readonly page: SnapshotPage
  readonly parent: string
}

/** The maximum number of differences; with more, the table is written from scratch. */
const mostDifferences = 2_000

const mark = /^\s*(?:[*+-]|\d{1,9}[.)]|#{1,6})[ \t]+/

/** Reads the entries of a table; `undefined` if one line lists several. */
const findEntries = ({ entries, text }: SourceTable): { before: string; found: ReadonlyArray<Found> } | undefined => {
  const lines = text.split(/(?<=\n)/)
  const byLine = new Map(entries.map((entry) => [entry.line, entry]))
  if (byLine.size !== entries.length) return undefined
  const places = new Map<number, { readonly end: number; readonly title: string; readonly parent: string }>()
  const visit = (items: ReadonlyArray<SummaryItem>, parent: string): void => {
    for (const { end, items: inner, line, title } of items) {
      places.set(line, { end, title, parent })
      visit(inner, byLine.get(line)?.page ?? parent)
    }
  }
  for (const { end, items, line, title } of parseSummary(text)) {
    if (title !== undefined) places.set(line, { end, title, parent: "" })
    visit(items, title === undefined ? "" : (byLine.get(line)?.page ?? ""))
  }
  const found: Array<Found> = []
  for (const [index, { label, line, page, title }] of entries.entries()) {
    const place = places.get(line)
    if (place === undefined) return undefined
    const next = entries[index + 1]?.line ?? lines.length + 1
    const end = Math.max(line + 1, Math.min(place.end, next))
    const own = lines.slice(line - 1, end - 1).join("")
    const prefix = mark.exec(own)?.[0] ?? ""
    found.push({
      id: page,
      parent: place.parent,
      prefix,
      own: own.slice(prefix.length),
      after: lines.slice(end - 1, next - 1).join(""),
      title: title ?? place.title,
      label
    })
  }
  return { before: lines.slice(0, (entries[0]?.line ?? lines.length + 1) - 1).join(""), found }
}

const flatten = (pages: ReadonlyArray<SnapshotPage>, parent: string): ReadonlyArray<Placed> =>
  pages.flatMap((page) => [{ page, parent }, ...flatten(page.pages, page.id)])

type Step = "kept" | "gone" | "new"

/** The edit steps between the entries of two tables, in order; `length` is the length of the old one. */
const stepsOf = (hunks: ReadonlyArray<Hunk>, length: number): ReadonlyArray<Step> => {
  const times = (step: Step, count: number) => Array<Step>(count).fill(step)
  let at = 0
  const steps = hunks.flatMap(({ base, side }) => {
    const kept = base.from - at
    at = base.to
    return [...times("kept", kept), ...times("gone", base.to - base.from), ...times("new", side.to - side.from)]
  })
  return [...steps, ...times("kept", length - at)]
}

/**
 * A table of contents in which only the lines that differ from the pages are changed. The result must be read again, as
 * text that is not an entry may change its meaning; `undefined` if the table has to be written from scratch.
 */
export const patchSummary = (
  table: SourceTable,
  pages: ReadonlyArray<SnapshotPage>,
  context: EntryContext
): string | undefined => {
  const read = findEntries(table)
  if (read === undefined) return undefined
  const eol = /\r?\n/.exec(table.text)?.[0] ?? "\n"
  const old = new Map(read.found.map((found) => [found.id, found]))
  const placed = flatten(pages, "")
  const groups = new Set<string>(pages.filter(({ type }) => type === "group").map(({ id }) => id))
  const hunks = hunksOf(
    read.found.map(({ id, parent }) => `${id} ${parent}`),
    placed.map(({ page, parent }) => `${page.id} ${parent}`)
  )
  const differing = hunks.reduce((sum, { base, side }) => sum + base.to - base.from + side.to - side.from, 0)
  if (differing > mostDifferences) return undefined

  const prefixes = new Map<string, string>(read.found.map(({ id, prefix }) => [id, prefix]))
  const siblings = new Map<string, string>()
  for (const { parent, prefix, id } of read.found)
    if (!groups.has(id)) siblings.set(parent, siblings.get(parent) ?? prefix)
  const prefixOf = ({ page, parent }: Placed): string => {
    if (page.type === "group") return "## "
    const sibling = siblings.get(parent)
    if (sibling !== undefined && sibling !== "") return sibling
    const above = groups.has(parent) ? "" : (prefixes.get(parent) ?? "")
    const lead = /^\s*/.exec(above)![0]
    return `${lead}${above === "" ? "" : lead.includes("\t") ? "\t" : " ".repeat(above.length - lead.length)}* `
  }
  const textOf = (page: SnapshotPage): string => {
    const found = old.get(page.id)
    const retitled = found !== undefined && found.title !== page.title
    if (page.type === "group") {
      const named = anchorSlug(found?.own ?? "")
      const isKept = named !== undefined && isSlugOf(page.slug, named)
      if (found !== undefined && !retitled && (named === undefined || isKept)) return found.own
      const anchor = isKept ? headingAnchor.exec(found?.own ?? "")?.[0] : undefined
      return anchor === undefined ? groupHeading(page.title, page.slug) + eol : headingText(page.title) + anchor
    }
    const patched =
      found === undefined
        ? undefined
        : patchEntry(found.own, page, { retitled, relabelled: found.label !== page.label }, context)
    if (patched !== undefined) return patched
    return found !== undefined && page.computed !== undefined && !retitled
      ? found.own
      : entryText(page, context).replaceAll("\n", eol) + eol
  }

  let out = read.before
  let pending = ""
  let place = ""
  let number = 0
  let removed = 0
  const end = (): void => {
    if (out !== "" && !out.endsWith("\n")) out += eol
  }
  const partOf = (parent: string): string => (groups.has(parent) || parent === "" ? parent : place)
  for (const step of stepsOf(hunks, read.found.length)) {
    if (step === "gone") {
      pending += read.found[removed++]!.after
      continue
    }
    const each = placed[number++]!
    const found = step === "new" ? undefined : read.found[removed++]!
    const part = each.page.type === "group" ? each.page.id : partOf(each.parent)
    const isFirst = out === read.before && pending === ""
    if (found !== undefined || part !== place || isFirst) {
      out += pending
      pending = ""
      if (found === undefined && part !== place) {
        end()
        if (!/\n\s*\n$/.test(out) && out !== "") out += eol
        if (part === "") out += `***${eol}${eol}`
      }
    }
    end()
    const prefix = found?.prefix ?? prefixOf(each)
    prefixes.set(each.page.id, prefix)
    const text = textOf(each.page)
    out +=
      prefix +
      (found === undefined ? text.replaceAll("\n", `\n${" ".repeat(prefix.length)}`).replace(/[ ]+$/, "") : text)
    if (found !== undefined) pending += found.after
    else if (each.page.type === "group") pending = eol + pending
    place = part
  }
  return out + pending
}
