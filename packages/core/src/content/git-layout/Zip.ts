/** Reads a zip archive as a folder, and refuses every known attack by a malicious archive. */
import { inflateSync } from "fflate"
import type { FolderFile, Problem } from "./Folder.js"
import { isSafePath } from "./Paths.js"
import { crc32, entryCount, type ZipEntry, zipEntries } from "./ZipEntries.js"

/**
 * The limits of an archive: the number of entries, the bytes of one file and of all files, and the compression ratio of
 * one file.
 */
export interface ZipLimits {
  readonly entries: number
  readonly file: number
  readonly total: number
  readonly ratio: number
}

/** 20,000 entries, 32 MB a file, 512 MB in all, a file of at most 1,000 times its compressed size. */
export const defaultZipLimits: ZipLimits = {
  entries: 20_000,
  file: 32 * 1024 * 1024,
  total: 512 * 1024 * 1024,
  ratio: 1_000
}

/**
 * The files of an archive, and the omitted ones with the reasons. An archive that is refused as a whole has no files.
 */
export interface Unzipped {
  readonly files: ReadonlyArray<FolderFile>
  readonly problems: ReadonlyArray<Problem>
}

/**
 * An archive whose files are unpacked on demand, so that only one is in memory at a time. `paths` lists the usable
 * entries, as written in the archive; `problems` lists the omitted entries with the reasons.
 */
export interface OpenedZip {
  readonly paths: ReadonlyArray<string>
  readonly problems: ReadonlyArray<Problem>
  /** The bytes of a file, or the error in them. */
  readonly read: (path: string) => Uint8Array | string
}

const refused = (message: string): OpenedZip => ({
  paths: [],
  problems: [{ file: "", message, severity: "error" }],
  read: () => "it does not exist"
})

const ignored = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\.DS_Store$|\.git\/|node_modules\/)/.test(path)

const content = (entry: ZipEntry): Uint8Array | string => {
  const { data, method, size, crc } = entry
  if (data === undefined) return "the archive ends before its content"
  let bytes = data
  if (method === 8) {
    try {
      bytes = inflateSync(data, { out: new Uint8Array(size) })
    } catch {
      return "its content is broken"
    }
  }
  return bytes.length === size && crc32(bytes) === crc ? bytes : "its content does not have the size and sum it claims"
}

const reason = (entry: ZipEntry, path: string, limits: ZipLimits): string | undefined => {
  if (!isSafePath(path)) return "its path leads out of the archive"
  if (entry.link) return "it is a symbolic link"
  if (entry.encrypted) return "it is encrypted"
  if (entry.method !== 0 && entry.method !== 8) return `its compression (${entry.method}) is not supported`
  if (entry.size > limits.file) return `expected at most ${limits.file} bytes, got ${entry.size}`
  if (entry.size > 1_048_576 && entry.size > entry.compressed * limits.ratio) return "it grows too much when unpacked"
  return undefined
}

/** The single top folder that contains all paths, with its `/`; empty if there is none. */
export const topFolder = (paths: ReadonlyArray<string>): string => {
  const first = paths[0] ?? ""
  const top = first.slice(0, first.indexOf("/") + 1)
  return top.startsWith(".") || !paths.every((path) => path.startsWith(top)) ? "" : top
}

const leftOut = (entry: ZipEntry, reason: string): Problem => ({
  file: entry.name,
  message: `${reason}; it is left out`,
  severity: "error"
})

/**
 * Opens an archive. Entries whose path leads out of it, links, encrypted and oversized entries are omitted and
 * reported; an archive with too many entries, too many bytes in all, or entries that share their bytes is refused as a
 * whole.
 */
export const openZip = (bytes: Uint8Array, limits: ZipLimits = defaultZipLimits): OpenedZip => {
  const count = entryCount(bytes)
  if (count < 0) return refused("expected a zip archive")
  if (count > limits.entries) return refused(`expected at most ${limits.entries} entries, got ${count}`)
  const entries = zipEntries(bytes)
  const total = entries.reduce((sum, entry) => sum + (entry.size > limits.file ? 0 : entry.size), 0)
  if (total > limits.total) return refused(`expected at most ${limits.total} bytes in all, got ${total}`)
  const packed = entries.reduce((sum, { data }) => sum + (data?.length ?? 0), 0)
  if (packed > bytes.length) return refused("expected entries that do not overlap")
  const files = new Map<string, ZipEntry>()
  const problems: Array<Problem> = []
  if (entries.length < count) {
    problems.push({ file: "", message: "the archive's directory is broken; the rest is left out", severity: "error" })
  }
  const guessed = entries.find((entry) => entry.guessed !== undefined)
  if (guessed !== undefined) {
    const message = `the names that are not in UTF-8 were read as ${guessed.guessed}`
    problems.push({ file: guessed.name, message, severity: "warning" })
  }
  for (const entry of entries) {
    const path = entry.name.replaceAll("\\", "/")
    if (path.endsWith("/") || ignored(path)) continue
    const wrong = reason(entry, path, limits) ?? (files.has(path) ? "another entry has its path" : undefined)
    if (wrong === undefined) files.set(path, entry)
    else problems.push(leftOut(entry, wrong))
  }
  const read = (path: string): Uint8Array | string => {
    const entry = files.get(path)
    return entry === undefined ? "it does not exist" : content(entry)
  }
  return { paths: [...files.keys()], problems, read }
}

/**
 * Unpacks an archive as {@link openZip} does; damaged files are omitted and reported too. A single top folder is
 * stripped.
 */
export const unzip = (bytes: Uint8Array, limits: ZipLimits = defaultZipLimits): Unzipped => {
  const { paths, problems, read } = openZip(bytes, limits)
  const files: Array<FolderFile> = []
  const broken: Array<Problem> = []
  for (const path of paths) {
    const unpacked = read(path)
    if (typeof unpacked !== "string") files.push({ path, bytes: unpacked })
    else broken.push({ file: path, message: `${unpacked}; it is left out`, severity: "error" })
  }
  const top = topFolder(files.map(({ path }) => path))
  return {
    files: files.map(({ path, bytes: data }) => ({ path: path.slice(top.length), bytes: data })),
    problems: [...problems, ...broken]
  }
}
