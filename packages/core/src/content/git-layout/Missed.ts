/** What readers of a folder's pages will miss: fragments that lead nowhere, texts that are no pages, and markup. */
import { tagAt } from "../../text/markdown/BlockTag.js"
import { tagType } from "../../text/markdown/ContentNode.js"
import { split } from "../../text/markdown/FrontMatter.js"
import { pageIds } from "../../text/markdown/PageIds.js"
import { opaqueRanges } from "../../text/markdown/ReferenceSearch.js"
import type { Markup } from "../dialects/Dialect.js"
import type { DialectName } from "../dialects/DialectName.js"
import { readingFor, readMarkup } from "../dialects/Dialects.js"
import type { TreePage } from "../sync/SpaceTree.js"
import { lineCounter, type Problem } from "./Folder.js"
import { decodePath, isMarkdown } from "./Paths.js"
import { isUnder } from "./ReadOutline.js"

type Report = (problem: Problem) => void

/** A fragment that a text refers to; `page` is the key of the page that should have it. */
export interface SoughtFragment {
  readonly file: string
  readonly line: number
  readonly page: string
  readonly destination: string
  readonly fragment: string
}

/** Reports the fragments that the pages they are sought in do not have. */
export const reportFragments = (
  sought: ReadonlyArray<SoughtFragment>,
  pages: ReadonlyArray<TreePage>,
  report: Report
): void => {
  const wanted = new Set(sought.map(({ page }) => page))
  const ids = new Map<string, ReadonlySet<string>>()
  const visit = (inner: ReadonlyArray<TreePage>): void => {
    for (const page of inner) {
      if (page.type === "document" && wanted.has(page.key))
        ids.set(page.key, pageIds(page.markdown ?? "", readingFor(page.dialect)))
      visit(page.pages)
    }
  }
  visit(pages)
  for (const { destination, file, fragment, line, page } of sought) {
    const known = ids.get(page)
    if (known === undefined || known.has(fragment) || known.has(decodePath(fragment))) continue
    const message = `${destination} leads to no heading`
    report({ file, line, message, severity: "warning", kind: "dead-fragment" })
  }
}

/** Formats of texts that are not read as pages, by the extension of their files. */
const foreign = /\.(?:mdx|rst|ipynb|textile|org|mediawiki|rmd|qmd)$/i

const hidden = /(?:^|\/)[._]/

/** The first places of several, and how many more there are. */
const placesText = (places: ReadonlyArray<string>): string => {
  const first = places.slice(0, 3).join(", ")
  return places.length > 3 ? `${first} and ${places.length - 3} more` : first
}

/**
 * Reports the texts under the root that are no pages: of formats that are not read, or not in the table of contents.
 * `isTold` are the pages, and the texts that are a problem already.
 */
export const reportNotTaken = (
  paths: Iterable<string>,
  isTold: (path: string) => boolean,
  { readme, root, summary }: { readonly readme: string; readonly root: string; readonly summary: string },
  hasTable: boolean,
  report: Report
): void => {
  const left = new Map<string, Array<string>>()
  const leave = (reason: string, path: string): void => {
    const known = left.get(reason)
    if (known === undefined) left.set(reason, [path])
    else known.push(path)
  }
  for (const path of paths) {
    if (!isUnder(root, path) || hidden.test(path) || path === summary || path === readme || isTold(path)) continue
    const extension = foreign.exec(path)?.[0].toLowerCase()
    if (extension !== undefined) leave(`files of the format ${extension} are not read as pages`, path)
    else if (hasTable && isMarkdown(path)) leave("the table of contents does not list some texts", path)
  }
  for (const [reason, files] of left) {
    const [file = ""] = files.sort()
    report({ file, message: `${reason}: ${placesText(files)}`, severity: "warning", kind: "not-taken" })
  }
}

/** Markup of tools that stays visible where it is not read. Each pattern finds one place in a line of text. */
const markup: ReadonlyArray<readonly [kind: Markup, name: string, pattern: RegExp]> = [
  ["containers", "containers (:::)", /^[ \t>]*:{3,}[ \t]*[A-Za-z{]/gm],
  ["admonitions", "admonitions (!!!)", /^[ \t>]*(?:!!!|\?\?\?\+?)[ \t]+[A-Za-z]/gm],
  ["tabs", 'tabs (=== "…")', /^[ \t>]*===[!+]?[ \t]+"/gm],
  ["alerts", "alerts (> [!NOTE])", /^[ \t]*>[ \t]*\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]/gim],
  ["attribute-lists", "attribute lists ({: … })", /\{:?[ \t]*\.[A-Za-z][\w-]*[^{}\n]*\}|\{:[ \t]*[#\w][^{}\n]*\}/g],
  ["snippets", "snippets (--8<--)", /--8<--/g],
  ["includes", "includes ({{#…}})", /\{\{#[a-z]\w*[^{}\n]*\}\}/g],
  ["shortcodes", "shortcodes ({{< … >}})", /\{\{[<%](?:(?!\{\{)[^\n])*?[>%]\}\}/g],
  ["expressions", "expressions ({{ … }})", /\{\{(?![#<%])[^{}\n]+\}\}/g],
  ["wiki-links", "links of wikis ([[…]])", /(?<![!\\[])\[\[[^[\]\n]+\]\](?!\()/g],
  ["icons", "icons (:material-…:)", /:(?:material|fontawesome|octicons|simple)-[a-z0-9-]+:/g],
  ["components", "components (<Name>)", /<\/?[A-Z][\w.]*(?=[\s/>])/g],
  ["imports", "imports of modules", /^import[ \t].*[ \t]from[ \t]+["'][^"'\n]+["'];?[ \t]*$/gm]
]

const mayBeForeign = /:::|!!!|\?\?\?|^[ \t>]*===|\[!|\{:|\{[ \t]*\.|8<|\{\{|\[\[|:[a-z]+-|<\/?[A-Z]|^import |\{%/m

/** The markup that the tools which have it read in code as well. */
const inCode: ReadonlySet<Markup> = new Set(["includes", "snippets"])

/** Tags that nobody misses, since all they do is hold what is shown anyway. */
const understood: ReadonlySet<string> = new Set(["code", "else", "elseif", "raw", "updates"])

/** Collects the markup of the texts of a dialect that Lectern does not understand. */
export const foreignMarkupIn = (dialect?: DialectName) => {
  const isRead = (kind: Markup): boolean => dialect !== undefined && readMarkup(dialect).includes(kind)
  const found = new Map<string, Array<{ readonly file: string; readonly line: number }>>()
  return {
    /** Looks through the text of a page. */
    read: (markdown: string, file: string): void => {
      const { bodyStart } = split(markdown)
      if (!mayBeForeign.test(markdown)) return
      let isOpaque: ((offset: number) => boolean) | undefined
      const places: Array<{ readonly name: string; readonly offset: number }> = []
      const add = (name: string, offset: number, mayBeCode = false): void => {
        if (offset < bodyStart) return
        if (!mayBeCode) {
          isOpaque ??= opaqueRanges(markdown, readingFor(dialect))
          if (isOpaque(offset)) return
        }
        places.push({ name, offset })
      }
      for (const [kind, name, pattern] of markup) {
        if (isRead(kind)) continue
        for (const { 0: text, index } of markdown.matchAll(pattern))
          add(name, index + text.search(/[^\s>]|$/), dialect !== undefined && inCode.has(kind))
      }
      for (let at = markdown.indexOf("{%"); at >= 0; at = markdown.indexOf("{%", at + 2)) {
        const tag = tagAt(markdown, at)
        const name = tag?.name.replace(/^end/, "") ?? ""
        if (tag !== undefined && tag.name === name && !understood.has(name) && tagType(name).type === "unknown") {
          add(`tags ({% ${name} %})`, at)
        }
      }
      places.sort((left, right) => left.offset - right.offset)
      const lineOf = lineCounter(markdown)
      for (const { name, offset } of places) {
        const place = { file, line: lineOf(offset) }
        const known = found.get(name)
        if (known === undefined) found.set(name, [place])
        else known.push(place)
      }
    },
    /** Reports each kind once, with the number of its places and the first ones. */
    report: (report: Report): void => {
      for (const [name, places] of found) {
        const [first] = places
        if (first === undefined) continue
        const message = `${name} are not understood: ${placesText(places.map(({ file, line }) => `${file}:${line}`))}`
        report({ ...first, message, severity: "warning", kind: "not-understood" })
      }
    }
  }
}
