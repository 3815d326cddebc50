/** The dialects, and which one a folder has. */
import { escapeInline } from "../../text/markdown/Heading.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import type { Entry } from "../git-layout/Outline.js"
import type { LayoutSource } from "../sync/SpaceTree.js"
import type { Dialect, DialectFolder, DialectOutline, Markup } from "./Dialect.js"
import type { DialectName } from "./DialectName.js"
import { github } from "./github/GitHub.js"
import { mdbook } from "./mdbook/MdBook.js"
import { mkdocs } from "./mkdocs/MkDocs.js"

const dialects: Readonly<Record<DialectName, Dialect>> = { mkdocs, mdbook, github }

/** How the texts of a dialect are read; GitBook's if there is none. */
export const readingFor = (name: DialectName | undefined): Reading =>
  name === undefined ? gitbookReading : dialects[name].reading

/** The markup of tools that a dialect reads. */
export const readMarkup = (name: DialectName): ReadonlyArray<Markup> => dialects[name].markup

/** The dialect of a folder that was written for another tool than GitBook. */
export interface RecognizedDialect {
  readonly name: DialectName
  readonly outline: DialectOutline
  /** The texts that say how the pages are ordered, by their paths. */
  readonly stated: Readonly<Record<string, string>>
}

/** A folder that notes which texts, other than pages, were asked for. */
const noting = (folder: DialectFolder, stated: Record<string, string>): DialectFolder => ({
  paths: folder.paths,
  text: (path) => {
    const text = folder.text(path)
    if (text !== undefined) stated[path] = text
    return text
  }
})

const pathsOf = (entries: ReadonlyArray<Entry>): ReadonlyArray<string> =>
  entries.flatMap(({ entries: inner, path }) => [...(path === undefined ? [] : [path]), ...pathsOf(inner)])

/** Finds the dialect of a folder; `undefined` for a folder of GitBook, or of no tool in particular. */
export const recognize = (folder: DialectFolder): RecognizedDialect | undefined => {
  for (const [name, dialect] of Object.entries(dialects)) {
    if (!dialect.isCertain(folder.paths)) continue
    const stated: Record<string, string> = {}
    const outline = dialect.outline(noting(folder, stated))
    if (outline === undefined) continue
    for (const path of pathsOf(outline.entries)) delete stated[path]
    return { name: name as DialectName, outline, stated }
  }
  return undefined
}

/** Entries without the labels that are the titles of their pages. */
const withoutTitles = (entries: ReadonlyArray<Entry>, titles: ReadonlyMap<string, string>): ReadonlyArray<Entry> =>
  entries.map(({ entries: inner, label, ...entry }) => ({
    ...entry,
    ...(label !== undefined && label !== titles.get(entry.path ?? "") && { label }),
    entries: withoutTitles(inner, titles)
  }))

/**
 * The outline of a folder of a dialect, given the texts that state their order and the titles of its pages by
 * their paths.
 */
export const outlineBy = (
  { dialect, stated = {} }: LayoutSource,
  paths: ReadonlySet<string>,
  titles: ReadonlyMap<string, string>
): DialectOutline | undefined => {
  if (dialect === undefined) return undefined
  const all = new Set([...paths, ...Object.keys(stated)])
  const text = (path: string): string | undefined => {
    const title = titles.get(path)
    return stated[path] ?? (title === undefined ? (paths.has(path) ? "" : undefined) : `# ${escapeInline(title)}\n`)
  }
  const outline = dialects[dialect].outline({ paths: all, text })
  return outline && { ...outline, entries: withoutTitles(outline.entries, titles) }
}
