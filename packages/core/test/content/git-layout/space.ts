/** The steps of a content service on a tree, as plain functions: give ids, store texts, take a snapshot. */

import type { FileId } from "@lectern/core/content/File"
import type { SnapshotPage, SpaceSnapshot } from "@lectern/core/content/git-layout/SpaceSnapshot"
import { toStored } from "@lectern/core/content/git-layout/Spelling"
import type { LinkTarget, PageId } from "@lectern/core/content/Page"
import type { PageCover } from "@lectern/core/content/PageParts"
import type { HeldTreeFile, SpaceTree, TreeFile, TreePage, TreeReference } from "@lectern/core/content/SpaceTree"
import { storedSource } from "@lectern/core/content/sync/StoredSource"
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { FolderFile, StreamedFile } from "@lectern/core/git-layout/Folder"
import { type ReadResult, readLayout } from "@lectern/core/git-layout/ReadLayout"
import { writeLayout } from "@lectern/core/git-layout/WriteLayout"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { slug, unique } from "@lectern/core/text/markdown/Slug"
import { Effect } from "effect"

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

export const text = (data: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data)

/** A folder from paths and texts. */
export const folder = (files: Readonly<Record<string, string | Uint8Array>>): ReadonlyArray<FolderFile> =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: typeof content === "string" ? bytes(content) : content
  }))

/** The texts of a folder by path. */
export const contents = (files: ReadonlyArray<FolderFile>): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file.path, text(file.bytes)]))

/** A file of a folder with all its bytes. */
export const held = (file: FolderFile | StreamedFile): Effect.Effect<FolderFile, Unavailable> =>
  "bytes" in file
    ? Effect.succeed({ path: file.path, bytes: file.bytes })
    : Effect.map(inOnePiece(file.stream), (bytes) => ({ path: file.path, bytes }))

const heldOfTree = (file: TreeFile): HeldTreeFile => {
  if ("bytes" in file) return file
  throw new Error(`${file.key} is not in memory`)
}

/** Reads a folder from paths and texts. */
export const readFolder = (files: Readonly<Record<string, string | Uint8Array>>): ReadResult =>
  readLayout(folder(files))

/** The snapshot of a space that was made from a tree. */
export const toSnapshot = (tree: SpaceTree): SpaceSnapshot => {
  const ids = new Map<string, string>()
  const give = (kind: TreeReference["kind"], key: string): void => {
    ids.set(`${kind} ${key}`, `id${String(ids.size + 1).padStart(4, "0")}`)
  }
  const visit = (pages: ReadonlyArray<TreePage>): void => {
    for (const page of pages) {
      give("page", page.key)
      visit(page.pages)
    }
  }
  visit(tree.pages)
  for (const file of tree.files) give("file", file.key)
  for (const content of tree.reusableContents) give("reusable-content", content.key)
  const idOf = (kind: TreeReference["kind"], key: string): string | undefined => ids.get(`${kind} ${key}`)

  const pageIds = new Map(
    [...ids].filter(([key]) => key.startsWith("page ")).map(([key, id]) => [key.slice("page ".length), id])
  )
  const target = (value: LinkTarget): LinkTarget => {
    if (value.kind === "page") return { kind: "page", page: (idOf("page", value.page) ?? value.page) as PageId }
    return value.kind === "file" ? { kind: "file", file: (idOf("file", value.file) ?? value.file) as FileId } : value
  }
  const picture = (value: NonNullable<PageCover["ref"]>): NonNullable<PageCover["ref"]> =>
    value.kind === "file" ? { kind: "file", file: (idOf("file", value.file) ?? value.file) as FileId } : value
  const toPages = (pages: ReadonlyArray<TreePage>): ReadonlyArray<SnapshotPage> => {
    const taken = new Set<string>()
    return pages.map((page): SnapshotPage => {
      const { key, references, markdown, cover, target: leads, pages: inner, slug: wanted, ...fields } = page
      const own = unique(wanted ?? slug(page.title), taken)
      if (page.type !== "link") taken.add(own)
      return {
        ...fields,
        id: idOf("page", key) as PageId,
        slug: own,
        ...(markdown === undefined ? {} : toStored(markdown, references ?? [], idOf, page.git?.path ?? key)),
        ...(cover === undefined
          ? {}
          : {
              cover: {
                yPos: cover.yPos,
                ...(cover.ref === undefined ? {} : { ref: picture(cover.ref) }),
                ...(cover.refDark === undefined ? {} : { refDark: picture(cover.refDark) })
              }
            }),
        ...(leads === undefined ? {} : { target: target(leads) }),
        pages: toPages(inner)
      }
    })
  }
  return {
    ...(tree.source === undefined ? {} : { source: storedSource(tree.source, pageIds) }),
    pages: toPages(tree.pages),
    files: tree.files.map(heldOfTree).map(({ key, name, bytes, git }) => ({
      id: idOf("file", key) as FileId,
      name,
      bytes,
      ...(git === undefined ? {} : { git })
    })),
    reusableContents: tree.reusableContents.map(({ key, title, markdown, references, git }) => ({
      id: idOf("reusable-content", key)!,
      title,
      ...toStored(markdown, references ?? [], idOf, key),
      ...(git === undefined ? {} : { git })
    })),
    variables: tree.variables,
    redirects: Object.fromEntries(
      Object.entries(tree.redirects).map(([from, key]) => [from, idOf("page", key) as PageId])
    )
  }
}

/** The folder that a tree is written as. */
export const writeTree = (tree: SpaceTree): ReadonlyArray<FolderFile> => writeLayout(toSnapshot(tree))

/** A tree without the additions of a first export: the files of pages that had none, and the layout's own files. */
export const comparable = (tree: SpaceTree) => {
  const names = new Map<string, string>()
  const name = (pages: ReadonlyArray<TreePage>, place: string): void => {
    for (const [index, page] of pages.entries()) {
      const own = `${place}/${index}`
      names.set(page.key, page.type === "document" && page.markdown !== "" ? page.key : own)
      name(page.pages, own)
    }
  }
  name(tree.pages, "")
  const page = (each: TreePage): unknown => {
    const { key, git, references, target, pages, ...rest } = each
    return {
      ...rest,
      key: names.get(key),
      git: each.markdown === "" ? undefined : git,
      target: target?.kind === "page" ? { kind: "page", page: names.get(target.page) } : target,
      references: references?.map((reference) => ({
        ...reference,
        key: reference.kind === "page" ? names.get(reference.key) : reference.key
      })),
      pages: pages.map(page)
    }
  }
  return {
    pages: tree.pages.map(page),
    files: tree.files,
    reusableContents: tree.reusableContents,
    variables: tree.variables,
    redirects: Object.fromEntries(Object.entries(tree.redirects).map(([from, key]) => [from, names.get(key)]))
  }
}

/** The paths of a folder that its tree was made of: the files that come out again byte for byte. */
export const keptBy = (tree: SpaceTree): ReadonlyArray<string> => {
  const pages = (all: ReadonlyArray<TreePage>): ReadonlyArray<string> =>
    all.flatMap((each) => [...(each.git === undefined ? [] : [each.git.path]), ...pages(each.pages)])
  return [...[...tree.files, ...tree.reusableContents].map(({ key }) => key), ...pages(tree.pages)]
}
