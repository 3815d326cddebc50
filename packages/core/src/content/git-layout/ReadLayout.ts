/**
 * A folder of markdown, laid out as Git-synced documentation, read as a space.
 * @since 0.1.0
 */
import mime from "mime"
import { recognize } from "../dialects/Dialects.js"
import type { SpaceTree, TableEntry, TreeFile, TreePage, TreeReusableContent } from "../sync/SpaceTree.js"
import { type Config, configPath, placesIn, readConfig } from "./Config.js"
import { blobId, defaultLimits, type FolderFile, type LayoutLimits, type Problem, type StreamedFile } from "./Folder.js"
import { type FolderTexts, openFolder } from "./FolderTexts.js"
import { foreignMarkupIn, reportFragments, reportNotTaken, type SoughtFragment } from "./Missed.js"
import type { Entry } from "./Outline.js"
import { partsOf } from "./Parts.js"
import { basename } from "./Paths.js"
import { entriesByKey, type OutlineSource, readOutline, usable } from "./ReadOutline.js"
import { readPage, readReusable } from "./ReadPage.js"
import type { TextContext } from "./ReadTexts.js"
import { withAddresses } from "./Resolver.js"
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

const usualPlaces = (root: string): OutlineSource => {
  const inRoot = (name: string): string => (root === "" ? name : `${root}/${name}`)
  return { root, readme: inRoot("README.md"), summary: inRoot("SUMMARY.md") }
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
  const isGitBook = configText !== undefined || texts.paths.has(config.summary)
  const dialect = isGitBook ? undefined : recognize(texts)
  const places = dialect === undefined ? placesOf(config, texts, report) : usualPlaces(dialect.outline.root)
  const { root } = places
  dialect?.outline.problems.forEach(report)
  const entries = dialect === undefined ? readOutline(places, texts, report) : usable(dialect.outline.entries, texts)
  const documents = entriesByKey(entries)
  const variablesPath = root === "" ? variablesName : `${root}/${variablesName}`
  // What orders the pages of another tool is a file of the space, since its owner edits it.
  const own = dialect === undefined ? [configPath, places.summary, variablesPath] : [variablesPath]
  const parts = partsOf(texts, documents, root, new Set(own))
  const sought: Array<SoughtFragment> = []
  const resolve =
    dialect === undefined ? parts.resolve : withAddresses(parts.resolve, dialect.outline.aliases, dialect.outline.root)
  const context: TextContext = {
    resolve,
    use: parts.use,
    report,
    seek: (each) => sought.push(each),
    dialect: dialect?.name
  }
  const pages = entries.map((entry) => readPage(entry, texts, context))
  if (pages.length === 0) report({ file: places.summary, message: "no markdown page was found", severity: "error" })
  const reusableContents = [...parts.reusable]
    .sort()
    .map((path) => readReusable(path, texts, context))
    .filter((content): content is TreeReusableContent => content !== undefined)

  const table = dialect === undefined ? texts.text(places.summary) : undefined
  const isTold = (path: string): boolean =>
    documents.has(path) || parts.reusable.has(path) || texts.skipped(path) || dialect?.stated[path] !== undefined
  reportNotTaken(texts.paths, isTold, places, (table ?? dialect?.outline.table) !== undefined, report)
  reportFragments(sought, pages, report)
  const foreign = foreignMarkupIn(dialect?.name)
  for (const [path, { type }] of documents) if (type === "document") foreign.read(texts.text(path) ?? "", path)
  foreign.report(report)
  const redirects: Record<string, string> = {}
  for (const [from, path] of Object.entries(dialect?.outline.aliases ?? {})) {
    const address = from.replaceAll(/^\/+|\/+$/g, "")
    if (address !== "" && documents.get(path)?.type === "document") redirects[address] = path
  }
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
    ...(dialect !== undefined
      ? { dialect: dialect.name, stated: dialect.stated }
      : table === undefined
        ? { inferred: true as const }
        : { table: { text: table, entries: listed(entries, pages) } })
  }
  const treeFiles = parts.files().flatMap((path) => readFile(path, texts))
  return { tree: { source, pages, files: treeFiles, reusableContents, variables, redirects }, problems }
}
