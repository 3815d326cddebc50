/** MkDocs, and Material for MkDocs. */
import { folderTree } from "../../git-layout/FolderTree.js"
import type { Entry } from "../../git-layout/Outline.js"
import { basename, directory, isMarkdown, isReadme } from "../../git-layout/Paths.js"
import { entriesByKey, isUnder } from "../../git-layout/ReadOutline.js"
import type { Dialect, DialectFolder, DialectOutline } from "../Dialect.js"
import { addressesOf } from "./Addresses.js"
import { fileOrder, pageEntry } from "./FileOrder.js"
import { type MkDocsConfig, readMkDocsConfig } from "./MkDocsConfig.js"
import { mkdocsReading } from "./MkDocsReading.js"
import { navOutline } from "./NavOutline.js"

/** The path of a page in the folder of the pages. */
const inside = (root: string, path: string): string => (root === "" ? path : path.slice(root.length + 1))

/** The pages of a folder: no hidden ones, no templates, and of a README and an index in the same folder the index. */
const pagesOf = ({ paths }: DialectFolder, { isExcluded, root }: MkDocsConfig): ReadonlySet<string> => {
  const pages = new Set<string>()
  for (const path of paths) {
    if (!isMarkdown(path) || !isUnder(root, path)) continue
    const name = inside(root, path)
    if (/(?:^|\/)\./.test(name) || name.startsWith("templates/") || isExcluded(name)) continue
    const index = directory(path) === "" ? "index.md" : `${directory(path)}/index.md`
    if (isReadme(path) && basename(path) !== "index.md" && paths.has(index)) continue
    pages.add(path)
  }
  return pages
}

/** The first page of the site, if no navigation lists it. */
const homeOf = (
  entries: ReadonlyArray<Entry>,
  pages: ReadonlySet<string>,
  { isNotInNav, root }: MkDocsConfig
): ReadonlyArray<Entry> => {
  const home = [...pages].find((path) => directory(path) === root && isReadme(path))
  if (home === undefined || isNotInNav(inside(root, home)) || entriesByKey(entries).has(home)) return []
  return [pageEntry(home, undefined)]
}

const outline = (folder: DialectFolder): DialectOutline | undefined => {
  const config = readMkDocsConfig(folder)
  if (config === undefined) return undefined
  const { hasIndexes, isNotInNav, nav, path, root } = config
  const pages = pagesOf(folder, config)
  const aliases = addressesOf(pages, config)
  if (nav === undefined) {
    const shown = [...pages].filter((page) => !isNotInNav(inside(root, page)))
    const entries = fileOrder(folderTree(shown, root), true, { folder, hasIndexes })
    return { root, table: path, entries, aliases, problems: config.problems }
  }
  const { entries, problems } = navOutline(nav, config, folder, pages)
  return {
    root,
    table: nav.file,
    entries: [...homeOf(entries, pages, config), ...entries],
    aliases,
    problems: [...config.problems, ...problems]
  }
}

/** The dialect of MkDocs. */
export const mkdocs: Dialect = {
  reading: mkdocsReading,
  markup: ["containers", "admonitions", "tabs", "attribute-lists", "icons"],
  isCertain: (paths) => [...paths].some((path) => /^mkdocs\.ya?ml$/.test(basename(path))),
  outline
}
