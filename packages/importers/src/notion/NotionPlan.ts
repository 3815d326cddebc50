/** Plans the import of a Notion export: the order, nesting and content of its pages. */
import type { Conflict, Unavailable } from "@lectern/core/errors/Errors"
import { basename, compareNames, decodePath, directory, join } from "@lectern/core/internal/content/git-layout/Paths"
import { type Resolve, resolver } from "@lectern/core/internal/content/git-layout/Resolver"
import { referencesTask } from "@lectern/core/internal/text/markdown/TextTasks"
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"
import type { Archive } from "../archive/Archive.js"
import type { Plan, PlannedPage } from "../archive/Landing.js"
import { keyOf } from "../archive/Links.js"
import { isHtml, isText } from "../archive/Texts.js"
import type { PageText } from "../markdown/MarkdownText.js"
import { compute } from "../Source.js"
import { htmlTextTask, notionTableTask, notionTask } from "../Tasks.js"
import { idOfAddress, notionId, notionTitle } from "./NotionNames.js"
import { replaceLinks } from "./NotionText.js"

const isTable = (path: string): boolean => /\.csv$/i.test(path)
const isAll = (path: string): boolean => /_all\.csv$/i.test(path)

/** The paths of pages: texts and databases. Of the two files of a database, it is the one that links name. */
const pagesOf = (archive: Archive): ReadonlyArray<string> =>
  [...archive.paths].filter((path) => {
    if (isAll(path)) return !archive.paths.has(path.replace(/_all(?=\.csv$)/i, ""))
    return isTable(path) || (isText(path) && basename(path) !== "index.html")
  })

/** Finds the parent of each page: the page whose folder, named like it with or without its id, contains it. */
const parentsOf = (archive: Archive, pages: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const byFolder = new Map<string, string>()
  for (const path of pages) {
    const folder = join(directory(path), notionTitle(path)) ?? ""
    if (!byFolder.has(folder)) byFolder.set(folder, path)
  }
  for (const path of pages) {
    byFolder.set(path.replace(/(?:_all)?\.[a-z]+$/i, ""), path)
  }
  const parents = new Map<string, string>()
  for (const path of archive.paths) {
    for (let folder = directory(path); folder !== ""; folder = directory(folder)) {
      const parent = byFolder.get(folder)
      if (parent === undefined || parent === path) continue
      parents.set(path, parent)
      break
    }
  }
  return parents
}

/** An effect that runs tasks. */
type Reading<A> = Effect.fn.Return<A, Conflict | Unavailable, Workers>

const emojiOf = (html: string): string | undefined =>
  /class="page-header-icon[^"]{0,100}"[^>]{0,500}>\s*<span class="icon">([^<]{1,20})<\/span>/.exec(html)?.[1]

/** Plans the import of an unpacked export in markdown or HTML. */
export const notionPlan = Effect.fnUntraced(function* (archive: Archive) {
  const pages = pagesOf(archive)
  const parents = parentsOf(archive, pages)
  const byId = new Map(pages.flatMap((path) => [[notionId(path) ?? path, path] as const]))
  const children = new Map<string, Array<string>>()
  for (const path of pages) {
    const parent = parents.get(path) ?? ""
    const below = children.get(parent)
    if (below === undefined) children.set(parent, [path])
    else below.push(path)
  }
  const find = resolver(archive.paths, "")
  const resolve: Resolve = (path, from) => {
    const found = find(path, from) ?? find(path.replace(/\.csv$/i, "_all.csv"), from)
    return found === undefined || found.endsWith("/") ? byId.get(notionId(decodePath(path)) ?? "") : found
  }

  const tableText = (path: string): string | undefined => {
    const all = path.replace(/\.csv$/i, "_all.csv")
    return archive.text(archive.paths.has(all) ? all : path)
  }
  const inTable = (path: string): boolean => isTable(parents.get(path) ?? "")
  const readPage = Effect.fnUntraced(function* (path: string): Reading<PageText | undefined> {
    if (isTable(path)) {
      const pages = new Map((children.get(path) ?? []).map((each) => [notionTitle(each), keyOf(each)]))
      const text = tableText(path)
      if (text === undefined) return undefined
      return { ...(yield* compute(notionTableTask, { text, pages })), title: notionTitle(path) }
    }
    if (isHtml(path)) {
      const bytes = archive.bytes(path)
      if (bytes === undefined) return undefined
      const emoji = emojiOf(new TextDecoder().decode(bytes.subarray(0, 200_000)))
      return { ...(yield* compute(htmlTextTask, { bytes, path })), ...(emoji === undefined ? {} : { emoji }) }
    }
    const text = archive.text(path)
    return text === undefined ? undefined : yield* compute(notionTask, { text, row: inTable(path) })
  })
  const read: Plan["read"] = Effect.fnUntraced(function* (path) {
    const page = yield* readPage(path)
    if (page === undefined) return undefined
    const markdown = replaceLinks(page.markdown, yield* compute(referencesTask, page.markdown), ({ destination }) => {
      const known = byId.get(idOfAddress(destination) ?? "")
      return known === undefined ? undefined : keyOf(known)
    })
    return { ...page, title: page.title ?? notionTitle(path), markdown }
  })

  /** The children of a page in the order in which it links to them, then by name. */
  const order = Effect.fnUntraced(function* (parent: string): Reading<ReadonlyArray<string>> {
    const below = (children.get(parent) ?? []).sort(compareNames)
    if (below.length < 2 || parent === "") return below
    const text =
      isHtml(parent) || isTable(parent) ? ((yield* readPage(parent))?.markdown ?? "") : (archive.text(parent) ?? "")
    const at = new Map<string, number>()
    for (const { destination, start } of yield* compute(referencesTask, text)) {
      const target = resolve(destination.replace(/^import:/, "").split("#")[0]!, parent)
      if (target !== undefined && !at.has(target)) at.set(target, start)
    }
    const rank = (path: string): number => at.get(path) ?? Number.POSITIVE_INFINITY
    return below.toSorted((left, right) => (rank(left) === rank(right) ? 0 : rank(left) < rank(right) ? -1 : 1))
  })
  const place = (path: string): Effect.Effect<PlannedPage, Conflict | Unavailable, Workers> =>
    Effect.map(Effect.flatMap(order(path), Effect.forEach(place)), (places) => ({ path, places }))
  const plan: Plan = { places: yield* Effect.flatMap(order(""), Effect.forEach(place)), read, resolve }
  return plan
})
