/** The source `notion`: an export in "Markdown & CSV" or "HTML". */
import type { Invalid } from "@lectern/core/errors/Errors"
import { basename } from "@lectern/core/internal/content/git-layout/Paths"
import { openZip } from "@lectern/core/internal/content/git-layout/Zip"
import * as Effect from "effect/Effect"
import { type Archive, archiveLimits, archiveOf, openArchive } from "../archive/Archive.js"
import { land } from "../archive/Landing.js"
import { problemList, type Report } from "../archive/Report.js"
import { fetchRequired, maxBytes, type Source } from "../Source.js"
import { notionId } from "./NotionNames.js"
import { notionPlan } from "./NotionPlan.js"

/** Opens an export. The archives that a large export is split into are merged into one folder, one level deep. */
const openExport = Effect.fnUntraced(function* (data: Uint8Array, report: Report): Effect.fn.Return<Archive, Invalid> {
  const outer = openZip(data, { ...archiveLimits, file: maxBytes.archive })
  const parts = outer.paths.filter((path) => /^Export.*\.zip$/i.test(basename(path)))
  if (parts.length === 0) return yield* openArchive(data, report, true)
  for (const { file, message } of outer.problems) report(file === "" ? message : `${file}: ${message}`)
  const opened: Array<Archive> = []
  for (const part of parts) {
    const bytes = outer.read(part)
    if (typeof bytes === "string") {
      report(`${part}: ${bytes}; it is left out`)
      continue
    }
    const inner = yield* openArchive(bytes, report, true).pipe(
      Effect.catchAll((error) => Effect.sync(() => report(`${part}: ${error.message}; it is left out`)))
    )
    if (inner !== undefined) opened.push(inner)
  }
  const paths = new Set(opened.flatMap((archive) => [...archive.paths]))
  const read = (path: string): Uint8Array | string =>
    opened.find((archive) => archive.paths.has(path))?.bytes(path) ?? "it cannot be unpacked"
  return archiveOf(paths, read, report)
})

/**
 * Reads a Notion export. The children of a page are in the folder of its name; links between pages determine their
 * order.
 */
export const notionSource: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { report, problems } = problemList()
  const { bytes } = yield* fetchRequired(outbound, request.url, maxBytes.archive)
  const archive = yield* openExport(bytes, report)
  if (![...archive.paths].some((path) => notionId(path) !== undefined)) {
    report("the archive does not look like a Notion export: no file name contains a page id")
  }
  const places = yield* land(archive, yield* notionPlan(archive), request, sink, report)
  return { places, problems: problems() }
})
