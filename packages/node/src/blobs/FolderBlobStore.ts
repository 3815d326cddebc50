/**
 * The bytes of files in a folder, which several processes may share. A blob is `ab/cd/abcd…`, by its hash; it is
 * written under `incoming`, forced to the disk and renamed, so that it is complete as soon as it has its name. The
 * modification time of a file is the time of its last put.
 * @since 0.1.0
 */
import { createHash, randomUUID } from "node:crypto"
import type { Dirent } from "node:fs"
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat, unlink, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import { BlobStore, type BlobStoreService, type ListedBlob, type StoredBlob } from "@lectern/core/blobs/BlobStore"
import { Unavailable } from "@lectern/core/errors/Errors"
import { keepPieces, pieceSize, rangeWithin, readPieces } from "@lectern/core/internal/storage/blobs/Pieces"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { blobPath } from "./BlobPath.js"
import { syncFolder } from "./SyncFolder.js"

/** Turns a missing file into `undefined`. */
const unlessAbsent = async <A>(run: Promise<A>): Promise<A | undefined> => {
  try {
    return await run
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined
    throw error
  }
}

const timeOf = ({ mtimeMs }: { readonly mtimeMs: number }): number => Math.round(mtimeMs)

/** Reads exactly these bytes, in as many reads as it takes. */
const readAt = async (handle: FileHandle, position: number, length: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new Error("a blob is shorter than it was")
    filled += bytesRead
  }
  return bytes
}

async function* entries(folder: string): AsyncGenerator<Dirent> {
  const opened = await unlessAbsent(opendir(folder))
  if (opened !== undefined) yield* opened
}

const hashed = /^[0-9a-f]{64}$/

/** The paths of all blobs in a folder. */
async function* paths(root: string): AsyncGenerator<readonly [hash: string, path: string]> {
  for await (const outer of entries(root)) {
    if (!/^[0-9a-f]{2}$/.test(outer.name)) continue
    for await (const inner of entries(join(root, outer.name))) {
      for await (const { name } of entries(join(root, outer.name, inner.name))) {
        if (hashed.test(name)) yield [name, join(root, outer.name, inner.name, name)]
      }
    }
  }
}

/** A blob store in a folder, which is created when it is first needed. */
export const make = (root: string): BlobStoreService => {
  const incoming = join(root, "incoming")
  const leaving = join(root, "leaving")
  const pathOf = (hash: string): string => blobPath(root, hash)
  /** The cause names the folder, which the system's error does not if a write or a read fails. */
  const unavailable = (cause: unknown): Unavailable => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return new Unavailable({
      message: "storage failed",
      cause: new Error(`${root} cannot be used: ${reason}`, { cause })
    })
  }
  const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Unavailable> =>
    Effect.tryPromise({ try: run, catch: unavailable })

  /** Moves a complete file to its place. */
  const settle = async (temporary: string, hash: string): Promise<void> => {
    const path = pathOf(hash)
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(temporary, path)
    await syncFolder(dirname(path))
    if (made === undefined) return
    await syncFolder(dirname(dirname(path)))
    await syncFolder(root)
  }

  const putStream: BlobStoreService["putStream"] = (bytes) =>
    Effect.acquireUseRelease(
      attempt(async () => {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        const path = join(incoming, randomUUID())
        return { path, handle: await open(path, "wx", 0o600) }
      }),
      ({ handle, path }) =>
        Effect.gen(function* () {
          const stored = yield* keepPieces(
            bytes,
            (piece) => attempt(() => handle.writeFile(piece)),
            () => createHash("sha256")
          )
          const at = (yield* Clock.currentTimeMillis) / 1000
          yield* Effect.uninterruptible(
            attempt(async () => {
              await handle.utimes(at, at)
              await handle.sync()
              await settle(path, stored.hash)
            })
          )
          return stored
        }),
      ({ handle, path }, exit) =>
        Effect.promise(async () => {
          await handle.close().catch(() => {})
          if (Exit.isFailure(exit)) await rm(path, { force: true }).catch(() => {})
        })
    )

  /** Resets the age of a blob; `false` if there is none, or if it is just being deleted. */
  const refresh = (hash: string): Effect.Effect<boolean, Unavailable> =>
    Effect.flatMap(Clock.currentTimeMillis, (millis) =>
      attempt(async () => {
        const path = pathOf(hash)
        const before = await unlessAbsent(stat(path))
        if (before === undefined) return false
        const at = Math.max(millis, timeOf(before)) / 1000
        const found = await unlessAbsent(utimes(path, at, at).then(() => stat(path)))
        return found !== undefined
      })
    )

  /** Opens a blob for reading; while one is being deleted or restored, it is in the other place. */
  const openBlob = (hash: string): Effect.Effect<FileHandle | undefined, Unavailable> =>
    attempt(async () => {
      for (const path of [pathOf(hash), join(leaving, hash), pathOf(hash)]) {
        const handle = await unlessAbsent(open(path, "r"))
        if (handle !== undefined) return handle
      }
      return undefined
    })
  const opened = (hash: string) =>
    Effect.acquireRelease(
      Effect.flatMap(openBlob(hash), (handle) =>
        handle === undefined ? Effect.fail(unavailable("a blob is not there")) : Effect.succeed(handle)
      ),
      (handle) => Effect.promise(() => handle.close())
    )

  /** Deletes a file for good if it is older than `before`, otherwise restores it. */
  const end = async (hash: string, before: number): Promise<boolean> => {
    const place = join(leaving, hash)
    const found = await unlessAbsent(stat(place))
    if (found === undefined) return false
    if (timeOf(found) < before) return (await unlessAbsent(unlink(place).then(() => true))) ?? false
    await mkdir(dirname(pathOf(hash)), { recursive: true, mode: 0o700 })
    await unlessAbsent(rename(place, pathOf(hash)))
    return false
  }

  const listed = async (hash: string, path: string): Promise<ListedBlob | undefined> => {
    const found = await unlessAbsent(stat(path))
    return found === undefined ? undefined : { hash, size: found.size, putAt: timeOf(found) }
  }

  return {
    put: (hash, bytes) =>
      Effect.flatMap(refresh(hash), (known) => (known ? Effect.void : Effect.asVoid(putStream(Stream.make(bytes))))),
    putStream,
    get: (hash) =>
      attempt(async () => {
        for (const path of [pathOf(hash), join(leaving, hash), pathOf(hash)]) {
          const bytes = await unlessAbsent(readFile(path))
          if (bytes !== undefined) return new Uint8Array(bytes)
        }
        return undefined
      }),
    stat: (hash) =>
      Effect.map(
        Effect.scoped(
          Effect.flatMap(
            Effect.acquireRelease(openBlob(hash), (handle) => Effect.promise(async () => handle?.close())),
            (handle) => (handle === undefined ? Effect.succeed(undefined) : attempt(() => handle.stat()))
          )
        ),
        (found): StoredBlob | undefined => (found === undefined ? undefined : { hash, size: found.size })
      ),
    read: (hash, range) =>
      Stream.unwrapScoped(
        Effect.gen(function* () {
          const handle = yield* opened(hash)
          const whole = rangeWithin((yield* attempt(() => handle.stat())).size, range)
          return readPieces(pieceSize, whole, (index) => {
            const position = index * pieceSize
            return attempt(() => readAt(handle, position, Math.min(pieceSize, whole.end - position)))
          })
        })
      ),
    delete: (hash, before = Number.POSITIVE_INFINITY) =>
      attempt(async () => {
        const found = await unlessAbsent(stat(pathOf(hash)))
        if (found === undefined || timeOf(found) >= before) return false
        await mkdir(leaving, { recursive: true, mode: 0o700 })
        const moved = await unlessAbsent(rename(pathOf(hash), join(leaving, hash)).then(() => true))
        return moved === true && (await end(hash, before))
      }),
    list: (before) =>
      Stream.fromAsyncIterable(paths(root), unavailable).pipe(
        Stream.mapEffect(([hash, path]) => attempt(() => listed(hash, path))),
        Stream.filterMap((found) => (found !== undefined && found.putAt < before ? Option.some(found) : Option.none()))
      ),
    sweep: (before) =>
      attempt(async () => {
        for await (const { name } of entries(leaving)) await end(name, before)
        for await (const { name } of entries(incoming)) {
          const found = await unlessAbsent(stat(join(incoming, name)))
          if (found !== undefined && timeOf(found) < before) await rm(join(incoming, name), { force: true })
        }
      })
  }
}

/** {@link make} as a layer, to replace the blob store that comes with a storage. */
export const layer = (root: string): Layer.Layer<BlobStore> => Layer.sync(BlobStore, () => make(root))
