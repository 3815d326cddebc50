/** The content of a folder's files, opened once: limits checked, texts decoded, what cannot be used reported. */
import { boundsProblem, pageBounds } from "../markdown/TextBounds.js"
import { decode, type FolderFile, type LayoutLimits, type Problem } from "./Folder.js"
import { isMarkdown, isSafePath } from "./Paths.js"

/** The files of a folder. A file that cannot be used is reported once and then as if it had no content. */
export interface FolderTexts {
  readonly paths: ReadonlySet<string>
  readonly text: (path: string) => string | undefined
  readonly bytes: (path: string) => Uint8Array | undefined
  /** Whether a file is there but cannot be used. */
  readonly skipped: (path: string) => boolean
}

const isGit = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/.test(path)
const isModules = (path: string): boolean => /(?:^|\/)node_modules(?:\/|$)/.test(path)

/** Opens a folder; what is under `.git` is not part of it, and what is under `node_modules` is left out. */
export const openFolder = (
  given: ReadonlyArray<FolderFile>,
  limits: LayoutLimits,
  report: (problem: Problem) => void
): FolderTexts => {
  const bounds = { ...pageBounds, bytes: limits.page }
  const files = new Map<string, Uint8Array>()
  const texts = new Map<string, string | undefined>()
  const tooLarge = new Set<string>()
  for (const { path, bytes } of given) {
    if (isGit(path)) continue
    if (isModules(path)) {
      report({ file: path, message: "it is in node_modules; it is left out", severity: "warning" })
      continue
    }
    if (!isSafePath(path)) {
      report({ file: path, message: "its path leads out of the folder", severity: "error" })
      continue
    }
    files.set(path, bytes)
    const limit = isMarkdown(path) ? limits.page : limits.file
    if (bytes.length <= limit) continue
    tooLarge.add(path)
    const message = `expected at most ${limit} bytes, got ${bytes.length}; it is left out`
    report({ file: path, message, severity: "error" })
  }
  const text = (path: string): string | undefined => {
    if (texts.has(path)) return texts.get(path)
    const bytes = files.get(path)
    const decoded = bytes === undefined || tooLarge.has(path) ? undefined : decode(bytes)
    if (decoded !== undefined && "problem" in decoded) {
      report({ file: path, line: decoded.line, message: `${decoded.problem}; it is left out`, severity: "error" })
    }
    const read = decoded !== undefined && "text" in decoded ? decoded.text : undefined
    const problem = read === undefined || !isMarkdown(path) ? undefined : boundsProblem(read, bounds)
    if (problem !== undefined) report({ file: path, message: `${problem}; it is left out`, severity: "error" })
    const value = problem === undefined ? read : undefined
    texts.set(path, value)
    return value
  }
  return {
    paths: new Set(files.keys()),
    text,
    bytes: (path) => (tooLarge.has(path) ? undefined : files.get(path)),
    skipped: (path) => files.has(path) && (isMarkdown(path) ? text(path) === undefined : tooLarge.has(path))
  }
}
