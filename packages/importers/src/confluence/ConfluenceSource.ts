/** The source `confluence`: the archive of a space exported as HTML or XML. */
import { openZip, topFolder } from "@lectern/core/internal/content/git-layout/Zip"
import * as Effect from "effect/Effect"
import { archiveLimits, archiveOf } from "../archive/Archive.js"
import { land } from "../archive/Landing.js"
import { problemList } from "../archive/Report.js"
import { fetchRequired, maxBytes, type Source, unreadable } from "../Source.js"
import { confluenceHtmlPlan, indexPath } from "./ConfluenceHtml.js"
import { confluenceXmlPlan, entitiesPath } from "./ConfluenceXml.js"

/** The maximum size in bytes of `entities.xml`, which contains the texts of all pages. */
const entitiesLimit = 100 * 1024 * 1024

/** Reads a Confluence export. Macros that have no equivalent are reported with their page. */
export const confluenceSource: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { report, problems } = problemList()
  const { bytes } = yield* fetchRequired(outbound, request.url, maxBytes.archive)
  const { paths, problems: wrong, read } = openZip(bytes, { ...archiveLimits, file: entitiesLimit })
  if (paths.length === 0) return yield* unreadable(wrong[0]?.message ?? "expected an archive with files")
  for (const { file, message } of wrong) report(file === "" ? message : `${file}: ${message}`)
  const top = topFolder(paths)
  const archive = archiveOf(new Set(paths.map((path) => path.slice(top.length))), (path) => read(top + path), report)
  if (!archive.paths.has(entitiesPath) && !archive.paths.has(indexPath)) {
    return yield* unreadable(`expected a Confluence export with ${entitiesPath} or ${indexPath}`)
  }
  const plan = archive.paths.has(entitiesPath)
    ? yield* confluenceXmlPlan(archive, report)
    : confluenceHtmlPlan(archive, report)
  const places = yield* land(archive, plan, request, sink, report)
  return { places, problems: problems() }
})
