/** Writes a workspace into one archive while a server may be running on it. */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { open, rename, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { BlobStore, type BlobStoreService, type StoredBlob } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { tables } from "@lectern/core/internal/engine/Tables"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import { RawRows, StorageSnapshot } from "@lectern/storage-sql/internal/Whole"
import { latest } from "@lectern/storage-sqlite/internal/Migrations"
import * as SqliteSnapshot from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import * as SqliteTarget from "@lectern/storage-sqlite/internal/SqliteTarget"
import { Clock, Context, Data, Effect, Layer, Stream } from "effect"
import type { Settings } from "../config/Settings.js"
import { referencedBlobs } from "../copy/CopyFiles.js"
import { copyParts } from "../copy/CopyParts.js"
import { rowParts } from "../copy/Parts.js"
import { version } from "../Location.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { bucketBlobs } from "../workspace/Bucket.js"
import { databaseFile, requireWorkspace } from "../workspace/Place.js"
import { snapshot } from "../workspace/Snapshot.js"
import { folderBlobs } from "../workspace/Workspace.js"
import { leftOut } from "./LeftOut.js"
import { blobName, formats, type Manifest, names, sumLine } from "./Manifest.js"
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

type Found = StoredBlob & { readonly bytes: Stream.Stream<Uint8Array, Unavailable> }

/** The blobs that a snapshot needs; without those in its database, if that is a file, which is in the archive. */
const neededBlobs = Effect.fnUntraced(function* (settings: Settings) {
  const storage = yield* Storage
  const all = yield* BlobStore
  const folder = folderBlobs(settings)
  const bucket = yield* bucketBlobs(settings)
  const sizes = yield* sizesIn(bucket)
  const found: Array<Found> = []
  yield* Stream.runForEach(referencedBlobs(storage), (hash) =>
    Effect.gen(function* () {
      const outside = yield* folder.stat(hash)
      const size = sizes.get(hash)
      if (outside !== undefined) return void found.push({ ...outside, bytes: folder.read(hash) })
      if (bucket !== undefined && size !== undefined) return void found.push({ hash, size, bytes: bucket.read(hash) })
      const inside = yield* all.stat(hash)
      if (inside === undefined) return yield* new Collected({ hash })
      if (settings.database !== undefined) found.push({ ...inside, bytes: all.read(hash) })
    })
  )
  return found
})

/** Writes the archive of a file with the rows of a snapshot, and of the blobs that this references. */
const writeArchive = (settings: Settings, database: string, temporary: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const found = yield* neededBlobs(settings)
      yield* Effect.promise(() => rm(temporary, { force: true }))
      const now = yield* Clock.currentTimeMillis
      const tar = yield* createTar(temporary, now)
      const createdAt = new Date(now).toISOString()
      const format = settings.database === undefined ? formats.withSearch : formats.withoutSearch
      const manifest: Manifest = { format, version, schema: latest, createdAt, blobs: found.length }
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

/** Writes the rows of a snapshot of a database into a new file, without search. */
const rowsInto = (database: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const target = yield* Layer.build(SqliteTarget.layer(database))
      const from = { storage: yield* Storage, search: yield* SearchIndex, counters: (yield* StorageSnapshot).counters }
      const to = {
        storage: Context.get(target, Storage),
        search: Context.get(target, SearchIndex),
        raw: Context.get(target, RawRows)
      }
      const kept = tables.filter((table) => !leftOut.includes(table))
      yield* copyParts(rowParts(from, to, kept), false)
    })
  )

/** Writes an archive of one snapshot, from a copy of its rows in a file. */
const writeOnce = (settings: Settings, temporary: string) =>
  Effect.gen(function* () {
    yield* requireWorkspace(settings)
    const database = `${temporary}.db`
    const archive = writeArchive(settings, database, temporary)
    const written =
      settings.database === undefined
        ? Effect.zipRight(
            SqliteSnapshot.copy(databaseFile(settings), database, leftOut),
            Effect.provide(archive, snapshot(settings, SqliteSnapshot.layer(database)))
          )
        : Effect.provide(Effect.zipRight(rowsInto(database), archive), snapshot(settings))
    return yield* written.pipe(
      Effect.catchTags({
        Unavailable: ({ cause, message }) =>
          new Failed({ message: cause instanceof Error ? reasonOf(cause) : message }),
        SqliteOpenError: (error) => new Failed({ message: reasonOf(error) })
      }),
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
