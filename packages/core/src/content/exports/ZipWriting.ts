/** Writes a folder as a zip archive, piece by piece. */
import * as Stream from "effect/Stream"
import { Zip, ZipDeflate, ZipPassThrough } from "fflate"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { FolderFile, StreamedFile } from "../git-layout/Folder.js"

/** The first time that an archive can state, in milliseconds since 1970. */
const earliest = Date.UTC(1980, 0, 2)

const nothing = new Uint8Array()

/**
 * The archive of a folder, whose files have the time `time` in milliseconds since 1970. Only a piece of one file is in
 * memory at a time. Texts are compressed; other files, such as pictures, mostly are already.
 */
export const zipped = <E>(
  files: Stream.Stream<FolderFile | StreamedFile, E>,
  time: number
): Stream.Stream<Uint8Array, E | Unavailable> =>
  Stream.suspend(() => {
    let made: Array<Uint8Array> = []
    const zip = new Zip((error, bytes) => {
      if (error !== null) throw error
      if (bytes.length > 0) made.push(bytes)
    })
    const taken = (): ReadonlyArray<Uint8Array> => {
      const pieces = made
      made = []
      return pieces
    }
    const takenAfter = (work: () => void) =>
      Stream.suspend(() => {
        work()
        return Stream.fromIterable(taken())
      })
    const added = (file: FolderFile | StreamedFile): Stream.Stream<Uint8Array, Unavailable> => {
      const entry = "bytes" in file ? new ZipDeflate(file.path) : new ZipPassThrough(file.path)
      entry.mtime = new Date(Math.max(time, earliest))
      zip.add(entry)
      if ("bytes" in file) return takenAfter(() => entry.push(file.bytes, true))
      const pieces = Stream.mapConcat(file.stream, (bytes) => {
        entry.push(bytes)
        return taken()
      })
      return Stream.concat(
        pieces,
        takenAfter(() => entry.push(nothing, true))
      )
    }
    return Stream.concat(
      Stream.flatMap(files, added),
      takenAfter(() => zip.end())
    )
  })
