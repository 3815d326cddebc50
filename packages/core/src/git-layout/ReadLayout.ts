/** A folder of markdown, laid out as Git-synced documentation, read as a space. */
import mime from "mime"
import type { LayoutSource, SpaceTree, TreeFile, TreePage, TreeReusableContent } from "../content/SpaceTree.js"
import { parse } from "../markdown/FrontMatter.js"
import { read } from "../markdown/PageMetadata.js"
import { configPath, readConfig } from "./Config.js"
import { blobId, decode, defaultLimits, type FolderFile, type LayoutLimits, type Problem } from "./Folder.js"
import { folderOutline } from "./FolderOutline.js"
import type { Entry } from "./Outline.js"
import { basename, isMarkdown, isSafePath, join, pageName } from "./Paths.js"
import { type Part, readCover, readReferences, type TextContext } from "./ReadTexts.js"
import { resolver } from "./Resolver.js"
import { parseSummary } from "./Summary.js"
import { summaryOutline } from "./SummaryOutline.js"
import { readVariables } from "./Variables.js"

/** A space read from a folder, with everything in it that was not as it should be. */
export interface ReadResult {
  readonly tree: SpaceTree
  readonly problems: ReadonlyArray<Problem>
}

const ignored = (path: string): boolean => /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path)
const hidden = (path: string): boolean => /(?:^|\/)\./.test(path)
const under = (root: string, path: string): string => join(root, path) ?? path
const isUnder = (folder: string, path: string): boolean => folder === "" || path.startsWith(`${folder}/`)

interface Texts {
  /** The text of a path; `undefined` when it cannot be used, which is reported once. */
  readonly text: (path: string) => string | undefined
  readonly bytes: (path: string) => Uint8Array | undefined
  readonly skipped: (path: string) => boolean
}

const openTexts = (files: ReadonlyMap<string, Uint8Array>, limits: LayoutLimits, problems: Array<Problem>): Texts => {
  const texts = new Map<string, string | undefined>()
  const tooLarge = new Set<string>()
  for (const [path, bytes] of files) {
    const limit = isMarkdown(path) ? limits.page : limits.file
    if (bytes.length <= limit) continue
    tooLarge.add(path)
    problems.push({
      file: path,
      message: `expected at most ${limit} bytes, got ${bytes.length}; it is left out`,
      severity: "error"
    })
  }
  const text = (path: string): string | undefined => {
    if (texts.has(path)) return texts.get(path)
    const bytes = files.get(path)
    const decoded = bytes === undefined || tooLarge.has(path) ? undefined : decode(bytes)
    if (decoded !== undefined && "problem" in decoded) {
      problems.push({ file: path, message: `${decoded.problem}; it is left out`, severity: "error" })
    }
    const value = decoded !== undefined && "text" in decoded ? decoded.text : undefined
    texts.set(path, value)
    return value
  }
  return {
    text,
    bytes: (path) => (tooLarge.has(path) ? undefined : files.get(path)),
    skipped: (path) => files.has(path) && (isMarkdown(path) ? text(path) === undefined : tooLarge.has(path))
  }
}

const keysOf = (entries: ReadonlyArray<Entry>, into: Map<string, Entry> = new Map()): ReadonlyMap<string, Entry> => {
  for (const entry of entries) {
    into.set(entry.key, entry)
    keysOf(entry.entries, into)
  }
  return into
}

/** Drops the entries whose texts cannot be used; those that have pages of their own stay as empty pages. */
const usable = (entries: ReadonlyArray<Entry>, texts: Texts): ReadonlyArray<Entry> =>
  entries.flatMap((entry): ReadonlyArray<Entry> => {
    const inner = usable(entry.entries, texts)
    if (entry.path === undefined || texts.text(entry.path) !== undefined) return [{ ...entry, entries: inner }]
    const { path: _, ...rest } = entry
    return inner.length === 0 ? [] : [{ ...rest, key: `page:${entry.key}`, entries: inner }]
  })

interface Reading {
  readonly texts: Texts
  readonly context: TextContext
  readonly git: (path: string) => { readonly oid: string; readonly path: string }
}

const readPage = (entry: Entry, reading: Reading): TreePage => {
  const { key, type, title, target, path } = entry
  const pages = entry.entries.map((each) => readPage(each, reading))
  const place = entry.slug === undefined ? {} : { slug: entry.slug }
  if (type !== "document") return { key, type, title, ...place, ...(target === undefined ? {} : { target }), pages }
  if (path === undefined) return { key, type, title, ...place, markdown: "", pages }
  const markdown = reading.texts.text(path) ?? ""
  const { metadata, problems } = read(markdown)
  for (const problem of problems) reading.context.report({ file: path, severity: "error", ...problem })
  const references = readReferences(markdown, path, reading.context)
  const { cover, ...fields } = metadata
  return {
    key,
    type,
    ...place,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    title: metadata.title ?? title,
    ...(cover === undefined ? {} : { cover: readCover(cover, path, reading.context) }),
    markdown,
    ...(references.length === 0 ? {} : { references }),
    git: reading.git(path),
    pages
  }
}

const readReusable = (path: string, reading: Reading): ReadonlyArray<TreeReusableContent> => {
  const markdown = reading.texts.text(path)
  if (markdown === undefined) return []
  const { values, problems } = parse(markdown)
  for (const problem of problems) reading.context.report({ file: path, severity: "error", ...problem })
  const references = readReferences(markdown, path, reading.context)
  const title = typeof values.title === "string" && values.title.trim() !== "" ? values.title.trim() : pageName(path)
  return [{ key: path, title, markdown, ...(references.length === 0 ? {} : { references }), git: reading.git(path) }]
}

/**
 * Reads a folder: `.gitbook.yaml`, the table of contents or else the files in the order of their names, the texts with
 * what they refer to, pictures and other files, reusable contents and variables. What is wrong is reported and
 * everything else is read; nothing throws.
 */
export const readLayout = (files: ReadonlyArray<FolderFile>, limits: LayoutLimits = defaultLimits): ReadResult => {
  const problems: Array<Problem> = []
  const folder = new Map<string, Uint8Array>()
  for (const { path, bytes } of files) {
    if (!isSafePath(path)) problems.push({ file: path, message: "its path leads out of the folder", severity: "error" })
    else if (!ignored(path)) folder.set(path, bytes)
  }
  const texts = openTexts(folder, limits, problems)
  const configText = texts.text(configPath)
  const config = readConfig(configText)
  problems.push(...config.problems)
  const paths = new Set(folder.keys())
  const exists = config.root === "" || [...paths].some((path) => isUnder(config.root, path))
  const root = exists ? config.root : ""
  if (!exists) problems.push({ file: configPath, message: `${config.root} does not exist`, severity: "error" })
  const place = (path: string): string => (exists ? path : path.slice(config.root.length + 1))
  const summary = place(config.summary)
  const readme = place(config.readme)
  const resolve = resolver(paths, root)
  const includes = under(root, ".gitbook/includes")
  const assets = under(root, ".gitbook/assets")
  const variablesPath = under(root, ".gitbook/vars.yaml")

  const outline = (): ReadonlyArray<Entry> => {
    const table = texts.text(summary)
    if (table === undefined) {
      const candidates = [...paths].filter(
        (path) => isMarkdown(path) && isUnder(root, path) && !hidden(path.slice(root.length)) && path !== summary
      )
      const entries = folderOutline(candidates, root)
      const home = entries.find((entry) => entry.path === readme)
      return home === undefined ? entries : [home, ...entries.filter((entry) => entry !== home)]
    }
    const listed = summaryOutline(parseSummary(table), {
      summary,
      root,
      readme: paths.has(readme) ? readme : undefined,
      resolve,
      skipped: texts.skipped
    })
    problems.push(...listed.problems)
    return listed.entries
  }
  const entries = usable(outline(), texts)
  const pages = keysOf(entries)
  const reusable = new Set([...paths].filter((path) => isUnder(includes, path) && isMarkdown(path) && !pages.has(path)))

  const used = new Set([...paths].filter((path) => isUnder(assets, path) && !pages.has(path)))
  const unlisted = new Set<string>()
  const use = (path: string): Part => {
    if (pages.get(path)?.type === "document") return { kind: "page", key: path }
    if (path.endsWith("/") || path === "") return { kind: "folder" }
    if (reusable.has(path)) return texts.skipped(path) ? { kind: "skipped" } : { kind: "reusable-content", key: path }
    if (texts.bytes(path) === undefined) return { kind: "skipped" }
    if (isMarkdown(path) && !used.has(path)) {
      if (texts.skipped(path) || unlisted.has(path)) return { kind: "skipped" }
      unlisted.add(path)
      return { kind: "unlisted" }
    }
    used.add(path)
    return { kind: "file", key: path }
  }
  const git = (path: string) => ({ oid: blobId(folder.get(path) ?? new Uint8Array()), path })
  const parts = new Set([...paths].filter((path) => !isMarkdown(path) || pages.has(path) || reusable.has(path)))
  const resolvePart = resolver(parts, root)
  const context: TextContext = {
    resolve: (path, from) => {
      const part = resolvePart(path, from)
      return part === undefined || part.endsWith("/") ? resolve(path, from) : part
    },
    use,
    report: (problem) => problems.push(problem)
  }
  const reading: Reading = { texts, git, context }

  for (const { target } of pages.values()) if (target?.kind === "file") use(target.file)
  const read = entries.map((entry) => readPage(entry, reading))
  const reusableContents = [...reusable].sort().flatMap((path) => readReusable(path, reading))
  const redirects: Record<string, string> = {}
  for (const { from, to, line } of config.redirects) {
    const path = resolve(to.startsWith("/") ? to : `/${to}`, "")
    if (path !== undefined && pages.get(path)?.type === "document") redirects[from] = path
    else problems.push({ file: configPath, line, message: `redirects.${from}: ${to} is no page`, severity: "error" })
  }
  const variablesText = texts.text(variablesPath)
  const treeFiles = [...used].sort().flatMap((path): ReadonlyArray<TreeFile> => {
    const bytes = texts.bytes(path)
    if (bytes === undefined) return []
    const contentType = mime.getType(path) ?? "application/octet-stream"
    return [{ key: path, name: basename(path), contentType, bytes, git: git(path) }]
  })
  if (read.length === 0) problems.push({ file: summary, message: "no markdown page was found", severity: "error" })
  const source: LayoutSource = {
    root,
    readme,
    summary,
    ...(configText === undefined || config.problems.length > 0 ? {} : { config: configText }),
    ...(variablesText === undefined ? {} : { variables: variablesText })
  }
  const { variables, problems: wrong } = readVariables(variablesPath, variablesText ?? "")
  problems.push(...wrong)
  return { tree: { source, pages: read, files: treeFiles, reusableContents, variables, redirects }, problems }
}
