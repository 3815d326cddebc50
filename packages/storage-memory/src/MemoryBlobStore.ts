/** Blobs in memory, as part of the storage's state. */
import type { BlobStoreService } from "@lectern/core/blobs/BlobStore"
import { Exit } from "effect"
import type { Transactions } from "./Transactions.js"

/** The blob store over a storage's state. Bytes are copied in and out. */
export const make = (transactions: Transactions): BlobStoreService => ({
  put: (hash, bytes) =>
    transactions.write(({ draft }) => {
      if (!draft.state.blobs.has(hash)) draft.blobs().set(hash, bytes.slice())
      return Exit.void
    }),
  get: (hash) => transactions.read(({ blobs }) => blobs.get(hash)?.slice()),
  delete: (hash) =>
    transactions.write(({ draft }) => {
      if (draft.state.blobs.has(hash)) draft.blobs().delete(hash)
      return Exit.void
    })
})
