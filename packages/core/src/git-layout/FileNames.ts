/** Names that every file system can hold, and paths that no two files of a folder share on any of them. */
import { basename, directory } from "./Paths.js"

const encoder = new TextEncoder()

/** The most bytes of a name before a number and an extension are put to it; file systems hold 255. */
const nameLimit = 200
/** The most bytes of a folder's path, and the most folders in it, before files go to the top instead. */
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

/** A name without what a file system refuses or reads otherwise: the name itself where it is fine. */
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

/** How a path looks to a file system that knows neither case nor forms of Unicode. */
const fold = (path: string): string => path.normalize("NFC").toLowerCase().normalize("NFC")

/** The paths of a folder that are taken. */
export interface TakenPaths {
  /** Whether a file may have a path on every file system: no other is like it, none is a folder of it, nor it of one. */
  readonly isFree: (path: string) => boolean
  /** Whether files may be put into a folder. */
  readonly isOpen: (folder: string) => boolean
  /** Whether a file may have the path that it had, on the file system that it came from. */
  readonly isKeepable: (path: string) => boolean
  readonly take: (path: string) => void
}

/** Paths of which none is taken but some. */
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
