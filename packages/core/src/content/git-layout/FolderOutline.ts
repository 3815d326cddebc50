/** The pages of a folder that has no table of contents: its files and folders in the order of their names. */
import { fileSlug } from "../../text/markdown/Slug.js"
import { humanize } from "./Folder.js"
import { type FolderTree, folderTree } from "./FolderTree.js"
import type { Entry } from "./Outline.js"
import { compareNames, pageName } from "./Paths.js"
import { folderPages } from "./Resolver.js"

/**
 * The outline of the markdown files under a root. A folder is the page of its README (or index, or the file of the same
 * name next to it); without one it is a group at the root, an empty page elsewhere. Pages come before groups.
 */
export const folderOutline = (paths: ReadonlyArray<string>, root: string): ReadonlyArray<Entry> => {
  const pages = folderPages(paths)
  const document = (path: string, entries: ReadonlyArray<Entry>): Entry => ({
    type: "document",
    key: path,
    path,
    title: humanize(pageName(path)),
    slug: fileSlug(pageName(path)),
    entries
  })
  const children = (folder: FolderTree): ReadonlyArray<Entry> => {
    const own = pages.get(folder.path)
    const named: Array<{ readonly name: string; readonly entry: Entry }> = []
    const beside = new Map<string, FolderTree>()
    for (const [name, child] of folder.folders) {
      const file = folder.files.find((path) => path !== own && pageName(path) === name)
      if (file !== undefined && pages.get(child.path) === undefined) beside.set(file, child)
      else named.push({ name, entry: folderEntry(child, name, folder.path === root) })
    }
    for (const path of folder.files) {
      if (path === own) continue
      const child = beside.get(path)
      named.push({ name: pageName(path), entry: document(path, child === undefined ? [] : children(child)) })
    }
    named.sort((left, right) => compareNames(left.name, right.name) || compareNames(left.entry.key, right.entry.key))
    return named.map(({ entry }) => entry)
  }
  const folderEntry = (folder: FolderTree, name: string, atRoot: boolean): Entry => {
    const page = pages.get(folder.path)
    const entries = children(folder)
    if (page !== undefined) return document(page, entries)
    const key = `${folder.path}/`
    const title = humanize(name)
    if (atRoot) return { type: "group", key, title, entries }
    return { type: "document", key, title, slug: fileSlug(name), entries }
  }
  const top = folderTree(paths, root)
  const home = pages.get(root)
  const entries = children(top)
  return [
    ...(home === undefined ? [] : [document(home, [])]),
    ...entries.filter((entry) => entry.type !== "group"),
    ...entries.filter((entry) => entry.type === "group")
  ]
}
