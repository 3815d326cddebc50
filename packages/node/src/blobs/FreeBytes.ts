import { statfs } from "node:fs/promises"
import * as Effect from "effect/Effect"

/** How many bytes this user may still write to the disk that a folder is on; `undefined` if that is not known. */
export const freeBytes = (folder: string): Effect.Effect<number | undefined> =>
  Effect.promise(async () => {
    try {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    } catch {
      return undefined
    }
  })
