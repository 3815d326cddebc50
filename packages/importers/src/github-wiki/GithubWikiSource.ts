/** The source `github-wiki`. */
import * as Effect from "effect/Effect"
import { fetchArchive } from "../archive/Archive.js"
import { land } from "../archive/Landing.js"
import { problemList } from "../archive/Report.js"
import type { Source } from "../Source.js"
import { wikiPlan } from "./WikiArchive.js"
import { readWiki, wikiOf } from "./WikiSite.js"

/**
 * Reads a wiki. A URL of one of its pages (`…/wiki`) is read page by page; any other URL must be an archive of the
 * wiki's repository.
 */
export const githubWikiSource: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const wiki = wikiOf(request.url)
  if (wiki !== undefined) return yield* readWiki(wiki)(request, sink, outbound)
  const { report, problems } = problemList()
  const archive = yield* fetchArchive(outbound, request.url, report)
  const places = yield* land(archive, wikiPlan(archive, report), request, sink, report)
  return { places, problems: problems() }
})
