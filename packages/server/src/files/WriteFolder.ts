import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from "node:fs"
import { type FileHandle, lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises"
import { dirname, join } from "node:path"
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { FolderFile, StreamedFile } from "@lectern/core/git-layout/Folder"
import { isSafePath } from "@lectern/core/internal/content/git-layout/Paths"
import type { SpaceFolder } from "@lectern/core/internal/content/sync/Snapshot"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Failed, reasonOf } from "../output/Failures.js"
import type { Report } from "../output/ProgressBar.js"
import { exportMarker } from "./SourceFile.js"

/** The changes that an export made to a folder. */
export interface Written {
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

const Marker = Schema.parseJson(Schema.Struct({ space: Schema.String, files: Schema.Array(Schema.String) }))
const decodeMarker = Schema.decodeUnknownOption(Marker)

/** Whether a file could not be used because it does not exist. */
const missing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")

/** The result of a promise; `undefined` if its file does not exist. */
export const orUndefined = <A>(promise: Promise<A>): Promise<A | undefined> =>
  promise.catch((error: unknown) => {
    if (missing(error)) return undefined
    throw error
  })

/** The status of the file or folder at a path; `undefined` if there is none. */
export const statusOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if (missing(error)) return undefined
    throw error
  }
}

/** The folders below a root that are known to be folders, and whether they were made just now, so that they are empty. */
type KnownFolders = Map<string, boolean>

/**
 * Makes the folder of a path, and refuses to follow a link, which could lead anywhere. Returns whether it was made for
 * these files.
 */
const makeFolders = (root: string, path: string, known: KnownFolders): boolean => {
  const end = path.lastIndexOf("/")
  if (end < 0) return false
  const folder = path.slice(0, end)
  const before = known.get(folder)
  if (before !== undefined) return before
  makeFolders(root, folder, known)
  const at = join(root, folder)
  const status = statusOf(at)
  if (status === undefined) mkdirSync(at)
  else if (!status.isDirectory()) throw new Error(`${at} is in the way: it is not a folder`)
  known.set(folder, status === undefined)
  return status === undefined
}

const failedWith = (error: unknown): Failed => new Failed({ message: reasonOf(error) })

/** Runs an effect that may fail for a reason to be shown to people. */
export const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: run, catch: failedWith })

/** {@link attempt} for a synchronous function. */
export const attemptNow = <A>(run: () => A): Effect.Effect<A, Failed> => Effect.try({ try: run, catch: failedWith })

const withHandle = <A, E>(path: string, flags: "r" | "w", use: (handle: FileHandle) => Effect.Effect<A, E>) =>
  Effect.acquireUseRelease(
    attempt(() => open(path, flags)),
    (handle) =>
      Effect.zipLeft(
        use(handle),
        attempt(() => handle.close())
      ),
    (handle, exit) => (Exit.isFailure(exit) ? Effect.promise(() => handle.close().catch(() => {})) : Effect.void)
  )

/** Whether a file has these bytes at a position. */
const continuesWith = async (handle: FileHandle, position: number, bytes: Uint8Array): Promise<boolean> => {
  const read = Buffer.alloc(bytes.length)
  for (let filled = 0; filled < read.length; ) {
    const { bytesRead } = await handle.read(read, filled, read.length - filled, position + filled)
    if (bytesRead === 0) return false
    filled += bytesRead
  }
  return read.equals(bytes)
}

/** Whether a file of the same size as a stream has the same bytes. Stops reading at the first difference. */
const hasBytes = <E>(path: string, bytes: Stream.Stream<Uint8Array, E>) =>
  withHandle(path, "r", (handle) =>
    Stream.runFoldWhileEffect(
      bytes,
      { position: 0, same: true },
      ({ same }) => same,
      ({ position }, chunk) =>
        Effect.map(
          attempt(() => continuesWith(handle, position, chunk)),
          (same) => ({ position: position + chunk.length, same })
        )
    )
  ).pipe(Effect.map(({ same }) => same))

const temporaryFor = (target: string): string => `${target}.${process.pid}.tmp`

/** The status of the file at a target, which must not be a folder. */
const fileAt = (target: string): Stats | undefined => {
  const status = statusOf(target)
  if (status?.isDirectory()) throw new Error(`${target} is in the way: it is a folder`)
  return status
}

/** Makes a file, unless the path is taken. */
const made = (target: string, bytes: Uint8Array): boolean => {
  try {
    writeFileSync(target, bytes, { flag: "wx" })
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    rmSync(target, { force: true })
    throw error
  }
}

/** Writes a file from memory: synchronously, since waiting takes longer than the writing for most files. */
const writeBytes = (root: string, { bytes, path }: FolderFile, known: KnownFolders): boolean => {
  const isNew = makeFolders(root, path, known)
  const target = join(root, path)
  // In a new folder, an existing file can only have been written a moment ago, under a name that is the same to the
  // file system.
  if (isNew && made(target, bytes)) return true
  const status = fileAt(target)
  if (status === undefined && made(target, bytes)) return true
  if (status?.isFile() && status.size === bytes.length && readFileSync(target).equals(bytes)) return false
  const temporary = temporaryFor(target)
  try {
    writeFileSync(temporary, bytes)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  return true
}

const writeStream = Effect.fnUntraced(function* (root: string, file: StreamedFile, known: KnownFolders) {
  const target = join(root, file.path)
  const status = yield* attemptNow(() => {
    makeFolders(root, file.path, known)
    return fileAt(target)
  })
  if (status?.isFile() && status.size === file.size && (yield* hasBytes(target, file.stream))) return false
  const temporary = temporaryFor(target)
  yield* withHandle(temporary, "w", (handle) =>
    Stream.runForEach(file.stream, (chunk) => attempt(() => handle.writeFile(chunk)))
  ).pipe(
    Effect.zipRight(attempt(() => rename(temporary, target))),
    Effect.onError(() => Effect.promise(() => rm(temporary, { force: true }).catch(() => {})))
  )
  return true
})

/**
 * Writes a file, and returns `false` if it already has these bytes. An existing file is replaced in one step: a reader
 * sees the old bytes or the new ones.
 */
export type WriteFile = (file: FolderFile | StreamedFile) => Effect.Effect<boolean, Failed | Unavailable>

/** Writes files into a folder in which nobody else makes folders meanwhile. */
export const writerInto = (root: string): WriteFile => {
  const known: KnownFolders = new Map()
  return (file) => ("bytes" in file ? attemptNow(() => writeBytes(root, file, known)) : writeStream(root, file, known))
}

/** Removes a file, and the folders that are then empty; `false` if it does not exist. */
export const removeOne = async (root: string, path: string): Promise<boolean> => {
  const target = join(root, path)
  if ((await orUndefined(lstat(target)))?.isFile() !== true) return false
  await rm(target)
  let folder = dirname(path)
  while (folder !== ".") {
    const empty = await rmdir(join(root, folder)).then(
      () => true,
      () => false
    )
    if (!empty) break
    folder = dirname(folder)
  }
  return true
}

/** The files that an earlier export of the space left in the folder; fails if the folder belongs to something else. */
const earlierFiles = async (folder: string, space: string, force: boolean): Promise<ReadonlyArray<string>> => {
  const names = await orUndefined(readdir(folder))
  if (names === undefined || names.length === 0) return []
  const text = await orUndefined(readFile(join(folder, exportMarker), "utf8"))
  const marker = text === undefined ? undefined : decodeMarker(text)
  if (marker?._tag === "Some" && marker.value.space === space) return marker.value.files.filter(isSafePath)
  if (force) return []
  throw new Error(`${folder} is not empty and not an earlier export of this space; --force writes into it anyway`)
}

/**
 * Writes the files of a space into a folder, and removes the files of an earlier export of the space that no longer
 * exist. Other files are left alone. Without `force`, a folder must be empty, new, or an earlier export.
 */
export const writeFolder = Effect.fnUntraced(function* (
  folder: string,
  space: string,
  { files, paths }: SpaceFolder,
  force: boolean,
  report: Report
) {
  const unsafe = paths.find((path) => !isSafePath(path))
  if (unsafe !== undefined) return yield* new Failed({ message: `the path ${unsafe} leads out of the folder` })
  const earlier = yield* attempt(() => earlierFiles(folder, space, force))
  yield* attempt(() => mkdir(folder, { recursive: true }))
  const marker = (listed: ReadonlyArray<string>): FolderFile => ({
    path: exportMarker,
    bytes: Buffer.from(`${JSON.stringify({ space, files: listed }, null, 2)}\n`)
  })
  const write = writerInto(folder)
  yield* write(marker([...new Set([...earlier, ...paths])].sort()))
  let written = 0
  let done = 0
  yield* Stream.runForEach(files, (file) =>
    Effect.map(write(file), (changed) => {
      if (changed) written++
      report(++done, paths.length)
    })
  )
  const kept = new Set(paths)
  let removed = 0
  for (const path of earlier) {
    if (!kept.has(path) && (yield* attempt(() => removeOne(folder, path)))) removed++
  }
  yield* write(marker([...paths].sort()))
  return { written, unchanged: paths.length - written, removed } satisfies Written
})
