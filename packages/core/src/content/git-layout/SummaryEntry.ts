/** One entry of a table of contents as text: written, and changed in place. */

import { escapeInline } from "../../text/markdown/Heading.js"
import { references } from "../../text/markdown/ReferenceSearch.js"
import type { LinkTarget } from "../pages/Page.js"
import { cutSuffix, meaning, type Resolve } from "./Resolver.js"
import type { SnapshotPage } from "./SpaceSnapshot.js"
import { canonical, idForm } from "./Spelling.js"
import { looseAddress, parseSummary } from "./Summary.js"
import type { PathOf } from "./SummaryCheck.js"
import { writeComputed } from "./SummaryComputed.js"

/** The context that entries are written in: the path of the table, and the paths of everything else. */
export interface EntryContext {
  readonly summary: string
  readonly root: string
  readonly pathOf: PathOf
  readonly resolve: Resolve
}

const address = (url: string): string => {
  const safe = url
    .replaceAll("\\", "\\\\")
    .replaceAll(/&(?=#?\w+;)/g, "&amp;")
    .replaceAll("<", "%3C")
    .replaceAll(">", "%3E")
  return /^[^\s()]+$/.test(safe) ? safe : `<${safe.replaceAll(/[\r\n]/g, "")}>`
}

const destination = (target: LinkTarget | undefined, { pathOf, summary }: EntryContext): string => {
  if (target === undefined) return ""
  if (target.kind === "url") return address(target.url)
  const form = target.kind === "page" ? idForm("page", target.page) : idForm("file", target.file)
  const path = pathOf(form)
  if (path === undefined) return form
  return canonical(summary, path) + (target.kind === "page" ? "#" : "")
}

const hrefOf = (page: SnapshotPage, context: EntryContext): string | undefined => {
  if (page.type === "link") return destination(page.target, context)
  const path = context.pathOf(idForm("page", page.id))
  return path && canonical(context.summary, path)
}

const everySign = /[!-/:-@[-`{-~]/g

/** A title, escaped so that it reads as exactly that title in the place that `around` puts it in. */
const titleText = (title: string, around: (text: string) => string): string => {
  const usual = escapeInline(title)
  const [part] = parseSummary(around(usual))
  const read = part?.items[0]
  if (part?.items.length === 1 && read?.title === title && read.items.length === 0) return usual
  const line = title.replaceAll(/\s+/g, " ").trim()
  return line.replaceAll(everySign, "\\$&").replace(/^(\d+)(?=\\[.)])/, "$1")
}

const linkText = (title: string): string => titleText(title, (text) => `* [${text}](x)`)

/** A label as it is written after an address: as usual, and so that no sign of it belongs to anything else. */
const labelTexts = (label: string | undefined): readonly [usual: string, safe: string] => {
  if (label === undefined) return ["", ""]
  const usual = label.replaceAll(/["\\]/g, "\\$&").replaceAll(/&(?=#?\w+;)/g, "&amp;")
  const safe = label.replaceAll(everySign, (sign) => `&#${sign.charCodeAt(0)};`)
  return [` "${usual}"`, ` "${safe}"`]
}

/** The title of an entry if it reads as one with a label. */
const titleIn = (text: string, label: string | undefined): string | undefined => {
  const [part] = parseSummary(`* ${text}`)
  const read = part?.items[0]
  return part?.items.length === 1 && read?.items.length === 0 && read.label === label ? read.title : undefined
}

/** The entry with a label, written so that it reads as one with this label, and else as without; `undefined` if it cannot. */
const withLabel = (label: string | undefined, entry: (text: string) => string): string | undefined => {
  const title = titleIn(entry(""), undefined)
  return labelTexts(label)
    .map(entry)
    .find((text) => titleIn(text, label) === title)
}

/** The text of an entry after its bullet, without a line break at its end. */
export const entryText = (page: SnapshotPage, context: EntryContext): string => {
  if (page.computed !== undefined) return writeComputed({ computed: page.computed, title: page.title }, 0).slice(2, -1)
  const href = hrefOf(page, context)
  if (href === undefined) return titleText(page.title, (text) => `* ${text}`)
  const title = linkText(page.title)
  const entry = (label: string): string => `[${title}](${href}${label})`
  return withLabel(page.label, entry) ?? entry(labelTexts(page.label)[1])
}

/** The position where the label of a link begins, given the position of its closing bracket. */
const labelStart = (text: string, close: number): number => {
  let depth = 0
  for (let at = close - 1; at >= 0; at--) {
    if (text[at - 1] === "\\") continue
    if (text[at] === "]") depth++
    else if (text[at] === "[" && depth-- === 0) return at + 1
  }
  return -1
}

const leadsTo = (raw: string, page: SnapshotPage, context: EntryContext): boolean => {
  const target = page.type === "link" ? page.target : undefined
  if (target?.kind === "url") return meaning(raw, "link") === target.url
  const form =
    target === undefined
      ? idForm("page", page.id)
      : target.kind === "page"
        ? idForm("page", target.page)
        : idForm("file", target.file)
  const wanted = context.pathOf(form)
  const path = meaning(cutSuffix(raw).path, "link")
  const from = [context.summary, context.root === "" ? "x" : `${context.root}/x`]
  return wanted === undefined ? path === form : from.some((base) => context.resolve(path, base) === wanted)
}

/** The end of a link after its destination: the label in quotes or parentheses, and the closing parenthesis. */
const endOfLink = /^(>?)(?:\s+(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)))?\s*\)/

/**
 * The text of an entry, as it was found after its bullet, updated for the page: its title, its destination and its
 * label are replaced if they changed, and nothing else is. `retitled` says that the page has been renamed, and
 * `relabelled` that it has another label. `undefined` if the parts cannot be told apart in the text.
 */
export const patchEntry = (
  text: string,
  page: SnapshotPage,
  { relabelled, retitled }: { readonly retitled: boolean; readonly relabelled: boolean },
  context: EntryContext
): string | undefined => {
  if (page.computed !== undefined) return undefined
  const href = hrefOf(page, context)
  const loose = looseAddress(text)
  if (loose !== undefined && !retitled && !relabelled && leadsTo(text.slice(loose.start, loose.end), page, context))
    return text
  const [link] = loose === undefined ? references(text) : []
  if (link === undefined || link.kind !== "link" || href === undefined) {
    return link === undefined && href === undefined && !retitled ? text : undefined
  }
  const close = text.lastIndexOf("](", link.start)
  const start = close < 0 ? -1 : labelStart(text, close)
  if (start < 0) return undefined
  const found = text.slice(link.start, link.end)
  const { suffix } = cutSuffix(found)
  const wanted = leadsTo(found, page, context)
    ? found
    : href.replace(/#$/, "") + (suffix || href.slice(href.replace(/#$/, "").length))
  const title = retitled ? linkText(page.title) : text.slice(start, close)
  const head = text.slice(0, start) + title + text.slice(close, link.start) + wanted
  const rest = text.slice(link.end)
  if (!relabelled && (!retitled || page.label === undefined)) return head + rest
  const end = endOfLink.exec(rest)
  if (end === null) return undefined
  const entry = (label: string): string => `${head}${end[1]}${label})${rest.slice(end[0].length)}`
  const isKept = !relabelled && titleIn(head + rest, page.label) === titleIn(entry(""), undefined)
  return isKept ? head + rest : withLabel(page.label, entry)
}
