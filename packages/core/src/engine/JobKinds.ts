/** The kinds of background jobs, which the processes of a workspace queue and run. */
import * as Effect from "effect/Effect"
import { importJob } from "../content/imports/ImportJob.js"
import { specJob } from "../content/openapi-registry/SpecJob.js"
import { backgroundWork } from "../storage/services/BackgroundWork.js"
import { lazyService } from "../storage/services/LazyService.js"

const specProcessing = lazyService("SpecProcessing", () => import("../content/openapi-registry/SpecProcessing.js"), [
  "process",
  "unfinished"
])

const importJobs = lazyService("ImportJobs", () => import("../content/imports/ImportJobs.js"), [
  "perform",
  "unfinished"
])

/** All kinds of jobs, each with the service that does its jobs, which is loaded for the first of them. */
export const jobKinds = [
  backgroundWork(specJob, specProcessing, {
    perform: ({ process }, job) => Effect.as(process(job), undefined),
    unfinished: ({ unfinished }) => unfinished()
  }),
  backgroundWork(importJob, importJobs, {
    perform: ({ perform }, { import: id }) => perform(id),
    unfinished: ({ unfinished }) => Effect.map(unfinished(), (left) => left.map((id) => ({ import: id })))
  })
] as const
