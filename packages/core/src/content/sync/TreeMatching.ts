/** Matches the parts of a tree with the items of a space, so that they keep their ids. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { IdsService } from "../../foundation/ids/Ids.js"
import { idForm } from "../git-layout/Spelling.js"
import type { CurrentItems } from "../items/CurrentItems.js"
import type { PageItem } from "../items/Item.js"
import { childrenOf } from "../reading/PageTree.js"
import { type OldText, pairIdentical, recogniseMoved } from "./MovedTexts.js"
import type { SpaceTree, TreePage, TreeReference } from "./SpaceTree.js"
import type { TakenTreeFile } from "./TreeFiles.js"

/** The id of every part of a tree, by its key; the kinds are separate, as a file may be both a page and linked to. */
export interface Matched {
  readonly pages: Map<string, string>
  readonly files: Map<string, string>
  readonly reusableContents: Map<string, string>
}

/** Git's id of a file without content. */
const emptyBlob = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"

interface Part {
  readonly key: string
  readonly oid: string | undefined
}

interface Item {
  readonly id: string
  readonly git?: { readonly oid: string }
}

/**
 * The paths that the items of a space are exported to, by their id form; the texts of the layout itself, by path; and
 * the texts of some of the items as they are exported.
 */
export interface ExportedTexts {
  readonly paths: ReadonlyMap<string, string>
  readonly layout: (path: string) => string | undefined
  readonly read: (forms: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<OldText>, Unavailable>
}

/**
 * Finds the item of each part, and gives new ids to parts that have none: by path, then, among the remaining items, by
 * blob id, and texts by their content.
 */
export const match = (
  tree: SpaceTree<TakenTreeFile>,
  current: CurrentItems,
  exported: ExportedTexts,
  ids: IdsService
): Effect.Effect<Matched, Unavailable> =>
  Effect.gen(function* () {
    const { paths } = exported
    const documents = treeDocuments(tree.pages)
    const parts = (list: ReadonlyArray<{ key: string; git?: { oid: string } }>) =>
      list.map(({ key, git }) => ({ key, oid: git?.oid }))
    const files = recognise(parts(tree.files), current.files, (id) => paths.get(idForm("file", id)))
    const storedDocuments = current.pages.filter(({ type }) => type === "document")
    const pages = recognise(parts(documents), storedDocuments, (id) => paths.get(idForm("page", id)))
    const reusableContents = recognise(parts(tree.reusableContents), current.reusableContents, (id) =>
      paths.get(idForm("reusable-content", id))
    )
    const matched = { pages, files, reusableContents }
    yield* recogniseTexts("page", documents, storedDocuments, matched, exported)
    yield* recogniseTexts("reusable-content", tree.reusableContents, current.reusableContents, matched, exported)
    matchOthers(tree.pages, childrenOf(current.pages), pages)
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
    return matched
  })

/** The id of a reference's target. */
export const idOf =
  (matched: Matched) =>
  (kind: TreeReference["kind"], key: string): string | undefined =>
    (kind === "page" ? matched.pages : kind === "file" ? matched.files : matched.reusableContents).get(key)

/** The pages of a tree that come from files. */
const treeDocuments = (pages: ReadonlyArray<TreePage>): ReadonlyArray<TreePage> =>
  pages.flatMap((page) => [...(hasFile(page) ? [page] : []), ...treeDocuments(page.pages)])

/** Adds the parts recognised by their text among those that nothing else recognised. */
const recogniseTexts = (
  kind: "page" | "reusable-content",
  parts: ReadonlyArray<Pick<TreePage, "key" | "markdown" | "references">>,
  items: ReadonlyArray<Item>,
  matched: Matched,
  exported: ExportedTexts
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const found = kind === "page" ? matched.pages : matched.reusableContents
    const taken = new Set(found.values())
    const left = items.filter(({ id }) => !taken.has(id))
    const texts = parts
      .filter(({ key }) => !found.has(key))
      .map(({ key, markdown, references }) => ({ key, markdown: markdown ?? "", references: references ?? [] }))
    if (left.length === 0 || texts.length === 0) return
    const kept = new Set([...matched.pages.values(), ...matched.files.values(), ...matched.reusableContents.values()])
    const known = { idOf: idOf(matched), isKept: (id: string) => kept.has(id) }
    const old = yield* exported.read(left.map(({ id }) => idForm(kind, id)))
    for (const [key, id] of yield* recogniseMoved(texts, old, known)) found.set(key, id)
  })

/**
 * Whether a page comes from a file. Groups and links do not, nor does the page of a folder that has no text of its own.
 */
const hasFile = (page: TreePage): boolean => page.type === "document" && page.git !== undefined

/** Every key of a list of pages and of their descendants. */
const allKeys = (pages: ReadonlyArray<TreePage>): ReadonlyArray<string> =>
  pages.flatMap((page) => [page.key, ...allKeys(page.pages)])

/** By path first; the remaining items by blob id: a file that was moved and not edited. */
const recognise = <I extends Item>(
  parts: ReadonlyArray<Part>,
  items: ReadonlyArray<I>,
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
  const moved = pairIdentical(
    parts.filter(({ key }) => !found.has(key)),
    items.filter(({ id }) => !taken.has(id)),
    ({ oid }) => (oid === emptyBlob ? undefined : oid),
    ({ git }) => git?.oid,
    ({ id }) => pathOf(id)
  )
  for (const [{ key }, { id }] of moved) found.set(key, id)
  return found
}

/** Pages without a file are recognised among their siblings by type and title, in order. */
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
