/** The pages that the `nav` of MkDocs lists. */
import { slug as slugOf } from "../../../text/markdown/Slug.js"
import { FileId } from "../../files/File.js"
import type { Problem } from "../../git-layout/Folder.js"
import { folderTree } from "../../git-layout/FolderTree.js"
import { type Entry, keyMaker } from "../../git-layout/Outline.js"
import { basename, isMarkdown, isReadme, join } from "../../git-layout/Paths.js"
import { isUnder } from "../../git-layout/ReadOutline.js"
import { cutSuffix, isExternal } from "../../git-layout/Resolver.js"
import { PageId } from "../../pages/Page.js"
import type { DialectFolder } from "../Dialect.js"
import { fileOrder, folderTitle, indexIn, pageEntry } from "./FileOrder.js"
import type { MkDocsConfig, NavItem } from "./MkDocsConfig.js"

/** The paths that a navigation lists without an anchor. */
const listedPlainly = (items: ReadonlyArray<NavItem>, root: string): ReadonlySet<string | undefined> =>
  new Set(
    items.flatMap(
      ({ items = [], target }): ReadonlyArray<string | undefined> => [
        ...(target === undefined ? [] : [join(root, target)]),
        ...listedPlainly(items, root)
      ]
    )
  )

/** The entries of a navigation with the problems in it. */
export const navOutline = (
  { file, items }: NonNullable<MkDocsConfig["nav"]>,
  config: MkDocsConfig,
  folder: DialectFolder,
  pages: ReadonlySet<string>
): { readonly entries: ReadonlyArray<Entry>; readonly problems: ReadonlyArray<Problem> } => {
  const problems: Array<Problem> = []
  const report = (line: number, message: string, severity: Problem["severity"] = "error"): void => {
    problems.push({ file, line, message, severity })
  }
  const key = keyMaker()
  const plainly = listedPlainly(items, config.root)
  const listed = new Set<string>()

  const link = (
    { line, title }: NavItem,
    parent: string,
    target: NonNullable<Entry["target"]>,
    name: string
  ): Entry => ({
    type: "link",
    key: key("link", parent, title ?? name),
    title: title ?? name,
    target,
    line,
    entries: []
  })

  const section = (
    { line, title }: { readonly line: number; readonly title: string },
    entries: ReadonlyArray<Entry>,
    index: Entry | undefined,
    own: string,
    isTop: boolean
  ): Entry => {
    if (config.hasIndexes && index?.path !== undefined) {
      const others = entries.filter((entry) => entry !== index)
      return pageEntry(index.path, title === "" ? undefined : title, others, line)
    }
    const name = title === "" ? entries[0]!.title : title
    if (isTop) return { type: "group", key: own, title: name, line, entries }
    return { type: "document", key: own, title: name, slug: slugOf(name), line, entries }
  }

  /** The pages of a folder that is listed as one, as plugins for navigations do. */
  const listedFolder = (item: NavItem, path: string, parent: string, isTop: boolean): ReadonlyArray<Entry> => {
    const { line, title } = item
    const all = [...pages].filter((page) => isUnder(path, page))
    if (all.length === 0) report(line, `${item.target} does not exist`)
    const inside = all.filter((page) => !listed.has(page))
    if (inside.length === 0) return []
    for (const page of inside) listed.add(page)
    const entries = fileOrder(folderTree(inside, path), false, { folder, hasIndexes: config.hasIndexes })
    const name = title ?? folderTitle(basename(path))
    const own = key(isTop ? "group" : "page", parent, name)
    return [section({ line, title: name }, entries, indexIn(entries, path), own, isTop)]
  }

  const page = (item: NavItem, path: string, suffix: string, parent: string): Entry => {
    if (listed.has(path) || (suffix !== "" && plainly.has(path))) {
      if (suffix !== "")
        report(item.line, `${item.target}: the link leads to the page, its anchor stays in this file only`, "warning")
      else report(item.line, `${path} is listed twice; the second time it is a link to the page`, "warning")
      return link(item, parent, { kind: "page", page: PageId.make(path) }, basename(path))
    }
    listed.add(path)
    return pageEntry(path, item.title, [], item.line)
  }

  const build = (item: NavItem, parent: string, isTop: boolean): ReadonlyArray<Entry> => {
    const { line, target, title } = item
    if (item.items !== undefined) {
      const name = title ?? ""
      const own = key(isTop ? "group" : "page", parent, name)
      let index: Entry | undefined
      const entries = item.items.flatMap((each) => {
        const built = build(each, own, false)
        const path = each.target === undefined ? undefined : join(config.root, each.target)
        if (path !== undefined && isReadme(path)) index ??= built.find((entry) => entry.path === path)
        return built
      })
      return entries.length === 0 ? [] : [section({ line, title: name }, entries, index, own, isTop)]
    }
    if (target === undefined) return []
    if (isExternal(target) || target.startsWith("/")) {
      return [link(item, parent, { kind: "url", url: target }, target)]
    }
    const exact = join(config.root, target)
    const { path: cut, suffix } = cutSuffix(target)
    const [path, rest] = exact !== undefined && folder.paths.has(exact) ? [exact, ""] : [join(config.root, cut), suffix]
    if (path === undefined) {
      report(line, `${target} is outside of the folder`)
      return []
    }
    if (pages.has(path)) return [page(item, path, rest, parent)]
    if (folder.paths.has(path)) {
      if (!isMarkdown(path)) return [link(item, parent, { kind: "file", file: FileId.make(path) }, basename(path))]
      report(line, `${target} is excluded from the pages`, "warning")
      return []
    }
    return listedFolder(item, path, parent, isTop)
  }

  return { entries: items.flatMap((item) => build(item, "", true)), problems }
}
