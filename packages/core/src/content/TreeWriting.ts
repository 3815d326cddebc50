/** Puts a matched tree into a draft. */
import { Effect } from "effect"
import type { Unavailable } from "../errors/Errors.js"
import { toStored } from "../git-layout/Spelling.js"
import { slug as slugOf, unique } from "../markdown/Slug.js"
import type { DocumentRepositoryService } from "./DocumentRepository.js"
import type { Draft } from "./Draft.js"
import { FileId } from "./File.js"
import { fileItem, type TakenFile } from "./FileItems.js"
import type { PageItem, RedirectsItem, VariablesItem } from "./Item.js"
import { type LinkTarget, type PageCover, PageId } from "./Page.js"
import { joinPath } from "./PagePlacement.js"
import { arrange } from "./Positions.js"
import type { SpaceTree, TreePage } from "./SpaceTree.js"
import { type CurrentItems, idOf, type Matched } from "./TreeMatching.js"

/** What writing a tree needs; `taken` are the files, by key. */
export interface TreeTarget {
  readonly draft: Draft
  readonly documents: DocumentRepositoryService
  readonly space: string
  readonly at: string
  readonly taken: ReadonlyMap<string, TakenFile>
  readonly onProgress: (done: number, total: number) => void
}

/** Fills the draft so that it equals the tree: parts are put, and what the tree lacks is removed. */
export const writeTree = (
  target: TreeTarget,
  tree: SpaceTree,
  current: CurrentItems,
  matched: Matched
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const { draft, documents, space, at } = target
    const known = new Map(current.pages.map((page) => [page.id as string, page]))
    const since = new Map(
      [...current.files, ...current.reusableContents].map((item) => [item.id as string, item.createdAt])
    )
    const referenced = idOf(matched)
    const total = matched.pages.size + tree.files.length + tree.reusableContents.length
    let done = 0
    const progress = () => target.onProgress(++done, total)

    for (const file of tree.files) {
      const id = FileId.make(matched.files.get(file.key) ?? "")
      const taken = target.taken.get(file.key)
      if (taken !== undefined) {
        const item = fileItem(id, taken, since.get(id) ?? at)
        yield* draft.put({ ...item, ...(file.git !== undefined && { git: file.git }) })
      }
      progress()
    }
    for (const part of tree.reusableContents) {
      const id = matched.reusableContents.get(part.key) ?? ""
      const { markdown, spellings } = toStored(part.markdown, part.references ?? [], referenced, part.key)
      yield* draft.put({
        kind: "reusable-content",
        id,
        title: part.title,
        document: yield* documents.put(space, markdown),
        createdAt: since.get(id) ?? at,
        updatedAt: at,
        ...(part.git !== undefined && { git: part.git }),
        ...(spellings !== undefined && { spellings })
      })
      progress()
    }

    const writePages = (
      pages: ReadonlyArray<TreePage>,
      parent: PageId | "",
      above: string
    ): Effect.Effect<void, Unavailable> =>
      Effect.gen(function* () {
        const pageId = (page: TreePage) => PageId.make(matched.pages.get(page.key) ?? "")
        const positions = arrange(
          pages.map((page) => {
            const before = known.get(pageId(page))
            return before?.parent === parent ? { position: before.position } : {}
          })
        )
        const taken = new Set<string>()
        for (const [index, page] of pages.entries()) {
          const id = pageId(page)
          const before = known.get(id)
          const slug = page.type === "link" ? "" : unique(page.slug ?? slugOf(page.title), taken)
          taken.add(slug)
          const path = page.type === "link" ? "" : joinPath(above, slug)
          const body =
            page.markdown === undefined
              ? undefined
              : toStored(page.markdown, page.references ?? [], referenced, page.key)
          const item: PageItem = {
            kind: "page",
            id,
            type: page.type,
            parent,
            position: positions[index] ?? "",
            slug,
            path,
            title: page.title,
            createdAt: before?.createdAt ?? at,
            updatedAt: before?.updatedAt ?? at,
            ...(body !== undefined && { document: yield* documents.put(space, body.markdown) }),
            ...(body?.spellings !== undefined && { spellings: body.spellings }),
            ...pick(page, [
              "description",
              "emoji",
              "icon",
              "hidden",
              "noIndex",
              "noRobotsIndex",
              "condition",
              "layout",
              "variables",
              "computed",
              "git"
            ]),
            ...(page.cover !== undefined && { cover: coverOf(page.cover, matched) }),
            ...(page.target !== undefined && { target: targetOf(page.target, matched) })
          }
          yield* draft.put(item)
          progress()
          yield* writePages(page.pages, id, page.type === "link" ? above : path)
        }
      })
    yield* writePages(tree.pages, "", "")

    const kept = new Set([...matched.pages.values(), ...matched.files.values(), ...matched.reusableContents.values()])
    for (const item of [...current.pages, ...current.files, ...current.reusableContents]) {
      if (!kept.has(item.id)) yield* draft.remove(item.id)
    }
    if (tree.source !== undefined) yield* draft.put({ kind: "source", id: "source", values: tree.source })
    yield* putOrRemove(draft, { kind: "variables", id: "variables", values: tree.variables })
    const redirects = Object.entries(tree.redirects).flatMap(([from, key]) => {
      const id = matched.pages.get(key)
      return id === undefined ? [] : [[from, PageId.make(id)] as const]
    })
    yield* putOrRemove(draft, { kind: "redirects", id: "redirects", values: Object.fromEntries(redirects) })
  })

const putOrRemove = (draft: Draft, item: VariablesItem | RedirectsItem): Effect.Effect<void, Unavailable> =>
  Object.keys(item.values).length === 0 ? draft.remove(item.id) : draft.put(item)

const pick = <A extends object, K extends keyof A>(source: A, keys: ReadonlyArray<K>): Partial<Pick<A, K>> => {
  const picked: Partial<Pick<A, K>> = {}
  for (const key of keys) if (source[key] !== undefined) picked[key] = source[key]
  return picked
}

const fileReference = <R extends { readonly kind: "file"; readonly file: FileId } | { readonly kind: "url" }>(
  reference: R,
  matched: Matched
): R => {
  if (reference.kind !== "file") return reference
  const id = matched.files.get(reference.file)
  return id === undefined ? reference : { ...reference, file: FileId.make(id) }
}

const coverOf = (cover: PageCover, matched: Matched): PageCover => ({
  ...cover,
  ...(cover.ref !== undefined && { ref: fileReference(cover.ref, matched) }),
  ...(cover.refDark !== undefined && { refDark: fileReference(cover.refDark, matched) })
})

const targetOf = (target: LinkTarget, matched: Matched): LinkTarget => {
  if (target.kind === "page") return { ...target, page: PageId.make(matched.pages.get(target.page) ?? target.page) }
  return target.kind === "file" ? fileReference(target, matched) : target
}
