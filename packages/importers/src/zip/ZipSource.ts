/** The source `zip`: an archive of markdown, HTML or both. */
import * as Effect from "effect/Effect"
import { fetchArchive } from "../archive/Archive.js"
import { land } from "../archive/Landing.js"
import { problemList } from "../archive/Report.js"
import type { Source } from "../Source.js"
import { gitPlan } from "./GitPlan.js"
import { sitePlan } from "./SitePlan.js"

/**
 * Reads a zip archive: in the layout of Git-synced documentation if it has `.gitbook.yaml` or `SUMMARY.md`, otherwise
 * as the sources of a site. A single top-level folder is stripped.
 */
export const zipSource: Source = Effect.fnUntraced(function* (request, sink, outbound) {
  const { report, problems } = problemList()
  const archive = yield* fetchArchive(outbound, request.url, report)
  const plan = gitPlan(archive, report) ?? (yield* sitePlan(archive, report))
  const places = yield* land(archive, plan, request, sink, report)
  return { places, problems: problems() }
})
