/** Archives in a folder. */
import { type FileHandle, open, readdir, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import { Failed, reasonOf } from "../output/Failures.js"
import type { ArchivePlace } from "./ArchivePlace.js"
import { piecesOf } from "./FilePieces.js"
import { steadyWriter } from "./SteadyWriter.js"

/** How many pieces may wait to be written, so that the next ones are prepared while the disk is busy. */
const piecesAhead = 4

const attempt = <A>(what: string, run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, Failed> =>
  Effect.tryPromise({ try: run, catch: (error) => new Failed({ message: `${what}: ${reasonOf(error)}` }) })

const closing = (handle: FileHandle) => Effect.promise(() => handle.close().catch(() => {}))

/** Forces a folder's entries to the disk, if the system supports that. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r").catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}

/** The archives in a folder. */
export const folderArchives = (folder: string): ArchivePlace => {
  const at = (name: string): string => join(folder, name)
  const temporary = (name: string): string => `${at(name)}.${process.pid}.tmp`
  const store: ArchivePlace["store"] = (name, bytes) => {
    const what = `${at(name)} cannot be written`
    const unfinished = temporary(name)
    return Effect.acquireUseRelease(
      attempt(what, async () => {
        await rm(unfinished, { force: true })
        return open(unfinished, "wx", 0o600)
      }),
      (handle) =>
        attempt(what, async (signal) => {
          await handle.chmod(0o600)
          const { end, write } = steadyWriter(handle)
          const ahead = new CountQueuingStrategy({ highWaterMark: piecesAhead })
          await bytes.pipeTo(new WritableStream<Uint8Array>({ write, close: end }, ahead), { signal })
          const { size } = await handle.stat()
          await rename(unfinished, at(name))
          await syncFolder(folder)
          return size
        }),
      (handle) =>
        Effect.zipRight(
          closing(handle),
          Effect.promise(() => rm(unfinished, { force: true }).catch(() => {}))
        )
    )
  }
  return {
    addressOf: at,
    list: attempt(`${folder} cannot be read`, () => readdir(folder)),
    has: (name) =>
      Effect.promise(async () => {
        const found = await stat(at(name)).catch(() => undefined)
        return found && (found.isFile() ? "an archive" : "something else")
      }),
    store,
    read: (name) =>
      Effect.map(
        Effect.acquireRelease(
          attempt(`${at(name)} cannot be opened`, () => open(at(name), "r")),
          closing
        ),
        (handle) => {
          const pieces = piecesOf(handle)
          return new ReadableStream<Uint8Array>({
            pull: async (controller) => {
              const { value } = await pieces.next()
              if (value === undefined) controller.close()
              else controller.enqueue(value)
            },
            cancel: async () => void (await pieces.return())
          })
        }
      ),
    remove: (name) => attempt(`${at(name)} cannot be removed`, () => rm(at(name), { force: true })),
    scratch: (name) => `${temporary(name)}.db`
  }
}
