/** Restores a workspace from an archive: complete and verified, or not at all. */
import { createHash } from "node:crypto"
import { mkdir, mkdtemp, open, readdir, rename, rm, rmdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import { blobPath } from "@lectern/node/internal/blobs/BlobPath"
import { syncFolder } from "@lectern/node/internal/blobs/SyncFolder"
import { tooOld } from "@lectern/storage-sql/internal/SchemaNumbers"
import { latest, migrations } from "@lectern/storage-sqlite/internal/Migrations"
import * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Failed, reasonOf } from "../output/Failures.js"
import { type DecryptionKey, decrypted } from "./Encryption.js"
import type { Archive } from "./Locating.js"
import { blobName, formats, hashIn, lastFormat, Manifest, names, sumLine } from "./Manifest.js"
import { prepare, type Wishes } from "./Restored.js"
import { steadyWriter } from "./SteadyWriter.js"
import { openTar, type TarEntry } from "./Tar.js"

/** The maximum size of a manifest or a list of sums, in bytes. */
const largestText = 256 * 1024 * 1024

const decodeManifest = Schema.decodeUnknownEither(Manifest)

const attempt = <A>(what: string, run: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: run, catch: (error) => new Failed({ message: `${what}: ${reasonOf(error)}` }) })

const bytesOf = (entry: TarEntry): Effect.Effect<Buffer, Failed> =>
  entry.size > largestText
    ? new Failed({ message: `${entry.name} of the backup is too large` })
    : Effect.map(Stream.runCollect(entry.bytes), (pieces) => Buffer.concat([...pieces]))

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex")

/** Writes an entry into a new file, which is on the disk in the end if it is `kept`, and returns its hash. */
const extract = (entry: TarEntry, file: string, kept: boolean): Effect.Effect<string, Failed> =>
  Effect.acquireUseRelease(
    attempt(`${file} cannot be written`, () => open(file, "wx", 0o600)),
    (handle) =>
      Effect.gen(function* () {
        const sum = createHash("sha256")
        const writer = steadyWriter(handle, kept)
        yield* Stream.runForEach(entry.bytes, (piece) => {
          const written = attempt(`${file} cannot be written`, () => writer.write(piece))
          return Effect.tap(written, () => Effect.sync(() => sum.update(piece)))
        })
        yield* attempt(`${file} cannot be written`, writer.end)
        return sum.digest("hex")
      }),
    (handle) => Effect.promise(() => handle.close().catch(() => {}))
  )

/** An archive that is read. */
export interface OpenArchive {
  /** Its path or address. */
  readonly file: string
  /** Its bytes, in clear. */
  readonly bytes: ReadableStream<Uint8Array>
}

/** Opens an archive until the scope closes. Fails if it is encrypted with another key. */
export const openArchive = (
  { name, place }: Archive,
  key?: DecryptionKey
): Effect.Effect<OpenArchive, Failed, Scope.Scope> =>
  Effect.gen(function* () {
    const file = place.addressOf(name)
    return { file, bytes: yield* decrypted(file, yield* place.read(name), key) }
  })

/**
 * Unpacks an archive into a new folder, which is on the disk in the end if it is `kept`. Fails unless all files match
 * their sums.
 */
const unpack = ({ bytes, file }: OpenArchive, folder: string, kept: boolean): Effect.Effect<Manifest, Failed> =>
  Effect.scoped(
    Effect.gen(function* () {
      const tar = yield* openTar(file, bytes)
      const damaged = (problem: string) => new Failed({ message: `${file} is not a complete backup: ${problem}` })
      const named = (name: string) =>
        Effect.filterOrFail(
          tar.next,
          (entry): entry is TarEntry => entry?.name === name,
          () => damaged(`${name} is in the wrong place`)
        )
      const first = yield* bytesOf(yield* named(names.manifest))
      const decoded: Either.Either<Manifest, unknown> = decodeManifest(first.toString("utf8"))
      if (decoded._tag === "Left") return yield* damaged("its manifest is damaged")
      const manifest = decoded.right
      if (manifest.format > lastFormat || manifest.schema > latest) {
        return yield* new Failed({
          message: `${file} was written by Lectern ${manifest.version} with schema ${manifest.schema}, but this version knows schemas up to ${latest}: use the newer version`
        })
      }
      const sums = [sumLine(sha256(first), names.manifest)]
      const problem = tooOld(manifest.schema, migrations)
      if (problem !== undefined) return yield* new Failed({ message: `${file} ${problem}` })
      const database = yield* extract(yield* named(names.database), join(folder, names.database), kept)
      sums.push(sumLine(database, names.database))
      const made = new Set([folder])
      for (let left = manifest.blobs; left > 0; left--) {
        const entry = yield* tar.next
        const hash = entry === undefined ? undefined : hashIn(entry.name)
        if (entry === undefined || hash === undefined) return yield* damaged("a blob is in the wrong place")
        const path = blobPath(join(folder, "blobs"), hash)
        yield* attempt(`${folder} cannot be written`, () => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
        for (let parent = dirname(path); parent !== folder; parent = dirname(parent)) made.add(parent)
        const written = yield* extract(entry, path, kept)
        if (written !== hash) return yield* damaged(`blob ${hash} does not match its hash`)
        sums.push(sumLine(hash, blobName(hash)))
      }
      const last = yield* bytesOf(yield* named(names.sums))
      if (last.toString("utf8") !== sums.join("")) return yield* damaged("its parts do not match their checksums")
      if ((yield* tar.next) !== undefined) return yield* damaged("it has entries that do not belong to it")
      if (kept) {
        for (const each of made) yield* attempt(`${folder} cannot be written`, () => syncFolder(each))
      }
      return manifest
    })
  )

/** Fails unless a folder does not exist yet, or is empty. */
const requireEmpty = (folder: string): Effect.Effect<void, Failed> =>
  Effect.flatMap(
    attempt(`${folder} cannot be used`, () =>
      readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return []
        throw error
      })
    ),
    (found) =>
      found.length === 0
        ? Effect.void
        : new Failed({ message: `${folder} is not empty; name a new folder with --data-dir` })
  )

/**
 * Migrates the database, if it has an earlier schema, and prepares it; the archive itself serves as the backup copy.
 */
const bringUpToDate = (folder: string, wishes: Wishes): Effect.Effect<void, Failed> =>
  prepare(join(folder, names.database), wishes).pipe(
    Effect.zipRight(
      attempt(folder, async () => {
        for (const name of await readdir(folder)) if (name.endsWith(".bak")) await rm(join(folder, name))
      })
    )
  )

/** How to restore. */
export interface Restoring {
  /** Whether the tokens of the workspace keep working. */
  readonly keepTokens: boolean
  /**
   * Whether the folder is only read to copy it, and then deleted: it does not wait for the disk, and the search index is
   * left out where the archive has none.
   */
  readonly isTemporary?: boolean
}

/** Restores a workspace into a folder. It appears complete, or not at all. */
export const readBackup = (
  archive: OpenArchive,
  folder: string,
  { isTemporary = false, keepTokens }: Restoring
): Effect.Effect<Manifest, Failed> =>
  Effect.gen(function* () {
    yield* requireEmpty(folder)
    return yield* Effect.acquireUseRelease(
      attempt(`${folder} cannot be created`, async () => {
        await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
        return mkdtemp(`${folder}.tmp-`)
      }),
      (temporary) =>
        Effect.gen(function* () {
          const manifest = yield* unpack(archive, temporary, !isTemporary)
          const search = manifest.format === formats.withoutSearch && !isTemporary
          yield* bringUpToDate(temporary, { keepTokens, search })
          yield* attempt(`${folder} cannot be created`, async () => {
            await rmdir(folder).catch(() => {})
            await rename(temporary, folder)
          })
          return manifest
        }),
      (temporary) => Effect.promise(() => rm(temporary, { recursive: true, force: true }).catch(() => {}))
    )
  })
