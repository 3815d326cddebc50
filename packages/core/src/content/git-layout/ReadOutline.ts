/** Determines the pages of a folder. */
import type { Problem } from "./Folder.js"
import { folderOutline } from "./FolderOutline.js"
import type { FolderTexts } from "./FolderTexts.js"
import type { Entry } from "./Outline.js"
import { isMarkdown } from "./Paths.js"
import { resolver } from "./Resolver.js"
import { parseSummary } from "./Summary.js"
import { summaryOutline } from "./SummaryOutline.js"

/** The sources of an outline. Paths are relative to the top of the folder. */
export interface OutlineSource {
  readonly root: string
  readonly readme: string
  readonly summary: string
}

const hidden = (path: string): boolean => /(?:^|\/)\./.test(path)

/** Whether a path is in a folder or further down. */
export const isUnder = (folder: string, path: string): boolean => folder === "" || path.startsWith(`${folder}/`)

/** The outline of files and folders that no table of contents lists. */
export const inferred = (
  { root, readme, summary }: OutlineSource,
  paths: ReadonlySet<string>
): ReadonlyArray<Entry> => {
  const candidates = [...paths].filter(
    (path) => isMarkdown(path) && isUnder(root, path) && !hidden(path.slice(root.length)) && path !== summary
  )
  const entries = folderOutline(candidates, root)
  const home = entries.find((entry) => entry.path === readme)
  return home === undefined ? entries : [home, ...entries.filter((entry) => entry !== home)]
}

/** Drops the entries whose texts cannot be used; entries with pages below them stay as empty pages. */
export const usable = (entries: ReadonlyArray<Entry>, texts: FolderTexts): ReadonlyArray<Entry> =>
  entries.flatMap((entry): ReadonlyArray<Entry> => {
    const inner = usable(entry.entries, texts)
    if (entry.path === undefined || texts.text(entry.path) !== undefined) return [{ ...entry, entries: inner }]
    const { path: _, ...rest } = entry
    return inner.length === 0 ? [] : [{ ...rest, key: `page:${entry.key}`, entries: inner }]
  })

/** The outline from the table of contents if there is one, otherwise from the files and folders. */
export const readOutline = (
  source: OutlineSource,
  texts: FolderTexts,
  report: (problem: Problem) => void
): ReadonlyArray<Entry> => {
  const table = texts.text(source.summary)
  if (table === undefined) return usable(inferred(source, texts.paths), texts)
  const { entries, problems } = summaryOutline(parseSummary(table), {
    ...source,
    readme: texts.paths.has(source.readme) ? source.readme : undefined,
    resolve: resolver(texts.paths, source.root),
    skipped: texts.skipped
  })
  problems.forEach(report)
  return usable(entries, texts)
}

/** All entries of an outline by key. */
export const entriesByKey = (entries: ReadonlyArray<Entry>): ReadonlyMap<string, Entry> => {
  const found = new Map<string, Entry>()
  const visit = (entry: Entry): void => {
    found.set(entry.key, entry)
    entry.entries.forEach(visit)
  }
  entries.forEach(visit)
  return found
}
