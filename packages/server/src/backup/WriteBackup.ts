/** Writes a workspace into one archive while a server may be running on it. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { BlobStore, type BlobStoreService, type StoredBlob } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { BlobReferenceTable } from "@lectern/core/internal/blobs/BlobReferences"
import { eachFirst } from "@lectern/core/internal/integrity/Scanning"
import { Storage } from "@lectern/core/storage/Storage"
import { StorageSnapshot } from "@lectern/storage-sql/internal/Whole"
import * as SqliteSnapshot from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import { Clock, Data, Effect, Stream } from "effect"
import type { Settings } from "../config/Settings.js"
import { version } from "../Location.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { bucketBlobs } from "../workspace/Bucket.js"
import { existingFile } from "../workspace/Place.js"
import { inSnapshot, snapshot } from "../workspace/Snapshot.js"
import { folderBlobs } from "../workspace/Workspace.js"
import { blobName, format, type Manifest, names, sumLine } from "./Manifest.js"
import { createTar, type TarWriter } from "./Tar.js"

/** The contents of a backup. */
export interface Written {
  readonly bytes: number
  readonly blobs: number
}

/** A blob was deleted after the snapshot that needs it. */
class Collected extends Data.TaggedError("Collected")<{ readonly hash: string }> {}

/** How many times a backup is restarted because a blob was collected meanwhile. */
const attempts = 5

const fileBytes = (file: string): Stream.Stream<Uint8Array, Failed> =>
  Stream.fromAsyncIterable(
    createReadStream(file, { highWaterMark: 256 * 1024 }) as AsyncIterable<Uint8Array>,
    (error) => new Failed({ message: `${file} cannot be read: ${reasonOf(error)}` })
  )

/** Forces a folder's entries to the disk, if the system supports that. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** Adds an entry, and returns its line among the sums. */
const added = <E>(
  tar: TarWriter,
  name: string,
  size: number,
  bytes: Stream.Stream<Uint8Array, E>
): Effect.Effect<{ readonly hash: string; readonly line: string }, E | Failed> =>
  Effect.suspend(() => {
    const sum = createHash("sha256")
    const counted = Stream.tap(bytes, (piece) => Effect.sync(() => sum.update(piece)))
    return Effect.map(tar.add({ name, size }, counted), () => {
      const hash = sum.digest("hex")
      return { hash, line: sumLine(hash, name) }
    })
  })

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The sizes of all blobs in the bucket, if there is one: a list takes fewer requests than asking for each. */
const sizesIn = (bucket: BlobStoreService | undefined): Effect.Effect<ReadonlyMap<string, number>, Unavailable> => {
  const sizes = new Map<string, number>()
  if (bucket === undefined) return Effect.succeed(sizes)
  const listed = Stream.runForEach(bucket.list(Number.MAX_SAFE_INTEGER), ({ hash, size }) =>
    Effect.sync(() => sizes.set(hash, size))
  )
  return Effect.as(listed, sizes)
}

/** The blobs that a snapshot needs and that are in the folder or the bucket, not in the database itself. */
const outsideBlobs = Effect.fnUntraced(function* (settings: Settings) {
  const storage = yield* Storage
  const database = yield* BlobStore
  const folder = folderBlobs(settings)
  const bucket = yield* bucketBlobs(settings)
  const sizes = yield* sizesIn(bucket)
  const found: Array<StoredBlob & { readonly bytes: Stream.Stream<Uint8Array, Unavailable> }> = []
  const missing: Array<string> = []
  yield* eachFirst(storage, BlobReferenceTable, (hash) =>
    Effect.gen(function* () {
      const outside = yield* folder.stat(hash)
      const size = sizes.get(hash)
      if (outside !== undefined) found.push({ ...outside, bytes: folder.read(hash) })
      else if (bucket !== undefined && size !== undefined) found.push({ hash, size, bytes: bucket.read(hash) })
      else if ((yield* database.stat(hash)) === undefined) missing.push(hash)
    })
  )
  return { found, missing }
})

/** Writes the archive of a copy of the database, with the blobs that it references. */
const writeArchive = (settings: Settings, database: string, temporary: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { schema } = yield* StorageSnapshot
      const { found, missing } = yield* outsideBlobs(settings)
      if (missing[0] !== undefined) return yield* new Collected({ hash: missing[0] })
      yield* Effect.promise(() => rm(temporary, { force: true }))
      const now = yield* Clock.currentTimeMillis
      const tar = yield* createTar(temporary, now)
      const createdAt = new Date(now).toISOString()
      const manifest: Manifest = { format, version, schema, createdAt, blobs: found.length }
      const text = encode(`${JSON.stringify(manifest, null, 2)}\n`)
      const sums = [(yield* added(tar, names.manifest, text.length, Stream.make(text))).line]
      const { size } = yield* Effect.promise(() => stat(database))
      sums.push((yield* added(tar, names.database, size, fileBytes(database))).line)
      for (const blob of found) {
        const { hash, line } = yield* added(tar, blobName(blob.hash), blob.size, blob.bytes).pipe(
          Effect.catchTag("Unavailable", () => new Collected({ hash: blob.hash }))
        )
        if (hash !== blob.hash) {
          return yield* new Failed({ message: `blob ${blob.hash} is damaged; lectern check says what else is` })
        }
        sums.push(line)
      }
      const all = encode(sums.join(""))
      yield* tar.add({ name: names.sums, size: all.length }, Stream.make(all))
      yield* tar.end
      return { bytes: (yield* Effect.promise(() => stat(temporary))).size, blobs: found.length } satisfies Written
    })
  )

/** Copies a snapshot of the database, then writes its archive. */
const writeOnce = (settings: Settings, temporary: string) =>
  Effect.gen(function* () {
    const file = yield* existingFile(settings)
    const database = `${temporary}.db`
    return yield* SqliteSnapshot.copy(file, database).pipe(
      Effect.mapError((error) => new Failed({ message: reasonOf(error._tag === "Unavailable" ? error.cause : error) })),
      Effect.zipRight(
        inSnapshot(
          settings,
          writeArchive(settings, database, temporary),
          snapshot(settings, SqliteSnapshot.layer(database))
        )
      ),
      Effect.ensuring(
        Effect.promise(async () => {
          for (const suffix of ["", "-wal", "-shm"]) await rm(`${database}${suffix}`, { force: true }).catch(() => {})
        })
      )
    )
  })

const refuseExisting = (file: string, force: boolean): Effect.Effect<void, Failed> =>
  Effect.flatMap(
    Effect.promise(() => stat(file).catch(() => undefined)),
    (found) => {
      if (found === undefined || (force && found.isFile())) return Effect.void
      const what = found.isDirectory() ? "is a folder" : "already exists; --force replaces it"
      return new Failed({ message: `${file} ${what}` })
    }
  )

/**
 * Writes a snapshot of a workspace into a file, which appears once it is complete and is readable only by its owner. If
 * a blob is collected meanwhile, the current content no longer needs it, and the backup is restarted.
 */
export const writeBackup = (settings: Settings, file: string, force: boolean) =>
  Effect.gen(function* () {
    yield* refuseExisting(file, force)
    const temporary = `${file}.${process.pid}.tmp`
    return yield* writeOnce(settings, temporary).pipe(
      Effect.retry({ times: attempts - 1, while: ({ _tag }) => _tag === "Collected" }),
      Effect.catchTag(
        "Collected",
        ({ hash }) => new Failed({ message: `blob ${hash} is needed but missing; lectern check says what needs it` })
      ),
      Effect.tap(() =>
        Effect.tryPromise({
          try: async () => {
            await rename(temporary, file)
            await syncFolder(dirname(file))
          },
          catch: (error) => new Failed({ message: `${file} cannot be written: ${reasonOf(error)}` })
        })
      ),
      Effect.ensuring(Effect.promise(() => rm(temporary, { force: true }).catch(() => {})))
    )
  })
