/** A space's head as plain data with its ids. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Unavailable } from "../../foundation/errors/Errors.js"
import type { BlobStoreService } from "../../storage/blobs/BlobStore.js"
import { encode, type FolderFile, type Problem, type StreamedFile } from "../git-layout/Folder.js"
import { folderPages } from "../git-layout/FolderPages.js"
import { orderProblems } from "../git-layout/OrderProblems.js"
import type { SnapshotPage, SpaceSnapshot } from "../git-layout/SpaceSnapshot.js"
import { type PlannedFile, planLayout } from "../git-layout/WriteLayout.js"
import { allPages, emptyFolders, layoutPaths, unlinked } from "../git-layout/WritePaths.js"
import { type CurrentItems, currentItems, itemsIn } from "../items/CurrentItems.js"
import { documentHash } from "../items/DocumentHash.js"
import type { DocumentRepositoryService } from "../items/DocumentRepository.js"
import type { PageItem } from "../items/Item.js"
import type { ItemRepositoryService } from "../items/ItemRepository.js"
import type { View } from "../items/View.js"
import { type Children, childrenOf } from "../reading/PageTree.js"
import type { ExportedTexts } from "./TreeMatching.js"

/** The hash of the empty text, which layouts treat differently. */
const emptyDocument = documentHash("")

const snapshotPage = (page: PageItem, children: Children): SnapshotPage => {
  const {
    kind: _,
    parent: __,
    position: ___,
    path: ____,
    createdAt: _____,
    updatedAt: ______,
    document,
    ...fields
  } = page
  const pages = (children.get(page.id) ?? []).map((child) => snapshotPage(child, children))
  const markdown = document === emptyDocument ? "" : document
  return { ...fields, ...(markdown !== undefined && { markdown }), pages }
}

/** A snapshot in which a hash stands for every body and for the bytes of every file. */
export const outline = (current: CurrentItems): SpaceSnapshot<string> => {
  const children = childrenOf(current.pages)
  return {
    pages: (children.get("") ?? []).map((page) => snapshotPage(page, children)),
    files: current.files.map(({ id, name, git, hash }) => ({
      id,
      name,
      ...(git !== undefined && { git }),
      bytes: hash
    })),
    reusableContents: current.reusableContents.map(({ id, title, git, spellings, document }) => ({
      id,
      title,
      markdown: document,
      ...(git !== undefined && { git }),
      ...(spellings !== undefined && { spellings })
    })),
    variables: current.variables?.values ?? {},
    redirects: current.redirects?.values ?? {},
    ...(current.source !== undefined && { source: current.source.values })
  }
}

/** The body of a hash of an {@link outline}. */
const bodyOf = (documents: DocumentRepositoryService, space: string, hash: string | undefined) =>
  documents.markdown(space, hash === "" ? undefined : hash)

/** The pages of a space that have no file in its folder. */
const filelessOf = (documents: DocumentRepositoryService, space: string, hashes: SpaceSnapshot<string>) =>
  Effect.gen(function* () {
    const folders = folderPages(hashes)
    if (folders !== undefined) return folders
    let fileless = emptyFolders(hashes)
    for (const { markdown } of [...allPages(hashes.pages), ...hashes.reusableContents]) {
      if (fileless.size === 0) break
      fileless = unlinked(fileless, [yield* bodyOf(documents, space, markdown)])
    }
    return fileless
  })

/** The paths that all parts of a space are exported to, and its texts as written there. */
export const exportedTexts = (
  documents: DocumentRepositoryService,
  space: string,
  snapshot: SpaceSnapshot<string>
): Effect.Effect<ExportedTexts, Unavailable> =>
  Effect.gen(function* () {
    const fileless = yield* filelessOf(documents, space, snapshot)
    const planned = new Map(planLayout(snapshot, fileless).map((file) => [file.path, file]))
    const { paths } = layoutPaths(snapshot, fileless)
    return {
      paths,
      layout: (path) => {
        const file = planned.get(path)
        return file?.kind === "made" ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(file.bytes) : undefined
      },
      read: (forms) =>
        Effect.map(
          Effect.forEach(forms, (form) => {
            const path = paths.get(form) ?? ""
            const file = planned.get(path)
            if (file?.kind !== "text") return Effect.succeed([])
            const { body, text } = file
            return Effect.map(bodyOf(documents, space, body), (stored) => [
              { id: form.slice(form.lastIndexOf("/") + 1), path, raw: text(stored), stored }
            ])
          }),
          (found) => found.flat()
        )
    }
  })

/** The ports that a snapshot is taken from. */
interface Ports {
  readonly items: ItemRepositoryService
  readonly documents: DocumentRepositoryService
  readonly blobs: BlobStoreService
}

/**
 * A space as a folder: the paths of all files, and the files one by one, so that only one text is in memory at a time.
 * Files that are not texts are streams.
 */
export interface SpaceFolder {
  readonly paths: ReadonlyArray<string>
  /** The size of its files that are not texts, in bytes. */
  readonly fileBytes: number
  readonly files: Stream.Stream<FolderFile | StreamedFile, Unavailable>
  /** The parts that have other names in the folder than in the space, which a file system could not hold. */
  readonly problems: ReadonlyArray<Problem>
}

/**
 * The folder of a space at its head, or in another view. Bodies and bytes are read as the stream is consumed, by their hashes, which never
 * change.
 */
export const takeFolder = (
  ports: Ports,
  space: string,
  view: View = { line: space }
): Effect.Effect<SpaceFolder, Unavailable> =>
  Effect.gen(function* () {
    const current = yield* itemsIn(ports.items, view)
    const hashes = outline(current)
    const sizes = new Map(current.files.map(({ hash, size }) => [hash, size]))
    const body = (hash: string | undefined) => bodyOf(ports.documents, space, hash)
    const fileless = yield* filelessOf(ports.documents, space, hashes)
    const planned = planLayout(hashes, fileless)
    const write = (file: PlannedFile<string>): Effect.Effect<FolderFile | StreamedFile, Unavailable> => {
      const { path } = file
      switch (file.kind) {
        case "made":
          return Effect.succeed(file)
        case "text":
          return Effect.map(body(file.body), (markdown) => ({ path, bytes: encode(file.text(markdown)) }))
        case "file":
          return Effect.succeed({
            path,
            size: sizes.get(file.bytes) ?? 0,
            stream: Stream.mapError(
              ports.blobs.read(file.bytes),
              ({ cause }) => new Unavailable({ message: `${path}: its bytes cannot be read`, cause })
            )
          })
      }
    }
    return {
      paths: planned.map(({ path }) => path),
      fileBytes: current.files.reduce((sum, { size }) => sum + size, 0),
      files: Stream.mapEffect(Stream.fromIterable(planned), write),
      problems: [...layoutPaths(hashes, fileless).problems, ...orderProblems(hashes, fileless)]
    }
  })

/** The snapshot with all bodies and bytes. */
export const takeSnapshot = (ports: Ports, space: string): Effect.Effect<SpaceSnapshot, Unavailable> =>
  Effect.gen(function* () {
    const hashes = outline(yield* currentItems(ports.items, space))
    const body = (hash: string | undefined) => bodyOf(ports.documents, space, hash)
    const withBodies = (pages: ReadonlyArray<SnapshotPage>): Effect.Effect<ReadonlyArray<SnapshotPage>, Unavailable> =>
      Effect.forEach(pages, (page) =>
        Effect.gen(function* () {
          const below = yield* withBodies(page.pages)
          return page.markdown === undefined
            ? { ...page, pages: below }
            : { ...page, markdown: yield* body(page.markdown), pages: below }
        })
      )
    return {
      ...hashes,
      pages: yield* withBodies(hashes.pages),
      files: yield* Effect.forEach(hashes.files, (file) =>
        Effect.map(ports.blobs.get(file.bytes), (bytes) => ({ ...file, bytes: bytes ?? new Uint8Array() }))
      ),
      reusableContents: yield* Effect.forEach(hashes.reusableContents, (content) =>
        Effect.map(body(content.markdown), (markdown) => ({ ...content, markdown }))
      )
    }
  })
