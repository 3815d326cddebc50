/** Writing large files: a piece is written while the next one is prepared, and the disk keeps up. */
import type { FileHandle } from "node:fs/promises"
import { begun } from "./Begun.js"
import { giveBack } from "./FilePieces.js"

/** How many bytes are written before they are flushed to the disk, so that little is left for the end. */
const flushedAtOnce = 32 * 1024 * 1024

const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten
  }
  giveBack(bytes)
}

/** Writes to an empty file, whose handle stays the caller's. */
export interface SteadyWriter {
  /** Takes a piece, which the caller must not use any more, once the one before it is written. */
  readonly write: (piece: Uint8Array) => Promise<void>
  /** Waits until everything is written, and on the disk if the file is kept. */
  readonly end: () => Promise<void>
}

/** A writer to an open file, which need not be on the disk unless it is kept. If a write fails, a later call fails. */
export const steadyWriter = (handle: FileHandle, kept = true): SteadyWriter => {
  let writing = Promise.resolve()
  let flushing = Promise.resolve()
  let unflushed = 0
  return {
    write: async (piece) => {
      await writing
      if (kept && unflushed >= flushedAtOnce) {
        await flushing
        unflushed = 0
        flushing = begun(handle.datasync())
      }
      unflushed += piece.length
      writing = begun(writeAll(handle, piece))
    },
    end: async () => {
      await writing
      if (!kept) return
      await flushing
      await handle.sync()
    }
  }
}
