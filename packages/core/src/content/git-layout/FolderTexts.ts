/** The content of a folder's files, read once: limits are checked, texts decoded, and unusable files reported. */
import { pageBounds } from "../../text/markdown/TextBounds.js"
import { boundsProblem } from "../../text/markdown/TextCounts.js"
import { configPath, placesIn, readConfig } from "./Config.js"
import { decode, type FolderFile, type LayoutLimits, type Problem, type StreamedFile, sizeOf } from "./Folder.js"
import { isMarkdown, isSafePath } from "./Paths.js"
import { variablesName } from "./Variables.js"

/**
 * Tells which files of a folder must be in memory because the layout reads them as texts. `config` is the text of
 * `.gitbook.yaml`; all other files can be streams.
 */
export const textPaths = (config: string | undefined, paths: ReadonlyArray<string>): ((path: string) => boolean) => {
  const { readme, root, summary } = placesIn(readConfig(config), paths)
  const ordering = /(?:^|\/)(?:book\.toml|mkdocs\.ya?ml|\.pages)$/
  const named = new Set([configPath, readme, summary, root === "" ? variablesName : `${root}/${variablesName}`])
  return (path) => isMarkdown(path) || named.has(path) || ordering.test(path)
}

/** The files of a folder. An unusable file is reported once, and then treated as if it had no content. */
export interface FolderTexts {
  readonly paths: ReadonlySet<string>
  readonly text: (path: string) => string | undefined
  /** A file, if it is not too large. */
  readonly file: (path: string) => FolderFile | StreamedFile | undefined
  /** Whether a file exists but cannot be used. */
  readonly skipped: (path: string) => boolean
}

const isGit = (path: string): boolean => /(?:^|\/)\.git(?:\/|$)/.test(path)
const isModules = (path: string): boolean => /(?:^|\/)node_modules(?:\/|$)/.test(path)

const sizeProblem = (limit: number, file: FolderFile | StreamedFile): string =>
  `expected at most ${limit} bytes, got ${sizeOf(file)}`

/** The text of a file, or the reason why it has none. */
const textOf = (
  file: FolderFile | StreamedFile,
  limits: LayoutLimits
): ReturnType<typeof decode> | { readonly problem: string } => {
  if (sizeOf(file) > limits.text) return { problem: sizeProblem(limits.text, file) }
  return "bytes" in file ? decode(file.bytes) : { problem: "expected a text that is in memory" }
}

/** Opens a folder; files under `.git` are not part of it, and files under `node_modules` are omitted. */
export const openFolder = (
  given: ReadonlyArray<FolderFile | StreamedFile>,
  limits: LayoutLimits,
  report: (problem: Problem) => void
): FolderTexts => {
  const bounds = { ...pageBounds, bytes: limits.page }
  const files = new Map<string, FolderFile | StreamedFile>()
  const texts = new Map<string, string | undefined>()
  const tooLarge = new Set<string>()
  for (const file of given) {
    const { path } = file
    if (isGit(path)) continue
    if (isModules(path)) {
      report({ file: path, message: "it is in node_modules; it is left out", severity: "warning" })
      continue
    }
    if (!isSafePath(path)) {
      report({ file: path, message: "its path leads out of the folder", severity: "error" })
      continue
    }
    files.set(path, file)
    const limit = isMarkdown(path) ? limits.page : limits.file
    if (sizeOf(file) <= limit) continue
    tooLarge.add(path)
    report({ file: path, message: `${sizeProblem(limit, file)}; it is left out`, severity: "error" })
  }
  const text = (path: string): string | undefined => {
    if (texts.has(path)) return texts.get(path)
    const file = files.get(path)
    const decoded = file === undefined || tooLarge.has(path) ? undefined : textOf(file, limits)
    if (decoded !== undefined && "problem" in decoded) {
      const { problem, ...line } = decoded
      report({ file: path, ...line, message: `${problem}; it is left out`, severity: "error" })
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
    file: (path) => (tooLarge.has(path) ? undefined : files.get(path)),
    skipped: (path) => files.has(path) && (isMarkdown(path) ? text(path) === undefined : tooLarge.has(path))
  }
}
