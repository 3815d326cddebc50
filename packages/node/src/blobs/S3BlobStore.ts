/**
 * The bytes of files in a bucket of Amazon S3 or of a store with the same interface, which several servers may share.
 * The store must list an object as soon as its write is acknowledged, in the order of names, as S3 does.
 * @since 0.1.0
 */
import { BlobStore, type BlobStoreService, type StoredBlob } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { keepNewest } from "@lectern/core/internal/foundation/loading/KeepNewest"
import { inOnePiece } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Client from "./s3/Client.js"
import { S3Failure, unavailable } from "./s3/Failure.js"
import { type Copy, copies, copiesOf, copyIn, markedIn, marks, uploads } from "./s3/Layout.js"
import { objectsOf } from "./s3/Objects.js"
import type { S3Options } from "./s3/Options.js"
import { readCopy } from "./s3/Reading.js"
import { putStream, putWhole, removeUploaded, storedOf } from "./s3/Uploading.js"

export type { S3Credentials, S3Options } from "./s3/Options.js"

/** How many blobs are remembered with the name of their object, so that reading them takes one request. */
const remembered = 10_000

const gone = new S3Failure({ code: "NoSuchKey", passing: false, message: "a blob is not there" })

/** The newest of a blob's copies, which are in the order of their names. */
const newestOf = (found: ReadonlyArray<Copy>): Copy | undefined => found.at(-1)

/** The newest copy of each blob, from all copies in the order of their names. */
const newestOfEach = (all: Stream.Stream<Copy, S3Failure>): Stream.Stream<Copy, S3Failure> =>
  Stream.concat(Stream.map(all, Option.some), Stream.make(Option.none<Copy>())).pipe(
    Stream.mapAccum(Option.none<Copy>(), (previous, next) => {
      const same = Option.isSome(previous) && Option.isSome(next) && previous.value.hash === next.value.hash
      return [next, same ? Option.none<Copy>() : previous]
    }),
    Stream.filterMap((copy) => copy)
  )

/** A blob store in a bucket. */
export const make = (options: S3Options): BlobStoreService => {
  const client = Client.make(options)
  const objects = objectsOf(client)
  const partSize = options.partSize ?? 8 * 1024 * 1024
  const known = new Map<string, Copy>()

  const remember = (copy: Copy): void => keepNewest(known, copy.hash, copy, remembered)
  const copiesIn = (prefix: string): Stream.Stream<Copy, S3Failure> =>
    Stream.filterMap(objects.list(prefix), ({ name, size }) => Option.fromNullable(copyIn(name, size)))
  const allCopies = (hash: string) => Effect.map(Stream.runCollect(copiesIn(copiesOf(hash))), (found) => [...found])

  /** The newest copy of a blob that is in the bucket now. */
  const find = (hash: string): Effect.Effect<Copy | undefined, S3Failure> =>
    Effect.map(allCopies(hash), (found) => {
      const newest = newestOf(found)
      if (newest === undefined) known.delete(hash)
      else remember(newest)
      return newest
    })
  const located = (hash: string): Effect.Effect<Copy, S3Failure> =>
    Effect.flatMap(find(hash), (copy) => (copy === undefined ? Effect.fail(gone) : Effect.succeed(copy)))

  const remove = (copy: Copy): Effect.Effect<void, S3Failure> =>
    copy.name === copy.data ? objects.remove(copy.name) : removeUploaded(objects, copy)

  /** Remembers a copy that was just put, and deletes the older ones. If that fails, a later put does it. */
  const kept = (copy: Copy): Effect.Effect<StoredBlob> =>
    allCopies(copy.hash).pipe(
      Effect.flatMap((found) => {
        remember(newestOf(found) ?? copy)
        return Effect.forEach(found.slice(0, -1), remove, { discard: true })
      }),
      Effect.ignore,
      Effect.as(storedOf(copy))
    )

  const bytesOf = (hash: string, range?: { readonly start: number; readonly end: number }) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const nothing = range !== undefined && range.start >= range.end
        const remembered = nothing ? undefined : known.get(hash)
        const copy = remembered ?? (yield* located(hash))
        return readCopy(client, copy, range, located(hash))
      })
    )

  const sweepUploads = (before: number) =>
    Stream.runForEach(objects.unfinished(uploads), ({ begunAt, name, upload }) =>
      Effect.gen(function* () {
        if (begunAt >= before) return
        const touchedAt = yield* objects.lastPartAt(name, upload)
        if ((touchedAt ?? begunAt) < before) yield* objects.abort(name, upload)
      })
    ).pipe(
      Effect.catchIf(
        ({ absent, code }) => absent || code === "NotImplemented",
        () => Effect.void
      )
    )
  const sweepMarks = (before: number) =>
    Stream.runForEach(objects.list(marks), ({ name, writtenAt }) =>
      Effect.gen(function* () {
        const marked = markedIn(name)
        if (marked === undefined || writtenAt >= before) return
        const used = (yield* allCopies(marked.hash)).some(({ data }) => data === marked.data)
        if (!used) yield* objects.remove(marked.data)
        yield* objects.remove(name)
      })
    )

  return {
    put: (hash, bytes) =>
      Effect.mapError(Effect.asVoid(Effect.flatMap(putWhole(objects, hash, bytes), kept)), unavailable),
    putStream: <E>(bytes: Stream.Stream<Uint8Array, E>) =>
      Effect.mapError(Effect.flatMap(putStream(objects, partSize, bytes), kept), (error): E | Unavailable =>
        error instanceof S3Failure ? unavailable(error) : error
      ),
    get: (hash) =>
      inOnePiece(bytesOf(hash)).pipe(
        Effect.catchIf(
          (failure) => failure === gone,
          () => Effect.succeed(undefined)
        ),
        Effect.mapError(unavailable)
      ),
    stat: (hash) =>
      Effect.mapError(
        Effect.map(find(hash), (copy) => copy && storedOf(copy)),
        unavailable
      ),
    read: (hash, range) => Stream.mapError(bytesOf(hash, range), unavailable),
    delete: (hash, before = Number.POSITIVE_INFINITY) =>
      Effect.gen(function* () {
        const found = yield* allCopies(hash)
        const newest = newestOf(found)
        if (newest === undefined || newest.putAt >= before) return false
        known.delete(hash)
        yield* Effect.forEach(found, remove, { discard: true })
        return true
      }).pipe(Effect.mapError(unavailable)),
    list: (before) =>
      newestOfEach(copiesIn(copies)).pipe(
        Stream.filterMap((copy) => {
          if (copy.putAt >= before) return Option.none()
          remember(copy)
          return Option.some({ ...storedOf(copy), putAt: copy.putAt })
        }),
        Stream.mapError(unavailable)
      ),
    sweep: (before) => Effect.mapError(Effect.zipRight(sweepUploads(before), sweepMarks(before)), unavailable)
  }
}

/** Fails unless the bucket can be listed; the cause says how to correct it. Programs call it at start. */
export const reach = (options: S3Options): Effect.Effect<void, Unavailable> => {
  const objects = objectsOf(Client.make(options))
  return Effect.mapError(Stream.runDrain(Stream.take(objects.list(copies), 1)), unavailable)
}

/** {@link make} as a layer, to replace the blob store that comes with a storage. */
export const layer = (options: S3Options): Layer.Layer<BlobStore> => Layer.sync(BlobStore, () => make(options))
