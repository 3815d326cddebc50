/** Which parts of a tree are which items of a space, so that they keep their ids. */
import { Effect } from "effect"
import { idForm } from "../git-layout/Spelling.js"
import type { IdsService } from "../ids/Ids.js"
import type { FileItem, PageItem, RedirectsItem, ReusableContentItem, SourceItem, VariablesItem } from "./Item.js"
import { childrenOf } from "./PageTree.js"
import type { SpaceTree, TreePage } from "./SpaceTree.js"

/** The items of a space at its head. */
export interface CurrentItems {
  readonly pages: ReadonlyArray<PageItem>
  readonly files: ReadonlyArray<FileItem>
  readonly reusableContents: ReadonlyArray<ReusableContentItem>
  readonly variables?: VariablesItem
  readonly redirects?: RedirectsItem
  readonly source?: SourceItem
}

/** The id of every part of a tree, by its key; the kinds are apart, as a file may be both a page and linked to. */
export interface Matched {
  readonly pages: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, string>
  readonly reusableContents: ReadonlyMap<string, string>
}

interface Part {
  readonly key: string
  readonly oid: string | undefined
}

/**
 * Finds the item of each part, and gives new ids to those that have none. `paths` are where items are exported to, by
 * their id form.
 */
export const match = (
  tree: SpaceTree,
  current: CurrentItems,
  paths: ReadonlyMap<string, string>,
  ids: IdsService
): Effect.Effect<Matched> =>
  Effect.gen(function* () {
    const documents: Array<Part> = []
    const collect = (pages: ReadonlyArray<TreePage>): void => {
      for (const page of pages) {
        if (hasFile(page)) documents.push({ key: page.key, oid: page.git?.oid })
        collect(page.pages)
      }
    }
    collect(tree.pages)
    const parts = (list: ReadonlyArray<{ key: string; git?: { oid: string } }>) =>
      list.map(({ key, git }) => ({ key, oid: git?.oid }))
    const pages = recognise(
      documents,
      current.pages.filter(({ type }) => type === "document"),
      (id) => paths.get(idForm("page", id))
    )
    matchOthers(tree.pages, childrenOf(current.pages), pages)
    const files = recognise(parts(tree.files), current.files, (id) => paths.get(idForm("file", id)))
    const reusableContents = recognise(parts(tree.reusableContents), current.reusableContents, (id) =>
      paths.get(idForm("reusable-content", id))
    )
    const complete = (keys: Iterable<string>, found: Map<string, string>) =>
      Effect.forEach(keys, (key) => (found.has(key) ? Effect.void : Effect.map(ids.next, (id) => found.set(key, id))), {
        discard: true
      })
    yield* complete(allKeys(tree.pages), pages)
    yield* complete(
      tree.files.map(({ key }) => key),
      files
    )
    yield* complete(
      tree.reusableContents.map(({ key }) => key),
      reusableContents
    )
    return { pages, files, reusableContents }
  })

/** Whether a page comes from a file. Groups and links do not, nor does the page of a folder that has none of its own. */
const hasFile = (page: TreePage): boolean => page.type === "document" && page.git !== undefined

/** Every key of a list of pages and of those below them. */
const allKeys = (pages: ReadonlyArray<TreePage>): ReadonlyArray<string> =>
  pages.flatMap((page) => [page.key, ...allKeys(page.pages)])

/** By path first; what is left by its blob id, where that is unambiguous: a file that was moved and not edited. */
const recognise = (
  parts: ReadonlyArray<Part>,
  items: ReadonlyArray<{ readonly id: string; readonly git?: { readonly oid: string } }>,
  pathOf: (id: string) => string | undefined
): Map<string, string> => {
  const found = new Map<string, string>()
  const byPath = new Map<string, string>()
  for (const { id } of items) {
    const path = pathOf(id)
    if (path !== undefined) byPath.set(path, id)
  }
  for (const { key } of parts) {
    const id = byPath.get(key)
    if (id !== undefined) found.set(key, id)
  }
  const taken = new Set(found.values())
  const byBlob = new Map<string, string | undefined>()
  for (const { id, git } of items) {
    if (git !== undefined && !taken.has(id)) byBlob.set(git.oid, byBlob.has(git.oid) ? undefined : id)
  }
  for (const { key, oid } of parts) {
    const id = found.has(key) || oid === undefined ? undefined : byBlob.get(oid)
    if (id === undefined || oid === undefined) continue
    found.set(key, id)
    byBlob.delete(oid)
  }
  return found
}

/** What has no file is recognised among its siblings by type and title, in order. */
const matchOthers = (
  pages: ReadonlyArray<TreePage>,
  children: ReadonlyMap<string, ReadonlyArray<PageItem>>,
  found: Map<string, string>,
  parent = ""
): void => {
  const taken = new Set(found.values())
  const free = (children.get(parent) ?? []).filter(({ id }) => !taken.has(id))
  for (const page of pages) {
    if (!hasFile(page)) {
      const index = free.findIndex(({ type, title }) => type === page.type && title === page.title)
      const [item] = index < 0 ? [] : free.splice(index, 1)
      if (item !== undefined) found.set(page.key, item.id)
    }
    matchOthers(page.pages, children, found, found.get(page.key) ?? "\u0000")
  }
}
