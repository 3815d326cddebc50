/** The job of reading an OpenAPI specification from its source. */
import * as Schema from "effect/Schema"
import { jobKind } from "../jobs/JobKind.js"
import type { Job } from "../jobs/Jobs.js"
import type { OpenAPISpecRecord } from "./OpenAPISpec.js"
import { OpenAPISpecId } from "./OpenAPISpecId.js"

const Payload = Schema.Struct({ spec: OpenAPISpecId, run: Schema.String })

/** The specification to read; every request is a new `run`. */
export type SpecJob = typeof Payload.Type

/** Reading a specification. */
export const specJob = jobKind("OpenAPISpec", Payload, ({ run, spec }) => `openapi-spec/${spec}/${run}`)

/** The work to do for a specification that is waiting. */
export const waitingFor = ({ id, run }: Pick<OpenAPISpecRecord, "id" | "run">): SpecJob => ({ spec: id, run })

/** The job for a specification that is waiting. */
export const jobOf = (spec: Pick<OpenAPISpecRecord, "id" | "run">): Job => specJob.of(waitingFor(spec))
