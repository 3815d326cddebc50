/** Names that are valid on every file system, and paths that do not collide on any of them. */
import { basename, directory } from "./Paths.js"

const encoder = new TextEncoder()

/** The maximum length of a name in bytes before a number and an extension are added; file systems allow 255. */
const nameLimit = 200
/**
 * The maximum length of a folder's path in bytes, and the maximum number of nested folders; beyond it, files go to the
 * top.
 */
const folderLimit = 600
const depthLimit = 40

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)$/i
const ours = /^(?:\.git|\.gitbook|\.gitbook\.yaml|node_modules|\.ds_store|\.lectern-export\.json)$/i

const cut = (text: string, bytes: number): string => {
  let size = 0
  let kept = ""
  for (const char of text) {
    size += encoder.encode(char).length
    if (size > bytes) break
    kept += char
  }
  return kept
}

/** A name without anything that a file system rejects or interprets; unchanged if it is already safe. */
export const safeName = (name: string): string => {
  const plain = name.replaceAll(/[\\/<>:"|?*\p{Cc}\p{Cs}]/gu, "-")
  const dot = plain.lastIndexOf(".")
  const extension = dot > 0 && plain.length - dot <= 16 ? plain.slice(dot) : ""
  const stem = plain.slice(0, plain.length - extension.length)
  const short = encoder.encode(plain).length > nameLimit ? cut(stem, nameLimit - 64) + extension : plain
  const ended = /[. ]$/.test(short) ? `${short.replace(/[. ]+$/, "")}_` : short
  const [first = ""] = ended.split(".", 1)
  return reserved.test(first.trim()) || ours.test(ended) ? `_${ended}` : ended
}

/** A path as seen by a file system that ignores case and Unicode normalization. */
const fold = (path: string): string => path.normalize("NFC").toLowerCase().normalize("NFC")

/** The paths of a folder that are taken. */
export interface TakenPaths {
  /**
   * Whether a file can have a path on every file system: no other path is equivalent, none is a folder above it, and it
   * is a folder above none.
   */
  readonly isFree: (path: string) => boolean
  /** Whether files can be put into a folder. */
  readonly isOpen: (folder: string) => boolean
  /** Whether a file can keep the path that it had on the file system it came from. */
  readonly isKeepable: (path: string) => boolean
  readonly take: (path: string) => void
}

/** A set of taken paths that contains only the given ones. */
export const takenPaths = (paths: Iterable<string>): TakenPaths => {
  const exact = new Set<string>()
  const exactFolders = new Set<string>()
  const files = new Set<string>()
  const folders = new Map<string, string>()
  const above = (path: string): ReadonlyArray<string> => {
    const found: Array<string> = []
    for (let folder = directory(path); folder !== ""; folder = directory(folder)) found.push(folder)
    return found
  }
  const fits = (folder: string): boolean => !files.has(fold(folder)) && (folders.get(fold(folder)) ?? folder) === folder
  const taken: TakenPaths = {
    isFree: (path) => !files.has(fold(path)) && !folders.has(fold(path)) && above(path).every(fits),
    isOpen: (folder) =>
      folder === "" ||
      (encoder.encode(folder).length <= folderLimit &&
        folder.split("/").length <= depthLimit &&
        above(`${folder}/x`).every(fits)),
    isKeepable: (path) =>
      !exact.has(path) && !exactFolders.has(path) && above(path).every((folder) => !exact.has(folder)),
    take: (path) => {
      exact.add(path)
      files.add(fold(path))
      for (const folder of above(path)) {
        exactFolders.add(folder)
        if (!folders.has(fold(folder))) folders.set(fold(folder), folder)
      }
    }
  }
  for (const path of paths) taken.take(path)
  return taken
}

/** A path with a number in its name, before its extension. */
export const numbered = (path: string, mark: (count: number) => string, count: number): string => {
  const name = basename(path)
  const dot = name.lastIndexOf(".")
  const at = path.length - (dot > 0 ? name.length - dot : 0)
  return path.slice(0, at) + mark(count) + path.slice(at)
}
