/** The kinds of background jobs: engines and servers queue, name, start and resume what is in this list. */
import * as Effect from "effect/Effect"
import { importJob } from "../imports/ImportJob.js"
import { unfinishedImports } from "../imports/UnfinishedImports.js"
import { specJob } from "../openapi-specs/SpecJob.js"
import { unfinishedSpecs } from "../openapi-specs/UnfinishedSpecs.js"
import { backgroundWork } from "../services/BackgroundWork.js"
import { lazyService } from "../services/LazyService.js"

const specProcessing = lazyService(
  "@lectern/core/SpecProcessing",
  () => import("../openapi-specs/SpecProcessing.js"),
  ["process"],
  { unfinished: unfinishedSpecs }
)

const importJobs = lazyService("@lectern/core/ImportJobs", () => import("../imports/ImportJobs.js"), ["perform"], {
  unfinished: unfinishedImports
})

/** All kinds of jobs, each with the service that does its jobs, which is loaded for the first of them. */
export const jobKinds = [
  backgroundWork(specJob, specProcessing, {
    perform: ({ process }, job) => process(job),
    unfinished: ({ unfinished }) => unfinished
  }),
  backgroundWork(importJob, importJobs, {
    perform: ({ perform }, { import: id }) => perform(id),
    unfinished: ({ unfinished }) => Effect.map(unfinished, (left) => left.map((id) => ({ import: id })))
  })
] as const
