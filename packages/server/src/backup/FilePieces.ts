/** Reading large files in pieces whose memory is used again, because allocating it anew takes longer than reading. */
import { type FileHandle, open } from "node:fs/promises"

/** How many bytes are read at once: each piece takes many steps on its way. */
const pieceSize = 1024 * 1024

/** How much memory waits to be used again, in pieces. */
const mostFree = 8

const free: Array<Buffer> = []

/** The memory of the pieces that are in use. */
const used = new WeakMap<Uint8Array, Buffer>()

const readPiece = async (handle: FileHandle): Promise<Uint8Array> => {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(pieceSize)
  const { bytesRead } = await handle.read(memory, 0, pieceSize)
  const piece = memory.subarray(0, bytesRead)
  used.set(piece, memory)
  return piece
}

/** The bytes of a file. The next piece is read while one is in use. */
export async function* piecesOf(file: string): AsyncGenerator<Uint8Array, void> {
  const handle = await open(file, "r")
  let next = readPiece(handle)
  try {
    for (;;) {
      const piece = await next
      if (piece.length === 0) return
      next = readPiece(handle)
      yield piece
    }
  } finally {
    await next.catch(() => {})
    await handle.close()
  }
}

/** Lets the memory of a piece be used again, if it is one of {@link piecesOf}; its bytes then change. */
export const giveBack = (piece: Uint8Array): void => {
  const memory = used.get(piece)
  if (memory === undefined) return
  used.delete(piece)
  if (free.length < mostFree) free.push(memory)
}
