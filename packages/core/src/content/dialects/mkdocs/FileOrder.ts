/** The pages of folders in the order of MkDocs where no navigation states another one, or `.pages` files do. */
import { isYamlMap, type YamlValue } from "../../../text/markdown/FrontMatter.js"
import { fileSlug } from "../../../text/markdown/Slug.js"
import { parseYaml } from "../../../text/markdown/Yaml.js"
import { humanize } from "../../git-layout/Folder.js"
import type { FolderTree } from "../../git-layout/FolderTree.js"
import type { Entry } from "../../git-layout/Outline.js"
import { basename, directory, isReadme, pageName } from "../../git-layout/Paths.js"
import type { DialectFolder } from "../Dialect.js"

/** The title of a folder, as MkDocs makes it. */
export const folderTitle = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, " ")
  return words.toLowerCase() === words ? words.charAt(0).toUpperCase() + words.slice(1) : words
}

/** The entry of a page. `label` is what the navigation calls it. */
export const pageEntry = (
  path: string,
  label: string | undefined,
  entries: ReadonlyArray<Entry> = [],
  line?: number
): Entry => {
  const name = pageName(path)
  return {
    type: "document",
    key: path,
    path,
    title: label ?? humanize(name),
    ...(label !== undefined && { label }),
    slug: fileSlug(name),
    ...(line !== undefined && { line }),
    entries
  }
}

/** What a `.pages` file says about its folder. */
interface FolderNote {
  readonly title: string | undefined
  readonly isHidden: boolean
  readonly order: ReadonlyArray<readonly [name: string, label: string | undefined]>
}

const orderOf = (value: YamlValue | undefined): FolderNote["order"] => {
  const items: ReadonlyArray<YamlValue> = Array.isArray(value) ? value : []
  return items.flatMap((item): FolderNote["order"] => {
    if (typeof item === "string") return [[item, undefined]]
    if (!isYamlMap(item)) return []
    return Object.entries(item).flatMap(([label, name]): FolderNote["order"] =>
      typeof name === "string" ? [[name, label]] : []
    )
  })
}

const noteOf = ({ text }: DialectFolder, path: string): FolderNote => {
  const { values } = parseYaml(text(path === "" ? ".pages" : `${path}/.pages`) ?? "")
  return {
    title: typeof values.title === "string" ? values.title : undefined,
    isHidden: values.hide === "true",
    order: orderOf(values.nav ?? values.arrange)
  }
}

const isBefore = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

interface Named {
  readonly name: string
  readonly entry: Entry
}

/** Names in a stated order; `...` are those that it does not state, and without one those are left out. */
const arranged = (named: ReadonlyArray<Named>, order: FolderNote["order"]): ReadonlyArray<Entry> => {
  if (order.length === 0) return named.map(({ entry }) => entry)
  const stated = new Set(order.map(([name]) => name))
  return order.flatMap(([name, label]) => {
    if (name.startsWith("...")) return named.filter((each) => !stated.has(each.name)).map(({ entry }) => entry)
    const found = named.find((each) => each.name === name.replace(/\/$/, ""))
    if (found === undefined) return []
    return label === undefined ? [found.entry] : [{ ...found.entry, title: label, label }]
  })
}

/** The context of {@link fileOrder}: the folder, and whether the index of a section is its page. */
interface FileOrderContext {
  readonly folder: DialectFolder
  readonly hasIndexes: boolean
}

/**
 * The entries of a folder: its index, its other pages and then its folders, each by their names. A folder is a group at
 * the top and an empty page elsewhere, or the page of its index where the navigation has such pages.
 */
export const fileOrder = (tree: FolderTree, isTop: boolean, context: FileOrderContext): ReadonlyArray<Entry> => {
  const { order } = noteOf(context.folder, tree.path)
  const files = [...tree.files].sort(
    (left, right) => Number(isReadme(right)) - Number(isReadme(left)) || isBefore(basename(left), basename(right))
  )
  const folders = [...tree.folders].sort(([left], [right]) => isBefore(left, right))
  const named: ReadonlyArray<Named> = [
    ...files.map((path) => ({ name: basename(path), entry: pageEntry(path, undefined) })),
    ...folders.flatMap(([name, inner]) => folderEntry(inner, name, isTop, context).map((entry) => ({ name, entry })))
  ]
  return arranged(named, order)
}

/** The entry of the index of a folder. */
export const indexIn = (entries: ReadonlyArray<Entry>, folder: string): Entry | undefined =>
  entries.find(({ path }) => path !== undefined && isReadme(path) && directory(path) === folder)

/** The entry of a folder; none if it has no pages. */
const folderEntry = (
  tree: FolderTree,
  name: string,
  isTop: boolean,
  context: FileOrderContext
): ReadonlyArray<Entry> => {
  const note = noteOf(context.folder, tree.path)
  const entries = fileOrder(tree, false, context)
  if (entries.length === 0 || note.isHidden) return []
  const title = note.title ?? folderTitle(name)
  const own = context.hasIndexes ? indexIn(entries, tree.path) : undefined
  if (own?.path !== undefined) {
    const others = entries.filter((entry) => entry !== own)
    return [pageEntry(own.path, title, others)]
  }
  const key = `${tree.path}/`
  if (isTop) return [{ type: "group", key, title, entries }]
  return [{ type: "document", key, title, slug: fileSlug(name), entries }]
}
