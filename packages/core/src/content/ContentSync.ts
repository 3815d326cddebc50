/** A whole space from plain data, and back: what importing and exporting a folder do. */
import { Context, Effect, Layer } from "effect"
import { Access } from "../access/Access.js"
import type { Actor } from "../access/Actor.js"
import { BlobStore } from "../blobs/BlobStore.js"
import { turn } from "../engine/Turns.js"
import { Conflict, type LecternError } from "../errors/Errors.js"
import type { SpaceSnapshot } from "../git-layout/SpaceSnapshot.js"
import { Ids } from "../ids/Ids.js"
import { now } from "../ids/Time.js"
import type { SpaceId, SpaceRecord } from "../spaces/Space.js"
import type { Stored } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { BlobReferences } from "./BlobReferences.js"
import { ContentWriter } from "./ContentWriter.js"
import { DocumentRepository, type DocumentRepositoryService, documentHash } from "./DocumentRepository.js"
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

/** How many bodies are hashed before other work of the process has its turn. */
const bodiesInATurn = 16

const ignore: OnProgress = () => {}

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

  /** The repository of bodies, but that new ones are collected by their hashes. */
  const collecting = (bodies: Map<string, string>): DocumentRepositoryService => ({
    ...documents,
    put: (_, markdown) =>
      Effect.gen(function* () {
        if (bodies.size % bodiesInATurn === 0) yield* turn
        const hash = documentHash(markdown)
        bodies.set(hash, markdown)
        return hash
      })
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
      const at = yield* now
      const filled = Effect.fnUntraced(function* (stored: Stored<SpaceRecord>) {
        const { current, exported, matched } = yield* recognised(id, tree)
        const draft = makeDraft(items, writer.main(stored).view)
        const bodies = new Map<string, string>()
        const target = {
          draft,
          documents: collecting(bodies),
          exported,
          space: id,
          at,
          taken,
          onProgress: onProgress ?? ignore
        }
        yield* writeTree(target, tree, current, matched)
        return { sequence: stored.value.sequence, draft, bodies }
      })
      /** Fills the draft before the transaction, again where somebody else was faster, and at last inside it. */
      const attempt = (tries: number): Effect.Effect<SyncResult, LecternError, Actor> =>
        Effect.gen(function* () {
          const prepared = yield* Effect.flatMap(editable(id), filled)
          const result = yield* storage.transaction(
            Effect.gen(function* () {
              const stored = yield* editable(id)
              const isCurrent = stored.value.sequence === prepared.sequence
              if (!isCurrent && tries > 1) return undefined
              const { bodies, draft } = isCurrent ? prepared : yield* filled(stored)
              for (const { hash } of taken.values()) yield* blobReferences.add(hash, id)
              for (const [hash, markdown] of bodies) yield* documents.put(id, markdown, hash)
              const changes = draft
                .changes()
                .filter(({ stored, next }) => (stored?.value.value ?? next)?.kind !== "source")
              const revision = yield* writer.edit(writer.main(stored), draft)
              return {
                revision: revision?.id ?? stored.value.revision,
                inserted: changes.filter((change) => change.stored === undefined).length,
                updated: changes.filter((change) => change.stored !== undefined && change.next !== undefined).length,
                removed: changes.filter((change) => change.next === undefined).length
              }
            })
          )
          return result ?? (yield* attempt(tries - 1))
        })
      return yield* Effect.zipLeft(attempt(3), writer.settle(id))
    })
  }
  return service
})

/** {@link ContentSync} over the repositories of the context. */
export const layer = Layer.effect(ContentSync, make)
