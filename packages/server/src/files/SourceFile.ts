/** The files that a folder or an archive provides to an import. */
import type { FolderFile, Problem, StreamedFile } from "@lectern/core/git-layout/Folder"

/** The files of a source in the order of their paths, and the files that were omitted. */
export interface Source {
  readonly files: ReadonlyArray<FolderFile | StreamedFile>
  readonly problems: ReadonlyArray<Problem>
}

/**
 * The limits of an import: the bytes it holds in memory (the texts of a folder, or a whole archive), and the number of
 * files.
 */
export const limits = { textBytes: 1024 * 1024 * 1024, archiveBytes: 1024 * 1024 * 1024, files: 200_000 } as const

/** The name of the file by which an export recognises its own folder; imports ignore it. */
export const exportMarker = ".lectern-export.json"

/** Whether a file or folder with this name is not content, but belongs to git or to exports. */
export const isOwn = (name: string): boolean => name === ".git" || name === exportMarker

/** Whether a file or folder with this name is omitted from an import, which reports it. */
export const isLeftOut = (name: string): boolean => name === "node_modules" || name === ".DS_Store"

/** A number of bytes for people. */
export const bytesText = (bytes: number): string =>
  bytes >= 1024 * 1024 ? `${(bytes / (1024 * 1024)).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`

/** Reports a file or folder that is omitted. */
export const leftOut = (file: string, why: string): Problem => ({
  file,
  message: `${why}; it is left out`,
  severity: "error"
})

/** The order of paths in a {@link Source}: by code point, the same on every system. */
export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0

/** The order of problems: that of the files they are about. */
export const byFile = (a: Problem, b: Problem): number => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0)
