/** Puts a matched tree into a draft. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { joinPath, slug as slugOf, unique } from "../../text/markdown/Slug.js"
import { parse } from "../../text/markdown/Yaml.js"
import type { Draft } from "../drafts/Draft.js"
import { arrange } from "../drafts/Positions.js"
import { FileId } from "../files/File.js"
import { fileItem } from "../files/FileItems.js"
import { configPath } from "../git-layout/Config.js"
import { idForm, toStored } from "../git-layout/Spelling.js"
import { variablesName } from "../git-layout/Variables.js"
import type { CurrentItems } from "../items/CurrentItems.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { FileItem, PageItem, RedirectsItem, ReusableContentItem, VariablesItem } from "../items/Item.js"
import { sameValue } from "../items/SameValue.js"
import { type LinkTarget, PageId } from "../pages/Page.js"
import type { PageCover } from "../pages/PageParts.js"
import type { LayoutSource, SpaceTree, TreePage } from "./SpaceTree.js"
import { storedSource } from "./StoredSource.js"
import type { TakenTreeFile } from "./TreeFiles.js"
import { type ExportedTexts, idOf, type Matched } from "./TreeMatching.js"

/** The target that a tree is written to. */
export interface TreeTarget {
  readonly draft: Draft
  readonly documents: DocumentRepositoryService
  readonly exported: ExportedTexts
  readonly space: string
  readonly at: string
  readonly onProgress: (done: number, total: number) => void
}

/** Fills the draft so that it equals the tree: parts are put, and items that the tree lacks are removed. */
export const writeTree = (
  target: TreeTarget,
  tree: SpaceTree<TakenTreeFile>,
  current: CurrentItems,
  matched: Matched
): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    const { draft, documents, space, at } = target
    const known = new Map<string, PageItem>(current.pages.map((page) => [page.id, page]))
    const files = new Map<string, FileItem>(current.files.map((file) => [file.id, file]))
    const parts = new Map(current.reusableContents.map((part) => [part.id, part]))
    const referenced = idOf(matched)
    const { exported } = target
    const { paths } = exported
    /**
     * Whether a text is exactly the export of the item at this place: then the item already has all of the text's
     * content.
     */
    const isExport = (
      kind: "page" | "reusable-content",
      id: string,
      { key, markdown }: Pick<TreePage, "key" | "markdown">
    ) => {
      const form = idForm(kind, id)
      if (markdown === undefined || paths.get(form) !== key) return Effect.succeed(false)
      return Effect.map(exported.read([form]), ([found]) => found?.raw === markdown)
    }
    const total = matched.pages.size + tree.files.length + tree.reusableContents.length
    let done = 0
    const progress = () => target.onProgress(++done, total)

    for (const file of tree.files) {
      const id = FileId.make(matched.files.get(file.key) ?? "")
      const before = files.get(id)
      if (before?.hash !== file.taken.hash || paths.get(idForm("file", id)) !== file.key) {
        const item = fileItem(id, file.taken, before?.createdAt ?? at)
        yield* draft.put({ ...item, ...(file.git !== undefined && { git: file.git }) })
      }
      progress()
    }
    for (const part of tree.reusableContents) {
      const id = matched.reusableContents.get(part.key) ?? ""
      const before = parts.get(id)
      const { markdown, spellings } = toStored(part.markdown, part.references ?? [], referenced, part.key)
      const item: ReusableContentItem = {
        kind: "reusable-content",
        id,
        title: part.title,
        document: yield* documents.put(space, markdown),
        createdAt: before?.createdAt ?? at,
        updatedAt: at,
        ...(part.git !== undefined && { git: part.git }),
        ...(spellings !== undefined && { spellings })
      }
      if (!sameValue(before, item) && !(yield* isExport("reusable-content", id, part))) yield* draft.put(item)
      progress()
    }

    const hasTable = tree.source?.table !== undefined || tree.source?.dialect !== undefined
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
          const isEmpty = page.git === undefined && before !== undefined
          // Front matter that cannot be read says nothing about the fields, so a hidden page stays hidden.
          const isUnknown = isEmpty || parse(page.markdown ?? "").problems.length > 0
          const stays = isEmpty || paths.get(idForm("page", id)) === page.key
          // The table of contents has the labels of its links, and none of anything else.
          const isLabelled = hasTable && (page.type === "link" || page.git !== undefined)
          const label = isLabelled ? page.label : before?.label
          // It names the slug of a group that has another one than its title.
          const isNamed = hasTable && page.type === "group" && page.slug !== undefined
          const wanted = (stays && !isNamed ? before?.slug : undefined) ?? page.slug ?? slugOf(page.title)
          const slug = page.type === "link" ? "" : unique(wanted, taken)
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
            ...(label !== undefined && { label }),
            createdAt: before?.createdAt ?? at,
            updatedAt: before?.updatedAt ?? at,
            ...(body !== undefined && { document: yield* documents.put(space, body.markdown) }),
            ...(before !== undefined && isUnknown && pick(before, fieldsOfEntries)),
            ...(body?.spellings !== undefined && { spellings: body.spellings }),
            ...pick(page, [...statedFields, "computed", "git", "dialect"]),
            ...(page.cover !== undefined && { cover: coverOf(page.cover, matched) }),
            ...(page.target !== undefined && { target: targetOf(page.target, matched) })
          }
          const isSame = before !== undefined && (sameValue(before, item) || (yield* isExport("page", id, page)))
          if (isSame) {
            const { dialect: _, label: __, ...rest } = before
            const ofFolder = { ...(label !== undefined && { label }), ...pick(page, ["dialect"]) }
            yield* draft.put({ ...rest, parent, position: item.position, slug, path, ...ofFolder })
          } else yield* draft.put(item)
          progress()
          yield* writePages(page.pages, id, page.type === "link" ? above : path)
        }
      })
    yield* writePages(tree.pages, "", "")

    const kept = new Set([...matched.pages.values(), ...matched.files.values(), ...matched.reusableContents.values()])
    for (const item of [...current.pages, ...current.files, ...current.reusableContents]) {
      if (!kept.has(item.id)) yield* draft.remove(item.id)
    }
    if (tree.source !== undefined && !isExportedLayout(tree.source, exported, current.source?.values)) {
      yield* draft.put({ kind: "source", id: "source", values: storedSource(tree.source, matched.pages) })
    }
    yield* putOrRemove(draft, { kind: "variables", id: "variables", values: tree.variables })
    const redirects = Object.entries(tree.redirects).flatMap(([from, key]) => {
      const id = matched.pages.get(key)
      return id === undefined ? [] : [[from, PageId.make(id)] as const]
    })
    yield* putOrRemove(draft, { kind: "redirects", id: "redirects", values: Object.fromEntries(redirects) })
  })

/** The fields of a page that a tree states as they are stored. */
const statedFields = [
  "description",
  "emoji",
  "icon",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "layout",
  "variables"
] as const

/** The fields of a page without a file that the table of contents does not contain. */
const fieldsOfEntries = [...statedFields, "cover"] as const

/** The labels that pages got from the entries of a table. */
const labelsOf = (table: LayoutSource["table"]): string =>
  JSON.stringify(table?.entries.map(({ label }) => label ?? ""))

/** Whether an export writes the same layout already, from a table whose labels were read. */
const isExportedLayout = (
  { config, dialect, root, stated, summary, table, variables }: LayoutSource,
  { layout }: ExportedTexts,
  stored: LayoutSource | undefined
): boolean =>
  dialect === stored?.dialect &&
  sameValue(stated, stored?.stated) &&
  (stored?.table?.text !== table?.text || labelsOf(stored?.table) === labelsOf(table)) &&
  layout(configPath) === config &&
  layout(summary) === table?.text &&
  layout(root === "" ? variablesName : `${root}/${variablesName}`) === variables

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
