/** A fallback to the store that held the blobs before. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { BlobStoreService } from "./BlobStore.js"

/**
 * A store that writes to `store`, and also reads blobs that `earlier` has. To read a stream it asks `earlier` first,
 * which is the nearer one where they differ: a disk rather than a bucket.
 */
export const withEarlier = (store: BlobStoreService, earlier: BlobStoreService): BlobStoreService => ({
  put: store.put,
  putStream: store.putStream,
  get: (hash) =>
    Effect.flatMap(store.get(hash), (found) => (found === undefined ? earlier.get(hash) : Effect.succeed(found))),
  stat: (hash) =>
    Effect.flatMap(store.stat(hash), (found) => (found === undefined ? earlier.stat(hash) : Effect.succeed(found))),
  read: (hash, range) =>
    Stream.unwrap(Effect.map(earlier.stat(hash), (found) => (found === undefined ? store : earlier).read(hash, range))),
  delete: (hash, before) =>
    Effect.zipWith(store.delete(hash, before), earlier.delete(hash, before), (deleted, too) => deleted || too),
  list: (before) => Stream.concat(store.list(before), earlier.list(before)),
  sweep: (before) => Effect.zipRight(store.sweep(before), earlier.sweep(before))
})
