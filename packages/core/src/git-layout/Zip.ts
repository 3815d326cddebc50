/** A zip archive as a folder, with everything refused that a hostile one could do. */
import { inflateSync } from "fflate"
import type { FolderFile, Problem } from "./Folder.js"
import { isSafePath } from "./Paths.js"
import { crc32, entryCount, type ZipEntry, zipEntries } from "./ZipEntries.js"

/** What an archive may hold: entries, bytes of one file, bytes of all, and times its own size that one file may grow to. */
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

/** The files of an archive, and what was left out of it and why. An archive that is refused as a whole has no files. */
export interface Unzipped {
  readonly files: ReadonlyArray<FolderFile>
  readonly problems: ReadonlyArray<Problem>
}

const refused = (message: string): Unzipped => ({ files: [], problems: [{ file: "", message, severity: "error" }] })

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

/** Without the one folder that everything is in, if there is one. */
const stripTop = (files: ReadonlyArray<FolderFile>): ReadonlyArray<FolderFile> => {
  const first = files[0]?.path ?? ""
  const top = first.slice(0, first.indexOf("/") + 1)
  if (top === "" || top.startsWith(".") || !files.every(({ path }) => path.startsWith(top))) return files
  return files.map(({ path, bytes }) => ({ path: path.slice(top.length), bytes }))
}

/**
 * Unpacks an archive. Entries whose path leads out of it, links, encrypted, oversized and damaged ones are left out and
 * reported; too many entries or too many bytes in all refuse the whole. A single top folder is taken off.
 */
export const unzip = (bytes: Uint8Array, limits: ZipLimits = defaultZipLimits): Unzipped => {
  const count = entryCount(bytes)
  if (count < 0) return refused("expected a zip archive")
  if (count > limits.entries) return refused(`expected at most ${limits.entries} entries, got ${count}`)
  const entries = zipEntries(bytes)
  const total = entries.reduce((sum, entry) => sum + (entry.size > limits.file ? 0 : entry.size), 0)
  if (total > limits.total) return refused(`expected at most ${limits.total} bytes in all, got ${total}`)
  const files = new Map<string, Uint8Array>()
  const problems: Array<Problem> = []
  if (entries.length < count) {
    problems.push({ file: "", message: "the archive's directory is broken; the rest is left out", severity: "error" })
  }
  for (const entry of entries) {
    const path = entry.name.replaceAll("\\", "/")
    if (path.endsWith("/") || ignored(path)) continue
    const wrong = reason(entry, path, limits) ?? (files.has(path) ? "another entry has its path" : undefined)
    const unpacked = wrong ?? content(entry)
    if (typeof unpacked !== "string") files.set(path, unpacked)
    else problems.push({ file: entry.name, message: `${unpacked}; it is left out`, severity: "error" })
  }
  return { files: stripTop([...files].map(([path, data]) => ({ path, bytes: data }))), problems }
}
