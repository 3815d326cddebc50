/** A whole space from plain data, and back: what importing and exporting a folder do. */
import { Context, Effect, Layer } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { BlobStore } from "../blobs/BlobStore.js"
import { Conflict, type LecternError } from "../errors/Errors.js"
import type { SpaceSnapshot } from "../git-layout/SpaceSnapshot.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import type { SpaceId } from "../spaces/Space.js"
import { Storage } from "../storage/Storage.js"
import { BlobReferences } from "./BlobReferences.js"
import { ContentWriter } from "./ContentWriter.js"
import { DocumentRepository } from "./DocumentRepository.js"
import { make as makeDraft } from "./Draft.js"
import { type TakenFile, takeBytes } from "./FileItems.js"
import { ItemRepository } from "./ItemRepository.js"
import type { RevisionId } from "./RevisionId.js"
import { currentItems, exportedTexts, outline, type SpaceFolder, takeFolder, takeSnapshot } from "./Snapshot.js"
import type { SpaceTree } from "./SpaceTree.js"
import { match } from "./TreeMatching.js"
import { writeTree } from "./TreeWriting.js"

/** How many pages, files and other parts a tree changed; `revision` is the current one then. */
export interface SyncResult {
  readonly revision: RevisionId
  readonly inserted: number
  readonly updated: number
  readonly removed: number
}

/** Called while a tree is applied, for a progress bar: how many of its parts are done. */
export type OnProgress = (done: number, total: number) => void

/** Makes a space equal to a tree, and a tree of a space. */
export interface ContentSyncService {
  /**
   * Makes the main content equal to the tree by one revision that contains only what differs, or by none. Parts keep
   * their ids where they are recognised: by the path they came from or are exported to, or, moved, by their git blob
   * id, or by a text of which at least half is the same. Needs `edit`; fails with `Conflict` where the space is locked.
   */
  readonly apply: (
    space: SpaceId,
    tree: SpaceTree,
    onProgress?: OnProgress
  ) => Effect.Effect<SyncResult, LecternError, Actor>
  /** The current content as a folder of markdown whose files are made one by one. Needs `read`. */
  readonly folder: (space: SpaceId) => Effect.Effect<SpaceFolder, LecternError, Actor>
  /** The current content with all bodies, all in memory. Needs `read`. */
  readonly snapshot: (space: SpaceId) => Effect.Effect<SpaceSnapshot, LecternError, Actor>
}

/** The service that applies trees. */
export class ContentSync extends Context.Tag("@lectern/core/ContentSync")<ContentSync, ContentSyncService>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const writer = yield* ContentWriter
  const blobs = yield* BlobStore
  const blobReferences = yield* BlobReferences
  const ids = yield* Ids

  const editable = Effect.fnUntraced(function* (id: SpaceId) {
    const { space, stored } = yield* access.requireSpace(id, "edit")
    if (space.editMode === "locked") return yield* new Conflict({ message: "the space is locked for edits" })
    return stored
  })

  /** What the space has, and which parts of a tree are which of it. */
  const recognised = Effect.fnUntraced(function* (id: SpaceId, tree: SpaceTree) {
    const current = yield* currentItems(items, id)
    const exported = yield* exportedTexts(documents, id, outline(current))
    return { current, exported, matched: yield* match(tree, current, exported, ids) }
  })

  const service: ContentSyncService = {
    folder: Effect.fnUntraced(function* (id) {
      yield* access.requireSpace(id, "read")
      return yield* takeFolder({ items, documents, blobs }, id)
    }),
    snapshot: Effect.fnUntraced(function* (id) {
      yield* access.requireSpace(id, "read")
      return yield* takeSnapshot({ items, documents, blobs }, id)
    }),
    apply: Effect.fnUntraced(function* (id, tree, onProgress) {
      const taken = new Map<string, TakenFile>()
      for (const file of tree.files) taken.set(file.key, yield* takeBytes(blobs, file, file.bytes))
      const before = (yield* editable(id)).value.sequence
      const prepared = yield* recognised(id, tree)
      return yield* storage.transaction(
        Effect.gen(function* () {
          const stored = yield* editable(id)
          const line = writer.main(stored)
          for (const { hash } of taken.values()) yield* blobReferences.add(hash, id)
          const { current, exported, matched } =
            stored.value.sequence === before ? prepared : yield* recognised(id, tree)
          const draft = makeDraft(items, line.view)
          yield* writeTree(
            { draft, documents, exported, space: id, at: yield* now, taken, onProgress: onProgress ?? (() => {}) },
            tree,
            current,
            matched
          )
          const changes = draft.changes().filter(({ stored, next }) => (stored?.value.value ?? next)?.kind !== "source")
          const revision = yield* writer.edit(line, draft)
          return {
            revision: revision?.id ?? stored.value.revision,
            inserted: changes.filter((change) => change.stored === undefined).length,
            updated: changes.filter((change) => change.stored !== undefined && change.next !== undefined).length,
            removed: changes.filter((change) => change.next === undefined).length
          }
        })
      )
    })
  }
  return service
})

/** {@link ContentSync} over the repositories of the context. */
export const layer = Layer.effect(ContentSync, make)
