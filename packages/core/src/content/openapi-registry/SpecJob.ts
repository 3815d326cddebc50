/** The job of reading an OpenAPI specification from its source. */
import { jobKind } from "../../storage/jobs/JobKind.js"
import type { Job } from "../../storage/jobs/Jobs.js"
import type { OpenAPISpecRecord } from "./OpenAPISpec.js"
import type { OpenAPISpecId } from "./OpenAPISpecId.js"

/** The specification to read; every request is a new `run`. */
export type SpecJob = { readonly spec: OpenAPISpecId; readonly run: string }

/** Reading a specification. */
export const specJob = jobKind<SpecJob>("OpenAPISpec", ({ run, spec }) => `openapi-spec/${spec}/${run}`)

/** The work to do for a specification that is waiting. */
export const waitingFor = ({ id, run }: Pick<OpenAPISpecRecord, "id" | "run">): SpecJob => ({ spec: id, run })

/** The job for a specification that is waiting. */
export const jobOf = (spec: Pick<OpenAPISpecRecord, "id" | "run">): Job => specJob.of(waitingFor(spec))
