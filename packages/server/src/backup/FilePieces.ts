/** Reading large files in pieces whose memory is reused, because allocating it takes longer than reading. */
import type { FileHandle } from "node:fs/promises"
import { begun } from "./Begun.js"

/** How many bytes are read in one step: each piece takes many steps on its way. */
const pieceSize = 1024 * 1024

/** How much memory waits to be used again, in pieces. */
const mostFree = 8

const free: Array<ArrayBuffer> = []

/** How many bytes of the memory of pieces are in use. */
const used = new WeakMap<ArrayBufferLike, number>()

const readPiece = async (handle: FileHandle): Promise<Uint8Array> => {
  const memory = free.pop() ?? new ArrayBuffer(pieceSize)
  const { bytesRead } = await handle.read(new Uint8Array(memory), 0, pieceSize)
  used.set(memory, bytesRead)
  return new Uint8Array(memory, 0, bytesRead)
}

/** The bytes of an open file. The next piece is read while one is in use. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array, void> {
  let next = begun(readPiece(handle))
  try {
    for (;;) {
      const piece = await next
      if (piece.length === 0) return
      next = begun(readPiece(handle))
      yield piece
    }
  } finally {
    await next.catch(() => {})
  }
}

/**
 * Marks bytes as no longer used. Once every byte of a piece of {@link piecesOf} is marked, its memory is used again.
 * Other bytes are left alone.
 */
export const giveBack = ({ buffer, length }: Uint8Array): void => {
  const left = (used.get(buffer) ?? 0) - length
  if (left > 0) used.set(buffer, left)
  else if (left === 0 && length > 0 && buffer instanceof ArrayBuffer) {
    used.delete(buffer)
    if (free.length < mostFree) free.push(buffer)
  }
}
