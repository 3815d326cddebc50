/**
 * A folder of markdown, laid out as Git-synced documentation, read as a space.
 * @since 0.1.0
 */
import mime from "mime"
import type { SpaceTree, TableEntry, TreeFile, TreePage, TreeReusableContent } from "../sync/SpaceTree.js"
import { type Config, configPath, placesIn, readConfig } from "./Config.js"
import { blobId, defaultLimits, type FolderFile, type LayoutLimits, type Problem, type StreamedFile } from "./Folder.js"
import { type FolderTexts, openFolder } from "./FolderTexts.js"
import type { Entry } from "./Outline.js"
import { partsOf } from "./Parts.js"
import { basename } from "./Paths.js"
import { entriesByKey, type OutlineSource, readOutline } from "./ReadOutline.js"
import { readPage, readReusable } from "./ReadPage.js"
import type { TextContext } from "./ReadTexts.js"
import { readVariables, variablesName } from "./Variables.js"

/** A space read from a folder, with the problems found in it. */
export interface ReadResult {
  readonly tree: SpaceTree
  readonly problems: ReadonlyArray<Problem>
}

/** The configured places, or the default ones at the top if the configured root does not exist. */
const placesOf = (config: Config, texts: FolderTexts, report: (problem: Problem) => void): OutlineSource => {
  const { root } = config
  const places = placesIn(config, texts.paths)
  if (places.root !== root) {
    report({ file: configPath, line: config.rootLine, message: `root: ${root} does not exist`, severity: "error" })
  }
  return places
}

/** The line of the table of contents that lists each page. */
const listed = (entries: ReadonlyArray<Entry>, pages: ReadonlyArray<TreePage>): ReadonlyArray<TableEntry> =>
  entries.flatMap((entry, index) => {
    const page = pages[index]!
    const own = {
      line: entry.line ?? 0,
      page: page.key,
      ...(page.title !== entry.title && { title: page.title }),
      ...(page.label !== undefined && { label: page.label })
    }
    return [...(entry.line === undefined ? [] : [own]), ...listed(entry.entries, page.pages)]
  })

const readFile = (path: string, texts: FolderTexts): ReadonlyArray<TreeFile> => {
  const file = texts.file(path)
  if (file === undefined) return []
  const fields = { key: path, name: basename(path), contentType: mime.getType(path) ?? "application/octet-stream" }
  if ("bytes" in file) return [{ ...fields, bytes: file.bytes, git: { oid: blobId(file.bytes), path } }]
  return [{ ...fields, size: file.size, stream: file.stream }]
}

/**
 * Reads a folder: `.gitbook.yaml`, the table of contents or else the files in the order of their names, the texts with
 * the files they refer to, pictures and other files, reusable contents and variables. Problems are reported and
 * everything else is read; this never throws. Files that `textPaths` names must be in memory; streams stay streams.
 */
export const readLayout = (
  files: ReadonlyArray<FolderFile | StreamedFile>,
  limits: LayoutLimits = defaultLimits
): ReadResult => {
  const problems: Array<Problem> = []
  const report = (problem: Problem): void => {
    problems.push(problem)
  }
  const texts = openFolder(files, limits, report)
  const configText = texts.text(configPath)
  const config = readConfig(configText)
  config.problems.forEach(report)
  const places = placesOf(config, texts, report)
  const { root } = places

  const entries = readOutline(places, texts, report)
  const documents = entriesByKey(entries)
  const variablesPath = root === "" ? variablesName : `${root}/${variablesName}`
  const parts = partsOf(texts, documents, root, new Set([configPath, places.summary, variablesPath]))
  const context: TextContext = { resolve: parts.resolve, use: parts.use, report }
  const pages = entries.map((entry) => readPage(entry, texts, context))
  if (pages.length === 0) report({ file: places.summary, message: "no markdown page was found", severity: "error" })
  const reusableContents = [...parts.reusable]
    .sort()
    .map((path) => readReusable(path, texts, context))
    .filter((content): content is TreeReusableContent => content !== undefined)

  const table = texts.text(places.summary)
  const redirects: Record<string, string> = {}
  for (const { from, to, line } of config.redirects) {
    const path = parts.resolve(to.startsWith("/") ? to : `/${to}`, "")
    if (path !== undefined && documents.get(path)?.type === "document") redirects[from] = path
    else report({ file: configPath, line, message: `redirects.${from}: ${to} is not a page`, severity: "error" })
  }

  const variablesText = texts.text(variablesPath)
  const { variables, problems: wrong } = readVariables(variablesPath, variablesText ?? "")
  wrong.forEach(report)
  const source = {
    ...places,
    ...(configText === undefined ? {} : { config: configText }),
    ...(variablesText === undefined ? {} : { variables: variablesText }),
    ...(table === undefined ? { inferred: true as const } : { table: { text: table, entries: listed(entries, pages) } })
  }
  const treeFiles = parts.files().flatMap((path) => readFile(path, texts))
  return { tree: { source, pages, files: treeFiles, reusableContents, variables, redirects }, problems }
}
