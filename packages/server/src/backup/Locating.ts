/** Archives by their name on the command line: the path of a file or a folder, or an address in a bucket. */
import { mkdir, stat } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import * as Effect from "effect/Effect"
import { parseBucket } from "../config/BlobSettings.js"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { type ArchivePlace, newestFirst } from "./ArchivePlace.js"
import { bucketArchives } from "./BucketArchives.js"
import { folderArchives } from "./FolderArchives.js"

/** An archive, or, without a name, the place of several. */
export interface Located {
  readonly place: ArchivePlace
  readonly name: string | undefined
}

/** An archive. */
export interface Archive extends Located {
  readonly name: string
}

const isArchive = /\.tar(\.age)?$/

const inBucket = (text: string, settings: Settings): Effect.Effect<Located, Failed | WrongUsage> => {
  const address = parseBucket(text)
  if (address === undefined) {
    return new WrongUsage({ message: `expected a bucket such as s3://bucket/prefix, got ${JSON.stringify(text)}` })
  }
  const { bucket, prefix } = address
  const parts = prefix.split("/")
  const name = isArchive.test(prefix) ? parts.pop() : undefined
  return Effect.map(bucketArchives({ bucket, prefix: parts.join("/") }, settings), (place) => ({ place, name }))
}

const onDisk = (text: string): Effect.Effect<Located, Failed> =>
  Effect.tryPromise({
    try: async () => {
      const path = resolve(text)
      if (text.endsWith("/")) await mkdir(path, { recursive: true, mode: 0o700 })
      const found = await stat(path).catch(() => undefined)
      return found?.isDirectory() === true
        ? { place: folderArchives(path), name: undefined }
        : { place: folderArchives(dirname(path)), name: basename(path) }
    },
    catch: (error) => new Failed({ message: `${text} cannot be used: ${reasonOf(error)}` })
  })

/**
 * Finds the archive or folder that an address or a path names. A folder is one that exists, or whose path ends with a
 * slash.
 */
export const locate = (text: string, settings: Settings): Effect.Effect<Located, Failed | WrongUsage> =>
  text.startsWith("s3:") ? inBucket(text, settings) : onDisk(text)

/** The archive to restore: in a folder or under a prefix, the newest one that is named by its time. */
export const locateArchive = (text: string, settings: Settings): Effect.Effect<Archive, Failed | WrongUsage> =>
  Effect.flatMap(locate(text, settings), ({ name, place }) =>
    name !== undefined
      ? Effect.succeed({ place, name })
      : Effect.flatMap(place.list, (names) => {
          const [newest] = newestFirst(names)
          return newest === undefined
            ? new Failed({ message: `there is no backup in ${place.addressOf("")}` })
            : Effect.succeed({ place, name: newest })
        })
  )
