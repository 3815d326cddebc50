/** What uses which blobs, so that those that nothing uses any more can go. */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../errors/Errors.js"
import { repositoryOf } from "../services/Service.js"
import { rows } from "../storage/Repository.js"
import { Storage } from "../storage/Storage.js"
import { table } from "../storage/Table.js"

/** One row for each blob and what uses it: a space, or whatever else has an id. */
export const BlobReferenceTable = table({
  name: "blob_references",
  columns: { hash: "text", space: "text" },
  key: ["hash", "space"],
  indexes: { space: { on: ["space", "hash"] } }
})

/** Keeps blobs as long as something uses them. */
export interface BlobReferencesService {
  /**
   * Records that a holder, a space for example, uses a blob, which was put a short while ago or which another holder has.
   * Gives whether the holder did not use it before. `size` is how many bytes it has, where these are counted.
   */
  readonly add: (hash: string, holder: string, size?: number) => Effect.Effect<boolean, Unavailable>
  /** Whether anything uses a blob. */
  readonly any: (hash: string) => Effect.Effect<boolean, Unavailable>
  /** Removes what a holder uses, some at a time as `Rows.removeAll`. What nothing uses then is for `Blobs.collect`. */
  readonly purge: (holder: string) => Effect.Effect<void, Unavailable>
}

/** The use of blobs. */
export class BlobReferences extends Context.Tag("@lectern/core/BlobReferences")<
  BlobReferences,
  BlobReferencesService
>() {}

const make = Effect.map(Storage, (storage): BlobReferencesService => {
  const references = rows<{ hash: string; space: string; size?: number }, typeof BlobReferenceTable>(
    storage,
    BlobReferenceTable,
    ({ hash, space }) => ({ hash, space })
  )
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
