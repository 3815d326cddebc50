/** Which spaces use which blobs, so that a blob can go when the last space that used it is purged. */
import { Context, Effect, Layer } from "effect"
import { BlobStore } from "../blobs/BlobStore.js"
import type { Unavailable } from "../errors/Errors.js"
import { rows } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"

/** One row for each blob and space that uses it. */
export const BlobReferenceTable = table({
  name: "blob_references",
  columns: { hash: "text", space: "text" },
  key: ["hash", "space"],
  indexes: { space: { on: ["space", "hash"] } }
})

/** Keeps blobs as long as a space uses them. */
export interface BlobReferencesService {
  /** Notes that a space uses a blob. */
  readonly add: (hash: string, space: string) => Effect.Effect<void, Unavailable>
  /** Forgets what a space uses, and the blobs that no other space does, some at a time as `Rows.removeAll`. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
}

/** The use of blobs by spaces. */
export class BlobReferences extends Context.Tag("@lectern/core/BlobReferences")<
  BlobReferences,
  BlobReferencesService
>() {}

/** How many blobs one transaction lets go. */
const releasedAtOnce = 50

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const blobs = yield* BlobStore
  const references = rows<{ hash: string; space: string }, typeof BlobReferenceTable>(
    storage,
    BlobReferenceTable,
    ({ hash, space }) => ({ hash, space })
  )
  const release = (hash: string, space: string) =>
    Effect.gen(function* () {
      yield* references.remove(hash, space)
      const others = yield* references.scan({ prefix: [hash], limit: 1 })
      if (others.length === 0) yield* blobs.delete(hash)
    })
  const purge = (space: string): Effect.Effect<void, Unavailable> =>
    Effect.flatMap(
      storage.transaction(
        Effect.tap(references.scan({ index: "space", prefix: [space], limit: releasedAtOnce }), (found) =>
          Effect.forEach(found, ({ value }) => release(value.hash, space), { discard: true })
        )
      ),
      (found) => (found.length < releasedAtOnce ? Effect.void : purge(space))
    )
  const service: BlobReferencesService = {
    add: (hash, space) => Effect.catchTag(references.insert({ hash, space }), "Duplicate", () => Effect.void),
    purge
  }
  return service
})

/** {@link BlobReferences} over the storage and blob store of the context. */
export const layer: Layer.Layer<BlobReferences, never, Storage | BlobStore> = Layer.effect(BlobReferences, make)
