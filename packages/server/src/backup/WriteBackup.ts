/** Writes a workspace into one archive while a server may be running on it. */
import { createHash } from "node:crypto"
import { open, rm, stat } from "node:fs/promises"
import { BlobStore, type BlobStoreService, type StoredBlob } from "@lectern/core/blobs/BlobStore"
import type { Unavailable } from "@lectern/core/errors/Errors"
import { tables } from "@lectern/core/internal/engine/Tables"
import { OneTimeLinksTable } from "@lectern/core/internal/people/one-time-links/OneTimeLinksTable"
import { SessionsTable } from "@lectern/core/internal/people/sessions/SessionRepository"
import { SearchIndex } from "@lectern/core/search-index/SearchIndex"
import { Storage } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import { RawRows, StorageSnapshot } from "@lectern/storage-sql/internal/WorkspaceCopy"
import { latest } from "@lectern/storage-sqlite/internal/Migrations"
import * as SqliteSnapshot from "@lectern/storage-sqlite/internal/SqliteSnapshot"
import * as SqliteTarget from "@lectern/storage-sqlite/internal/SqliteTarget"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import type { Settings } from "../config/Settings.js"
import { referencedBlobs } from "../copy/CopyFiles.js"
import { copyParts } from "../copy/CopyParts.js"
import { rowParts } from "../copy/Parts.js"
import { version } from "../Location.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { bucketBlobs } from "../workspace/Bucket.js"
import { databaseFile, requireWorkspace } from "../workspace/Place.js"
import { snapshot } from "../workspace/Snapshot.js"
import { folderBlobs } from "../workspace/Workspace.js"
import { type ArchivePlace, nameAt, newestFirst } from "./ArchivePlace.js"
import { type EncryptionKey, encryption } from "./Encryption.js"
import { piecesOf } from "./FilePieces.js"
import type { Located } from "./Locating.js"
import { blobName, formats, type Manifest, names, sumLine } from "./Manifest.js"
import { createTar, type TarWriter } from "./Tar.js"

/** The tables whose rows are left out: sessions, and links that sign a user in. */
const leftOut: ReadonlyArray<Table> = [SessionsTable, OneTimeLinksTable]

/** How a backup is written. */
export interface BackupWishes {
  /** Whether an archive of the same name is replaced. */
  readonly force: boolean
  /** The key that it is encrypted for; it is not encrypted when absent. */
  readonly key: EncryptionKey | undefined
  /** The archives named by their time that are kept; all when absent. */
  readonly retention: Retention | undefined
}

/** Archives are kept if they are among the newest ones, the new one included, or younger than so many days. */
export interface Retention {
  readonly newest: number
  readonly days: number
}

/** A backup. */
export interface Written {
  /** The path or the address of the archive. */
  readonly file: string
  readonly bytes: number
  readonly blobs: number
  /** The older archives that were removed. */
  readonly removed: ReadonlyArray<string>
}

/** The destination of an archive, and how its bytes are encrypted. */
interface Target {
  readonly place: ArchivePlace
  readonly name: string
  readonly encrypt: (bytes: ReadableStream<Uint8Array>) => Effect.Effect<ReadableStream<Uint8Array>>
}

/** A blob was deleted after the snapshot that needs it. */
class Collected extends Data.TaggedError("Collected")<{ readonly hash: string }> {}

/** How many times a backup is restarted because a blob was collected meanwhile. */
const attempts = 5

const fileBytes = (file: string): Stream.Stream<Uint8Array, Failed> => {
  const failed = (error: unknown) => new Failed({ message: `${file} cannot be read: ${reasonOf(error)}` })
  return Stream.unwrapScoped(
    Effect.map(
      Effect.acquireRelease(Effect.tryPromise({ try: () => open(file, "r"), catch: failed }), (handle) =>
        Effect.promise(() => handle.close().catch(() => {}))
      ),
      (handle) => Stream.fromAsyncIterable(piecesOf(handle), failed)
    )
  )
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

/** The sizes of all blobs in the bucket, if there is one: a list takes fewer requests than a request for each. */
const sizesIn = (bucket: BlobStoreService | undefined): Effect.Effect<ReadonlyMap<string, number>, Unavailable> => {
  const sizes = new Map<string, number>()
  if (bucket === undefined) return Effect.succeed(sizes)
  const listed = Stream.runForEach(bucket.list(Number.MAX_SAFE_INTEGER), ({ hash, size }) =>
    Effect.sync(() => sizes.set(hash, size))
  )
  return Effect.as(listed, sizes)
}

type Found = StoredBlob & { readonly bytes: Stream.Stream<Uint8Array, Unavailable> }

/** The blobs that a snapshot needs. If the archive has a copy of its database, the blobs in it are left out. */
const neededBlobs = Effect.fnUntraced(function* (settings: Settings, isCopy: boolean) {
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
      if (!isCopy) found.push({ ...inside, bytes: all.read(hash) })
    })
  )
  return found
})

/** Fills an archive with a file that has the rows of a snapshot, and with the blobs that these reference. */
const fill = Effect.fnUntraced(function* (
  tar: TarWriter,
  database: string,
  manifest: Manifest,
  found: ReadonlyArray<Found>
) {
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
})

/** Writes the archive of a file with the rows of a snapshot, which may be a copy of its whole database. */
const writeArchive = (settings: Settings, database: string, isCopy: boolean, { encrypt, name, place }: Target) =>
  Effect.scoped(
    Effect.gen(function* () {
      const found = yield* neededBlobs(settings, isCopy)
      const now = yield* Clock.currentTimeMillis
      const tar = yield* createTar(now)
      const createdAt = new Date(now).toISOString()
      const format = isCopy ? formats.withSearch : formats.withoutSearch
      const manifest: Manifest = { format, version, schema: latest, createdAt, blobs: found.length }
      const { size } = yield* Effect.promise(() => stat(database))
      const expected = found.reduce((sum, blob) => sum + blob.size, size)
      const bytes = yield* encrypt(tar.bytes)
      const [stored] = yield* Effect.all([place.store(name, bytes, expected), fill(tar, database, manifest, found)], {
        concurrency: "unbounded"
      })
      return { bytes: stored, blobs: found.length }
    })
  )

/** Creates a file readable by its owner alone. It replaces any file with its name. */
const createPrivate = (file: string): Effect.Effect<void, Failed> =>
  Effect.tryPromise({
    try: async () => {
      await rm(file, { force: true })
      await (await open(file, "wx", 0o600)).close()
    },
    catch: (error) => new Failed({ message: `${file} cannot be written: ${reasonOf(error)}` })
  })

/** Writes the rows of a snapshot of a database into a new file, without search. */
const rowsInto = (database: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* createPrivate(database)
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

const asFailed = (error: Error) => new Failed({ message: reasonOf(error) })

/** Writes an archive of one snapshot, from a copy of its rows in a file. */
const writeOnce = (settings: Settings, target: Target) =>
  Effect.gen(function* () {
    yield* requireWorkspace(settings)
    const database = target.place.scratch(target.name)
    // The file of an application has other tables too.
    const isCopy =
      settings.database === undefined &&
      !(yield* Effect.mapError(SqliteSnapshot.isShared(databaseFile(settings)), asFailed))
    const archive = writeArchive(settings, database, isCopy, target)
    const written = isCopy
      ? Effect.zipRight(
          SqliteSnapshot.copy(databaseFile(settings), database, leftOut),
          Effect.provide(archive, snapshot(settings, SqliteSnapshot.layer(database)))
        )
      : Effect.provide(Effect.zipRight(rowsInto(database), archive), snapshot(settings))
    return yield* written.pipe(
      Effect.catchTags({
        Unavailable: ({ cause, message }) =>
          new Failed({ message: cause instanceof Error ? reasonOf(cause) : message }),
        SqliteOpenError: asFailed
      }),
      Effect.ensuring(
        Effect.promise(async () => {
          for (const suffix of ["", "-wal", "-shm"]) await rm(`${database}${suffix}`, { force: true }).catch(() => {})
        })
      )
    )
  })

const refuseExisting = ({ name, place }: Target, force: boolean): Effect.Effect<void, Failed> =>
  Effect.flatMap(place.has(name), (found) => {
    if (found === undefined || (force && found === "an archive")) return Effect.void
    const what = found === "an archive" ? "already exists; --force replaces it" : "is not a file"
    return new Failed({ message: `${place.addressOf(name)} ${what}` })
  })

const day = 24 * 3_600_000

/** Removes the archives that are named by their time and are not kept. */
const prune = (
  place: ArchivePlace,
  { days, newest }: Retention,
  now: number
): Effect.Effect<ReadonlyArray<string>, Failed> =>
  Effect.flatMap(place.list, (names) => {
    const oldest = nameAt(now - days * day, false)
    const old = newestFirst(names)
      .slice(newest)
      .filter((name) => name < oldest)
    return Effect.as(Effect.forEach(old, place.remove, { discard: true }), old.map(place.addressOf))
  })

/**
 * Writes a snapshot of a workspace into an archive, which appears once it is complete and is readable only by its owner;
 * in a folder or a bucket, it is named by its time. If a blob is collected meanwhile, the current content no longer needs
 * it, and the backup is restarted. Older archives are removed once the new one is complete.
 */
export const writeBackup = (settings: Settings, { name, place }: Located, { force, key, retention }: BackupWishes) =>
  Effect.gen(function* () {
    if (retention !== undefined && name !== undefined) {
      return yield* new WrongUsage({
        message: "--keep and --keep-days need a folder or a bucket, where archives are named by their time"
      })
    }
    const encrypt: Target["encrypt"] = key === undefined ? Effect.succeed : yield* encryption(key)
    const now = yield* Clock.currentTimeMillis
    const target: Target = { place, name: name ?? nameAt(now, key !== undefined), encrypt }
    yield* refuseExisting(target, force)
    const written = yield* writeOnce(settings, target).pipe(
      Effect.retry({ times: attempts - 1, while: ({ _tag }) => _tag === "Collected" }),
      Effect.catchTag(
        "Collected",
        ({ hash }) => new Failed({ message: `blob ${hash} is needed but missing; lectern check says what needs it` })
      )
    )
    const removed = retention === undefined ? [] : yield* prune(place, retention, now)
    return { file: place.addressOf(target.name), ...written, removed } satisfies Written
  })
