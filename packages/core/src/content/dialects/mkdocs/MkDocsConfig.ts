/** `mkdocs.yml`: read as text, so that what it says to Python (`!!python/name:…`) is never more than a string. */
import { isMap, isScalar, isSeq, type LineCounter, type YAMLMap } from "yaml"
import { readYaml } from "../../../text/markdown/Yaml.js"
import type { Problem } from "../../git-layout/Folder.js"
import { basename, directory, join } from "../../git-layout/Paths.js"
import type { DialectFolder } from "../Dialect.js"
import { patternList } from "./Patterns.js"

/** An entry of `nav` as written. */
export interface NavItem {
  readonly title?: string
  readonly target?: string
  readonly items?: ReadonlyArray<NavItem>
  readonly line: number
}

/** What the configuration says about the pages. */
export interface MkDocsConfig {
  /** The path of the configuration. */
  readonly path: string
  /** The folder of the pages. */
  readonly root: string
  readonly nav: { readonly file: string; readonly items: ReadonlyArray<NavItem> } | undefined
  readonly hasDirectoryUrls: boolean
  /** Whether the index of a section is the page of the section. */
  readonly hasIndexes: boolean
  /** Whether a page is left out; paths are relative to the folder of the pages. */
  readonly isExcluded: (path: string) => boolean
  readonly isNotInNav: (path: string) => boolean
  /** Former paths of pages, and the present ones. */
  readonly redirects: ReadonlyMap<string, string>
  readonly problems: ReadonlyArray<Problem>
}

/** A file of the configuration. */
interface Source {
  readonly file: string
  readonly values: YAMLMap | undefined
  readonly lines: LineCounter
}

const textOf = (node: unknown): string | undefined =>
  isScalar(node) && node.value !== null ? String(node.value) : undefined

const at = (node: unknown, key: string): unknown => (isMap(node) ? node.get(key, true) : undefined)

/** How many configurations may inherit from one another. */
const inheritanceLimit = 5

/** How deep a navigation may nest. */
const depthLimit = 30

const navItems = (node: unknown, lines: LineCounter, depth: number): ReadonlyArray<NavItem> => {
  if (depth > depthLimit) return []
  if (isSeq(node)) return node.items.flatMap((item) => navItems(item, lines, depth))
  const lineOf = (each: { readonly range?: readonly [number, number, number] | null }): number =>
    lines.linePos(each.range?.[0] ?? 0).line
  if (isScalar(node)) {
    const target = textOf(node)
    return target === undefined || target === "" ? [] : [{ target, line: lineOf(node) }]
  }
  if (!isMap(node)) return []
  return node.items.flatMap(({ key, value }): ReadonlyArray<NavItem> => {
    const title = textOf(key)
    if (title === undefined || !isScalar(key)) return []
    const line = lineOf(key)
    if (isSeq(value) || isMap(value)) return [{ title, line, items: navItems(value, lines, depth + 1) }]
    const target = textOf(value)
    return target === undefined || target === "" ? [] : [{ title, target, line }]
  })
}

/** The configuration of a folder: at its top, or the only one in it. */
const configPath = (folder: DialectFolder): string | undefined => {
  const top = ["mkdocs.yml", "mkdocs.yaml"].find((path) => folder.paths.has(path))
  if (top !== undefined) return top
  const found = [...folder.paths].filter((path) => /^mkdocs\.ya?ml$/.test(basename(path)))
  return found.length === 1 ? found[0] : undefined
}

const sourcesOf = (folder: DialectFolder, path: string, problems: Array<Problem>): ReadonlyArray<Source> => {
  const sources: Array<Source> = []
  for (let file: string | undefined = path; file !== undefined && sources.length < inheritanceLimit; ) {
    const text = folder.text(file)
    if (text === undefined) break
    const { document, lines } = readYaml(text)
    const error = document.errors.find(({ code }) => code !== "DUPLICATE_KEY")
    if (error !== undefined) {
      const { line } = lines.linePos(error.pos[0])
      problems.push({ file, line, message: `invalid YAML: ${error.message}`, severity: "error" })
    }
    const values = error === undefined && isMap(document.contents) ? document.contents : undefined
    sources.push({ file, values, lines })
    const inherited = textOf(at(values, "INHERIT"))
    file = inherited === undefined ? undefined : join(directory(file), inherited)
  }
  return sources
}

/** The options of a plugin, in the list or the map of plugins. */
const pluginOptions = (plugins: unknown, name: string): unknown =>
  isSeq(plugins)
    ? plugins.items.map((item) => at(item, name)).find((options) => options !== undefined)
    : at(plugins, name)

const redirectsOf = (plugins: unknown): ReadonlyMap<string, string> => {
  const maps = at(pluginOptions(plugins, "redirects"), "redirect_maps")
  const found = new Map<string, string>()
  for (const { key, value } of isMap(maps) ? maps.items : []) {
    const [from, to] = [textOf(key), textOf(value)]
    if (from !== undefined && to !== undefined) found.set(from, to)
  }
  return found
}

/** Reads the configuration of a folder; `undefined` if it has none, or several in other folders. */
export const readMkDocsConfig = (folder: DialectFolder): MkDocsConfig | undefined => {
  const path = configPath(folder)
  if (path === undefined) return undefined
  const problems: Array<Problem> = []
  const sources = sourcesOf(folder, path, problems)
  const value = (key: string): unknown =>
    sources.map(({ values }) => at(values, key)).find((found) => found !== undefined)
  const stated = textOf(value("docs_dir")) ?? "docs"
  const root = join(directory(path), stated)
  if (root === undefined) {
    problems.push({ file: path, message: `docs_dir: ${stated} is outside of the folder`, severity: "error" })
  }
  const source = sources.find(({ values }) => at(values, "nav") !== undefined)
  const items = source === undefined ? [] : navItems(at(source.values, "nav"), source.lines, 0)
  const features = at(value("theme"), "features")
  const [excluded, drafts] = ["exclude_docs", "draft_docs"].map((key) => patternList(textOf(value(key))))
  return {
    path,
    root: root ?? join(directory(path), "docs") ?? "",
    nav: source === undefined || items.length === 0 ? undefined : { file: source.file, items },
    hasDirectoryUrls: textOf(value("use_directory_urls"))?.toLowerCase() !== "false",
    hasIndexes: isSeq(features) && features.items.some((each) => textOf(each) === "navigation.indexes"),
    isExcluded: (page) => excluded!(page) || drafts!(page),
    isNotInNav: patternList(textOf(value("not_in_nav"))),
    redirects: redirectsOf(value("plugins")),
    problems
  }
}
