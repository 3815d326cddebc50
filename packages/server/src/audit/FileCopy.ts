/** Audit events in a file, which may be renamed at any time: SIGHUP opens a new one. */
import { type FileHandle, open } from "node:fs/promises"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Copy } from "./Copying.js"

/** Readable by the user of the server only. */
const mode = 0o600

/** Opens a file at its end; a line truncated by a crash is terminated first. */
const openAtEnd = async (path: string): Promise<FileHandle> => {
  const file = await open(path, "a+", mode)
  const { size } = await file.stat()
  if (size > 0) {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
    if (buffer.toString() !== "\n") await file.appendFile("\n")
  }
  return file
}

/** Copies events to the end of a file. */
export const fileCopy = (path: string): Effect.Effect<Copy, never, Scope.Scope> =>
  Effect.gen(function* () {
    let current: FileHandle | undefined
    const close = async (): Promise<void> => {
      const open = current
      current = undefined
      await open?.close()
    }
    let isStale = false
    const reopen = (): void => {
      isStale = true
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => process.on("SIGHUP", reopen)),
      () => Effect.sync(() => process.off("SIGHUP", reopen))
    )
    yield* Effect.addFinalizer(() => Effect.promise(close))
    const append = async (lines: string): Promise<void> => {
      if (isStale) {
        isStale = false
        await close()
      }
      current ??= await openAtEnd(path)
      await current.appendFile(lines)
      await current.datasync()
    }
    return {
      name: `file ${path}`,
      write: (lines) =>
        Effect.tryPromise({
          try: () => append(lines).catch((error: unknown) => close().then(() => Promise.reject(error))),
          catch: (error) => ({ message: error instanceof Error ? error.message : String(error) })
        })
    }
  })
