/**
 * Converts whole spaces from and to plain data, for importing and exporting folders.
 * @since 0.1.0
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"
import { Ids } from "../../foundation/ids/Ids.js"
import { now } from "../../foundation/ids/Time.js"
import { turn } from "../../foundation/scheduling/Turns.js"
import { steps } from "../../foundation/telemetry/Telemetry.js"
import { Access } from "../../people/access/Access.js"
import type { Actor } from "../../people/access/Actor.js"
import { needs } from "../../people/access/Policy.js"
import type { OrganizationId } from "../../people/organizations/Organization.js"
import type { RevisionId } from "../../people/places/RevisionId.js"
import { type CreateSpace, type Space, SpaceId } from "../../people/places/Space.js"
import { BlobStore } from "../../storage/blobs/BlobStore.js"
import { FileLimits } from "../../storage/blobs/FileLimits.js"
import { makeWithinQuota } from "../../storage/blobs/StoredBytes.js"
import { organizationLock, spaceLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import { ContentWriter, type Line } from "../drafts/ContentWriter.js"
import { requireDirectEdits } from "../drafts/DirectEdits.js"
import { makeDraft } from "../drafts/Draft.js"
import { makeHoldFile } from "../files/FileHolding.js"
import type { SpaceSnapshot } from "../git-layout/SpaceSnapshot.js"
import { Indexing } from "../indexing/Indexing.js"
import type { Written } from "../indexing/ReadingAhead.js"
import { currentItems, idsOf } from "../items/CurrentItems.js"
import { documentHash } from "../items/DocumentHash.js"
import { DocumentRepository, type DocumentRepositoryService } from "../items/DocumentRepository.js"
import { ItemRepository } from "../items/ItemRepository.js"
import { makeSavedLines } from "../live-texts/SavedLines.js"
import { makeSpaceCreation } from "../spaces/SpaceCreation.js"
import { exportedTexts, outline, type SpaceFolder, takeFolder, takeSnapshot } from "./Snapshot.js"
import type { SpaceTree } from "./SpaceTree.js"
import { type TakenTreeFile, takeFiles } from "./TreeFiles.js"
import { match } from "./TreeMatching.js"
import { writeTree } from "./TreeWriting.js"

/** The numbers of pages, files and other parts that a tree changed; `revision` is the resulting current one. */
export interface SyncResult {
  readonly revision: RevisionId
  readonly inserted: number
  readonly updated: number
  readonly removed: number
}

/** Called while a tree is applied, for a progress bar, with the number of parts done. */
export type OnProgress = (done: number, total: number) => void

/** Makes a space equal to a tree, and exports spaces. */
export interface ContentSyncService {
  /**
   * Makes the main content equal to the tree by one revision that contains only the differences, or by none. Parts keep
   * their ids where they are recognised: by the path they came from or are exported to, or, moved, by their git blob
   * id, or by a text of which at least half is the same. Streamed files are never in memory as a whole. Needs `edit`;
   * fails with `Conflict` if the space is locked or rules of approval hold for it, and as uploads do if a file is too
   * large or the disk has no room.
   */
  readonly apply: (
    space: SpaceId,
    tree: SpaceTree,
    onProgress?: OnProgress
  ) => Effect.Effect<SyncResult, LecternError, Actor>
  /**
   * Creates a space with the content of the tree, atomically, so that nothing is left if it fails or is interrupted.
   * Has the requirements of `Spaces.create`.
   */
  readonly create: (
    organization: OrganizationId,
    input: CreateSpace,
    tree: SpaceTree,
    onProgress?: OnProgress
  ) => Effect.Effect<SyncResult & { readonly space: Space }, LecternError, Actor>
  /** The current content as a folder of markdown whose files are generated one by one. Needs `read`. */
  readonly folder: (space: SpaceId) => Effect.Effect<SpaceFolder, LecternError, Actor>
  /** The current content with all bodies, in memory. Needs `read`. */
  readonly snapshot: (space: SpaceId) => Effect.Effect<SpaceSnapshot, LecternError, Actor>
}

/** The service that applies trees. */
export class ContentSync extends Context.Tag("@lectern/core/ContentSync")<ContentSync, ContentSyncService>() {}

/** The number of bodies that are hashed before yielding to other work of the process. */
const bodiesInATurn = 16

const ignore: OnProgress = () => {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const access = yield* Access
  const items = yield* ItemRepository
  const documents = yield* DocumentRepository
  const writer = yield* ContentWriter
  const indexing = yield* Indexing
  const blobs = yield* BlobStore
  const holdFile = yield* makeHoldFile
  const withinQuota = yield* makeWithinQuota
  const ids = yield* Ids
  const limits = yield* FileLimits
  const creation = yield* makeSpaceCreation
  const lines = yield* makeSavedLines

  const step = yield* steps

  const editable = Effect.fnUntraced(function* (id: SpaceId) {
    const opened = yield* access.requireSpace(id, needs.edit)
    return writer.main(opened.stored, yield* requireDirectEdits(opened))
  })

  /** The items of the space, and their matches among the parts of a tree. */
  const recognised = Effect.fnUntraced(function* (id: SpaceId, tree: SpaceTree<TakenTreeFile>) {
    const current = yield* currentItems(items, id)
    const exported = yield* exportedTexts(documents, id, outline(current))
    return { current, exported, matched: yield* match(tree, current, exported, ids) }
  })

  /** The repository of bodies, except that new ones are collected by their hashes. */
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

  /** A tree as a draft over the items of a space, and the bodies that it needs. */
  const fill = Effect.fnUntraced(function* (
    space: SpaceId,
    tree: SpaceTree<TakenTreeFile>,
    onProgress: OnProgress = ignore
  ) {
    const { current, exported, matched } = yield* recognised(space, tree)
    const known = idsOf(current)
    const isNew = (part: string): boolean => !known.has(part)
    const draft = makeDraft(items, { line: space }, { isNew })
    const bodies = new Map<string, string>()
    const target = { draft, documents: collecting(bodies), exported, space, at: yield* now, onProgress }
    yield* writeTree(target, tree, current, matched)
    return { draft, bodies, files: tree.files }
  })

  /** Creates the revision, inside a transaction. */
  const write = Effect.fnUntraced(function* (
    line: Line,
    { bodies, draft, files }: Effect.Effect.Success<ReturnType<typeof fill>>
  ) {
    const { id } = line.space
    for (const { taken } of files) yield* holdFile(id, taken)
    yield* documents.putAll(id, bodies)
    const all = draft.changes()
    const changes = all.filter(({ stored: old, next }) => (old?.value.value ?? next)?.kind !== "source")
    const revision = yield* writer.edit(line, draft)
    const result: SyncResult = {
      revision: revision?.id ?? line.head.revision,
      inserted: changes.filter((change) => change.stored === undefined).length,
      updated: changes.filter((change) => change.stored !== undefined && change.next !== undefined).length,
      removed: changes.filter((change) => change.next === undefined).length
    }
    const written: Written = {
      sequence: revision?.sequence ?? line.head.sequence,
      items: new Map(all.map(({ stored: old, next }) => [(next ?? old?.value.value)?.id ?? "", next])),
      texts: bodies
    }
    return { result, written }
  })

  type Applied = Effect.Effect.Success<ReturnType<typeof write>>

  const service: ContentSyncService = {
    folder: Effect.fnUntraced(function* (id) {
      yield* access.requireSpace(id, "read")
      return yield* takeFolder({ items, documents, blobs }, id)
    }),
    snapshot: Effect.fnUntraced(function* (id) {
      yield* access.requireSpace(id, "read")
      return yield* takeSnapshot({ items, documents, blobs }, id)
    }),
    apply: Effect.fnUntraced(function* (id, given, onProgress) {
      const { sequence } = (yield* editable(id)).head
      const tree = yield* step("folder.take")(takeFiles(blobs, limits, given))
      /**
       * Fills the draft before the transaction, retries if the space is no longer as it was before, and finally fills it
       * inside the transaction.
       */
      const attempt = (before: number, tries: number): Effect.Effect<Applied, LecternError, Actor> =>
        Effect.gen(function* () {
          const prepared = yield* step("folder.match")(fill(id, tree, onProgress))
          const applied = yield* storage
            .transaction(
              Effect.gen(function* () {
                const found = yield* editable(id)
                const known = found.head.sequence
                if (known !== before && tries > 1) return known
                const line = yield* lines.saved(found)
                const filled = line.head.sequence === before ? prepared : yield* fill(id, tree, onProgress)
                return yield* withinQuota(line.space.organization)(write(line, filled))
              }),
              [spaceLock(id)]
            )
            .pipe(step("folder.write"))
          return typeof applied === "number" ? yield* attempt(applied, tries - 1) : applied
        })
      const { result, written } = yield* attempt(sequence, 3)
      yield* indexing.settle(id, written)
      return result
    }),
    create: Effect.fnUntraced(function* (organization, input, given, onProgress) {
      yield* access.requireOrganization(organization, input.parent === undefined ? needs.manage : undefined)
      const id = SpaceId.make(yield* ids.next)
      const tree = yield* step("folder.take")(takeFiles(blobs, limits, given))
      const prepared = yield* step("folder.match")(fill(id, tree, onProgress))
      const { result, space, written } = yield* storage
        .transaction(
          Effect.gen(function* () {
            const space = yield* creation.create(organization, input, id)
            const { stored } = yield* access.requireSpace(id, needs.edit)
            return { space, ...(yield* withinQuota(organization)(write(writer.main(stored, "created"), prepared))) }
          }),
          [organizationLock(organization), spaceLock(id)]
        )
        .pipe(step("folder.write"))
      yield* indexing.settle(id, written)
      return { ...result, space }
    })
  }
  return service
})

/** {@link ContentSync} over the repositories of the context. */
export const service = serviceOf(ContentSync, make)
