/** The pages that a table of contents lists. */

import { fileSlug, slug as slugOf } from "../../text/markdown/Slug.js"
import { FileId } from "../files/File.js"
import { type LinkTarget, PageId } from "../pages/Page.js"
import type { Problem } from "./Folder.js"
import { type Entry, keyMaker } from "./Outline.js"
import { isMarkdown, pageName } from "./Paths.js"
import { cutSuffix, isExternal, type Resolve } from "./Resolver.js"
import type { SummaryItem, SummaryPart } from "./Summary.js"

/** The context that the table is read in. */
export interface SummaryContext {
  /** The path of the table itself. */
  readonly summary: string
  readonly root: string
  /** The file that comes first even if the table does not list it. */
  readonly readme: string | undefined
  readonly resolve: Resolve
  /** Whether a file exists but was omitted, for a reason already reported. */
  readonly skipped: (path: string) => boolean
}

/** An outline with the problems in the table. */
export interface SummaryOutline {
  readonly entries: ReadonlyArray<Entry>
  readonly problems: ReadonlyArray<Problem>
}

type Found =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "page"; readonly path: string; readonly suffix: string }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "elsewhere"; readonly target: LinkTarget }
  | { readonly kind: "none" }
  | { readonly kind: "missing"; readonly path: string }

/**
 * Targets named by id because they are not in the folder: an export writes links this way if their target no longer
 * exists.
 */
const byId = (path: string): LinkTarget | undefined => {
  const [, kind, id] = /^\/(pages|files)\/([\w-]+)$/.exec(path) ?? []
  if (id === undefined) return undefined
  return kind === "pages" ? { kind: "page", page: PageId.make(id) } : { kind: "file", file: FileId.make(id) }
}

const locate = (href: string, context: SummaryContext): Found => {
  if (isExternal(href)) return { kind: "url", url: href }
  const { path, suffix } = cutSuffix(href)
  const from = [context.summary, context.root === "" ? "x" : `${context.root}/x`]
  for (const [part, rest] of [[path, suffix] as const, [href, ""] as const]) {
    for (const base of from) {
      const found = context.resolve(part, base)
      if (found !== undefined) {
        if (found.endsWith("/")) return { kind: "none" }
        return isMarkdown(found) ? { kind: "page", path: found, suffix: rest } : { kind: "file", path: found }
      }
    }
  }
  const target = byId(path)
  if (target !== undefined) return { kind: "elsewhere", target }
  return path === "" ? { kind: "none" } : { kind: "missing", path: href }
}

/** The files that are listed as pages: files listed without an anchor, and files listed only with one. */
const listedPlainly = (parts: ReadonlyArray<SummaryPart>, context: SummaryContext): ReadonlySet<string> => {
  const paths = new Set<string>()
  const visit = (item: { readonly href?: string; readonly items: ReadonlyArray<SummaryItem> }): void => {
    const found: Found = item.href === undefined ? { kind: "none" } : locate(item.href, context)
    if (found.kind === "page" && found.suffix === "") paths.add(found.path)
    item.items.forEach(visit)
  }
  parts.forEach(visit)
  return paths
}

const labelOf = ({ label }: { readonly label?: string | undefined }) => (label === undefined ? {} : { label })

/** Makes the outline of a table. Invalid entries are reported as problems; everything else is in the outline. */
export const summaryOutline = (parts: ReadonlyArray<SummaryPart>, context: SummaryContext): SummaryOutline => {
  const problems: Array<Problem> = []
  const report = (line: number, message: string, severity: Problem["severity"] = "error"): void => {
    problems.push({ file: context.summary, line, message, severity })
  }
  const key = keyMaker()
  const plainly = listedPlainly(parts, context)
  const listed = new Set<string>()

  const empty = (item: SummaryItem, parent: string, ancestors: ReadonlyArray<string>): Entry => {
    const own = key("page", parent, item.title)
    return {
      type: "document",
      key: own,
      title: item.title,
      slug: slugOf(item.title),
      line: item.line,
      entries: item.items.flatMap((child) => build(child, own, ancestors))
    }
  }

  const link = (
    item: SummaryItem,
    parent: string,
    target: NonNullable<Entry["target"]>,
    ancestors: ReadonlyArray<string>
  ) => {
    if (item.items.length > 0)
      report(item.line, `${item.title}: a link has no pages of its own; they follow it`, "warning")
    const title = item.title === "" ? (item.href ?? "") : item.title
    const entry: Entry = {
      type: "link",
      key: key("link", parent, title),
      title,
      ...labelOf(item),
      target,
      line: item.line,
      entries: []
    }
    return [entry, ...item.items.flatMap((child) => build(child, parent, ancestors))]
  }

  const page = (
    item: SummaryItem,
    found: { readonly path: string; readonly suffix: string },
    parent: string,
    ancestors: ReadonlyArray<string>
  ): ReadonlyArray<Entry> => {
    const { path, suffix } = found
    if (suffix === "" && ancestors.includes(path)) {
      report(item.line, `${path} is listed under itself`)
      return item.items.flatMap((child) => build(child, parent, ancestors))
    }
    const again = listed.has(path)
    if (again || (suffix !== "" && plainly.has(path))) {
      if (suffix === "") report(item.line, `${path} is listed twice; the second time it is a link to the page`)
      else if (suffix !== "#")
        report(item.line, `${path}${suffix}: the link leads to the page, its anchor stays in this file only`, "warning")
      return link(item, parent, { kind: "page", page: PageId.make(path) }, ancestors)
    }
    listed.add(path)
    const name = pageName(path)
    const inner = [...ancestors, path]
    return [
      {
        type: "document",
        key: path,
        path,
        title: item.title === "" ? name : item.title,
        ...labelOf(item),
        slug: fileSlug(name),
        line: item.line,
        entries: item.items.flatMap((child) => build(child, path, inner))
      }
    ]
  }

  const computedPage = (
    { title, computed, items, line }: SummaryItem,
    parent: string,
    ancestors: ReadonlyArray<string>
  ) => {
    const own: Entry = {
      type: "computed",
      line,
      key: key("page", parent, title),
      title,
      slug: slugOf(title),
      ...(computed !== undefined && { computed }),
      entries: []
    }
    return [own, ...items.flatMap((child) => build(child, parent, ancestors))]
  }

  const build = (item: SummaryItem, parent: string, ancestors: ReadonlyArray<string>): ReadonlyArray<Entry> => {
    if (item.computed !== undefined) return computedPage(item, parent, ancestors)
    const found: Found = item.href === undefined ? { kind: "none" } : locate(item.href, context)
    if (found.kind === "url") return link(item, parent, { kind: "url", url: found.url }, ancestors)
    if (found.kind === "file") return link(item, parent, { kind: "file", file: FileId.make(found.path) }, ancestors)
    if (found.kind === "page" && !context.skipped(found.path)) return page(item, found, parent, ancestors)
    if (found.kind === "elsewhere") {
      report(item.line, `${item.href} is not in the folder; the link stays as it is`, "warning")
      return link(item, parent, found.target, ancestors)
    }
    if (found.kind === "none") return [empty(item, parent, ancestors)]
    if (found.kind === "missing") report(item.line, `${found.path} does not exist`)
    return item.items.length > 0 ? [empty(item, parent, ancestors)] : []
  }

  const entries = parts.flatMap((part): ReadonlyArray<Entry> => {
    if (part.title === undefined) return part.items.flatMap((item) => build(item, "", []))
    const { end, href, label, line, slug, title } = part
    const own = key("group", "", title)
    const first: ReadonlyArray<SummaryItem> =
      href === undefined ? [] : [{ title, ...labelOf({ label }), href, line, end, items: [] }]
    return [
      {
        type: "group",
        key: own,
        title,
        ...(slug !== undefined && { slug }),
        line,
        entries: [...first, ...part.items].flatMap((item) => build(item, own, []))
      }
    ]
  })
  const { readme } = context
  const home: ReadonlyArray<Entry> =
    readme === undefined || listed.has(readme) || context.skipped(readme)
      ? []
      : [
          {
            type: "document",
            key: readme,
            path: readme,
            title: pageName(readme),
            slug: fileSlug(pageName(readme)),
            entries: []
          }
        ]
  return { entries: [...home, ...entries], problems }
}
