/** References to blobs by their users, so that unreferenced ones can be deleted. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { recordTable } from "../rows/RecordTable.js"
import { rows } from "../rows/Repository.js"
import { Storage } from "../rows/Storage.js"
import { repositoryOf } from "../services/Service.js"

/** One row for each blob and each holder that references it: a space, or any other owner with an id. */
export const BlobReferenceTable = recordTable({
  name: "blob_references",
  columns: { hash: "text", space: "text" },
  key: ["hash", "space"],
  indexes: { space: { on: ["space", "hash"] } },
  lockedBy: "free",
  columnsOf: ({ hash, space }: { hash: string; space: string; size?: number }) => ({
    hash,
    space
  }),
  unaudited: "derived",
  row: () => import("./BlobReferenceRows.js").then(({ blobReferences }) => blobReferences)
})

/** Keeps blobs as long as they are referenced. */
export interface BlobReferencesService {
  /**
   * Records that a holder, a space for example, references a blob that was put recently or that another holder
   * references. Returns whether the reference is new. `size` is the blob's size in bytes, where these are counted.
   */
  readonly add: (hash: string, holder: string, size?: number) => Effect.Effect<boolean, Unavailable>
  /** Whether a blob is referenced. */
  readonly any: (hash: string) => Effect.Effect<boolean, Unavailable>
  /**
   * Removes the references of a holder, in batches as `Rows.removeAll` does. `Blobs.collect` deletes the blobs that
   * this leaves unreferenced.
   */
  readonly purge: (holder: string) => Effect.Effect<void, Unavailable>
}

/** The references to blobs. */
export class BlobReferences extends Context.Tag("@lectern/core/BlobReferences")<
  BlobReferences,
  BlobReferencesService
>() {}

const make = Effect.map(Storage, (storage): BlobReferencesService => {
  const references = rows(storage, BlobReferenceTable)
  return {
    add: (hash, space, size) =>
      references.insert({ hash, space, ...(size !== undefined && { size }) }).pipe(
        Effect.as(true),
        Effect.catchTag("Duplicate", () => Effect.succeed(false))
      ),
    any: (hash) => Effect.map(references.scan({ prefix: [hash], limit: 1 }), (found) => found.length > 0),
    purge: (space) => references.removeAll({ index: "space", prefix: [space] })
  }
})

/** {@link BlobReferences} over the storage of the context. */
export const service = repositoryOf(BlobReferences, make, [BlobReferenceTable])
