/** What runs in the background, for the programs that run jobs: loaded for the first job. */
import { unfinishedImports } from "../imports/UnfinishedImports.js"
import { unfinishedSpecs } from "../openapi-specs/SpecJobs.js"
import { lazyService } from "../services/LazyService.js"

/** The processing of specifications. */
export const specProcessing = lazyService(
  "@lectern/core/SpecProcessing",
  () => import("../openapi-specs/SpecProcessing.js"),
  ["process"],
  { unfinished: unfinishedSpecs }
)

/** Imports as jobs. */
export const importJobs = lazyService(
  "@lectern/core/ImportJobs",
  () => import("../imports/ImportJobs.js"),
  ["perform"],
  { unfinished: unfinishedImports }
)
