/** Reads an archive as a folder whose files are unpacked one at a time. */
import type { Invalid } from "@lectern/core/errors/Errors"
import { decode } from "@lectern/core/git-layout/Folder"
import { openZip, topFolder, type ZipLimits } from "@lectern/core/internal/content/git-layout/Zip"
import type { OutboundService } from "@lectern/core/outbound/Outbound"
import * as Effect from "effect/Effect"
import { fetchRequired, maxBytes, unreadable } from "../Source.js"
import type { Report } from "./Report.js"

/** The files of an archive. A file that cannot be read is reported once and then treated as missing. */
export interface Archive {
  readonly paths: ReadonlySet<string>
  readonly bytes: (path: string) => Uint8Array | undefined
  /** The UTF-8 text of a file, without byte order mark, at most 5 MB. */
  readonly text: (path: string) => string | undefined
}

/** The text of a configuration file; `undefined` if it is missing or longer than 500,000 characters. */
export const configText = (archive: Archive, path: string): string | undefined => {
  const text = archive.paths.has(path) ? archive.text(path) : undefined
  return text === undefined || text.length > 500_000 ? undefined : text
}

/** 50,000 entries, 20 MB per file, 1 GB in total, and a compression ratio of at most 1,000 per file. */
export const archiveLimits: ZipLimits = {
  entries: 50_000,
  file: maxBytes.file,
  total: 1024 * 1024 * 1024,
  ratio: 1_000
}

/** Creates an archive that reads files through `read` and reports each file that cannot be read once. */
export const archiveOf = (
  paths: ReadonlySet<string>,
  read: (path: string) => Uint8Array | string,
  report: Report
): Archive => {
  const broken = new Set<string>()
  const wrong = (path: string, reason: string): undefined => {
    if (!broken.has(path)) report(`${path}: ${reason}; it is left out`)
    broken.add(path)
  }
  const bytes = (path: string): Uint8Array | undefined => {
    if (!paths.has(path) || broken.has(path)) return undefined
    const found = read(path)
    return typeof found === "string" ? wrong(path, found) : found
  }
  const text = (path: string): string | undefined => {
    const found = bytes(path)
    if (found === undefined) return undefined
    if (found.length > maxBytes.page) return wrong(path, `expected at most ${maxBytes.page} bytes, got ${found.length}`)
    const decoded = decode(found)
    if ("problem" in decoded) return wrong(path, `${decoded.problem} (line ${decoded.line})`)
    return decoded.text.replace(/^\uFEFF/, "")
  }
  return { paths, bytes, text }
}

/**
 * Opens a zip archive in memory. Fails if the bytes are not one, or if the archive is refused as a whole; skipped files
 * are reported. A single top-level folder is stripped, unless `whole`.
 */
export const openArchive = (data: Uint8Array, report: Report, whole = false): Effect.Effect<Archive, Invalid> =>
  Effect.suspend(() => {
    const { paths, problems, read } = openZip(data, archiveLimits)
    if (paths.length === 0) return unreadable(problems[0]?.message ?? "expected an archive with files")
    for (const { file, message } of problems) report(file === "" ? message : `${file}: ${message}`)
    const top = whole ? "" : topFolder(paths)
    const inside = new Set(paths.map((path) => path.slice(top.length)))
    return Effect.succeed(archiveOf(inside, (path) => read(top + path), report))
  })

/** Downloads an archive into memory and opens it. */
export const fetchArchive = (outbound: OutboundService, url: string, report: Report): Effect.Effect<Archive, Invalid> =>
  fetchRequired(outbound, url, maxBytes.archive).pipe(Effect.flatMap(({ bytes }) => openArchive(bytes, report)))
