/** From a folder or an archive to the content of a space. */
import { stat } from "node:fs/promises"
import { basename, extname, resolve } from "node:path"
import { defaultLimits, type LayoutLimits, type Problem } from "@lectern/core/git-layout/Folder"
import { readLayout } from "@lectern/core/git-layout/ReadLayout"
import { firstCharacters } from "@lectern/core/internal/schema/Text"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.js"
import { readFolder } from "../files/ReadFolder.js"
import { readZip } from "../files/ReadZip.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { withProgress } from "../output/Progress.js"

/** A problem as one line: file, line and what is wrong. */
export const problemText = ({ file, line, message, severity }: Problem): string =>
  `${severity}: ${file}${line === undefined ? "" : `:${line}`}: ${message}`

/** A title for the space of a source: the name of the folder or archive, cut to what a title may have. */
export const titleOf = (source: string): string => {
  const name = basename(resolve(source))
  return firstCharacters(extname(name).toLowerCase() === ".zip" ? name.slice(0, -4) : name, 50)
}

/** What the settings say of how large the files of an import may be. */
export const layoutLimits = ({
  maxFileBytes,
  maxPageBytes
}: Pick<Settings, "maxFileBytes" | "maxPageBytes">): LayoutLimits => ({
  ...defaultLimits,
  page: maxPageBytes,
  file: maxFileBytes
})

/** Reads a folder or a zip archive into a tree; nothing is stored. The files of a folder are read when they are taken over. */
export const readSource = Effect.fnUntraced(function* (source: string, limits: LayoutLimits) {
  const status = yield* Effect.tryPromise({
    try: () => stat(source),
    catch: (error) => {
      const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT"
      return new Failed({ message: `${source} cannot be read: ${isMissing ? "it does not exist" : reasonOf(error)}` })
    }
  })
  if (!status.isDirectory() && extname(source).toLowerCase() !== ".zip") {
    return yield* new Failed({ message: `${source} is neither a folder nor a zip archive` })
  }
  const { files, problems: leftOut } = yield* withProgress(`Reading ${source}`, (report) =>
    status.isDirectory() ? readFolder(source, report, limits) : readZip(source)
  )
  const { tree, problems } = readLayout(files, limits)
  return { tree, problems: [...leftOut, ...problems] }
})

/** Makes a space of an organization with what a source has, and gives the problems. */
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
