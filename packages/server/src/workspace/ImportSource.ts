/** Imports a folder, an archive or a document into a space. */
import { readFile, stat } from "node:fs/promises"
import { basename, extname, resolve } from "node:path"
import type { LecternError } from "@lectern/core/errors/Errors"
import { defaultLimits, type LayoutLimits, type Problem } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { firstCharacters } from "@lectern/core/internal/foundation/schema/Text"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { documentLimit, hasTexts, isDocument, type Layout, readDocument, readTexts } from "@lectern/importers/Documents"
import * as Effect from "effect/Effect"
import type { Settings } from "../config/Settings.js"
import { readFolder } from "../files/ReadFolder.js"
import { readZip } from "../files/ReadZip.js"
import { bytesText } from "../files/SourceFile.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { withProgress } from "../output/Progress.js"
import type { Report } from "../output/ProgressBar.js"
import { inThreads } from "./InThreads.js"

/** A problem as one line: file, line and description. */
export const problemText = ({ file, line, message, severity }: Problem): string =>
  `${severity}: ${file}${line === undefined ? "" : `:${line}`}: ${message}`

/** The number of dead links, and of dead fragments, that are told one by one. */
const toldOfKind = 3

const words = {
  "dead-link": ["dead link", "dead links"],
  "dead-fragment": ["dead fragment", "dead fragments"],
  "not-taken": ["kind of file that is not taken", "kinds of files that are not taken"],
  "not-understood": ["kind of markup that is not understood", "kinds of markup that are not understood"]
} as const satisfies Record<NonNullable<Problem["kind"]>, readonly [one: string, several: string]>

const counted = (count: number, [one, several]: readonly [one: string, several: string]): string =>
  `${count} ${count === 1 ? one : several}`

const ofKind = (problems: ReadonlyArray<Problem>, kind: Problem["kind"]): ReadonlyArray<Problem> =>
  problems.filter((problem) => problem.kind === kind)

/** Problems as lines: every one but links and fragments, of which only the first are told. */
export const problemLines = (problems: ReadonlyArray<Problem>): ReadonlyArray<string> => [
  ...ofKind(problems, undefined).map(problemText),
  ...Object.entries(words).flatMap(([kind, names]) => {
    const all = ofKind(problems, kind as Problem["kind"])
    const left = kind.startsWith("dead-") ? all.length - toldOfKind : 0
    if (left <= 1) return all.map(problemText)
    return [...all.slice(0, toldOfKind).map(problemText), `warning: and ${counted(left, names)} more`]
  })
]

/** The number of problems in words, by their kinds: `3 dead links, 1 other problem`; `0 problems` if there are none. */
export const problemCounts = (problems: ReadonlyArray<Problem>): string => {
  const kinds = Object.entries(words).map(
    ([kind, names]) => [ofKind(problems, kind as Problem["kind"]), names] as const
  )
  const other = ofKind(problems, undefined)
  const found = [...kinds, [other, ["problem", "problems"]] as const].filter(([all]) => all.length > 0)
  return found.length === 0 ? "0 problems" : found.map(([all, names]) => counted(all.length, names)).join(", ")
}

/**
 * The title of a space imported from a source: the name of the folder or file, truncated to the maximum length of a
 * title.
 */
export const titleOf = (source: string): string => {
  const name = basename(resolve(source))
  const isFile = extname(name).toLowerCase() === ".zip" || isDocument(name)
  return firstCharacters(isFile ? name.slice(0, -extname(name).length) : name, 50)
}

/** The limits of files in an import, from the settings. */
export const layoutLimits = ({
  maxFileBytes,
  maxPageBytes
}: Pick<Settings, "maxFileBytes" | "maxPageBytes">): LayoutLimits => ({
  ...defaultLimits,
  page: maxPageBytes,
  file: maxFileBytes
})

const failed = ({ message }: LecternError) => new Failed({ message })

/** Reads a document of another format as a folder of markdown. */
const readFileOf = Effect.fnUntraced(function* (source: string, size: number, report: Report) {
  const limit = documentLimit(source)
  if (size > limit) return yield* new Failed({ message: `${source} has more than ${bytesText(limit)}` })
  const bytes = yield* Effect.tryPromise({
    try: () => readFile(source),
    catch: (error) => new Failed({ message: `${source} cannot be read: ${reasonOf(error)}` })
  })
  return yield* Effect.mapError(inThreads(readDocument(basename(source), new Uint8Array(bytes), report)), failed)
})

/** Reads a folder or a zip archive, converting texts that are not markdown to pages. */
const readFiles = Effect.fnUntraced(function* (source: string, isFolder: boolean, limits: LayoutLimits) {
  const found = yield* withProgress(`Reading ${source}`, (report) =>
    isFolder ? readFolder(source, report, limits) : readZip(source)
  )
  if (!hasTexts(found.files.map(({ path }) => path))) return found
  const { files, problems } = yield* withProgress("Converting", (report) =>
    Effect.mapError(inThreads(readTexts(found.files, report)), failed)
  )
  return { files, problems: [...found.problems, ...problems] }
})

/**
 * Reads a folder, a zip archive or a document into a tree; nothing is stored. The files of a folder are read when they
 * are stored. `title` is the title of a document.
 */
export const readSource = Effect.fnUntraced(function* (source: string, limits: LayoutLimits) {
  const status = yield* Effect.tryPromise({
    try: () => stat(source),
    catch: (error) => {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT"
      return new Failed({ message: `${source} cannot be read: ${isMissing ? "it does not exist" : reasonOf(error)}` })
    }
  })
  const isFolder = status.isDirectory()
  if (!isFolder && extname(source).toLowerCase() !== ".zip" && !isDocument(source)) {
    return yield* new Failed({
      message: `${source} is neither a folder nor a zip archive nor a .docx, .odt, .epub or .adoc file`
    })
  }
  const read: Layout =
    isFolder || !isDocument(source)
      ? yield* readFiles(source, isFolder, limits)
      : yield* withProgress(`Reading ${source}`, (report) => readFileOf(source, status.size, report))
  const { tree, problems } = readLayout(read.files, limits)
  const title = read.title === undefined ? titleOf(source) : firstCharacters(read.title, 50)
  return { tree, problems: [...read.problems, ...problems], title }
})

/** Creates a space in an organization from a source, and returns the problems. */
export const importAs = Effect.fnUntraced(function* (
  organization: OrganizationId,
  title: string,
  source: string,
  limits: LayoutLimits
) {
  const { tree, problems } = yield* readSource(source, limits)
  const sync = yield* ContentSync
  yield* withProgress("Importing", (report) => sync.create(organization, { title }, tree, report))
  return problems
})
