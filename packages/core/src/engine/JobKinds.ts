/** The kinds of background jobs: engines and servers carry, name, start and take up again what is in this list. */
import * as ImportJobs from "../imports/ImportJobs.js"
import * as SpecProcessing from "../openapi-specs/SpecProcessing.js"

/** All kinds of jobs, each with the service that does its jobs. */
export const jobKinds = [SpecProcessing.jobs, ImportJobs.jobs] as const
