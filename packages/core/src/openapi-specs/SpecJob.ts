/** The job of reading an OpenAPI specification from its source. */
import * as Schema from "effect/Schema"
import { jobKind } from "../jobs/JobKind.js"
import type { Job } from "../jobs/Jobs.js"
import type { OpenAPISpecRecord } from "./OpenAPISpec.js"
import { OpenAPISpecId } from "./OpenAPISpecId.js"

const Payload = Schema.Struct({ spec: OpenAPISpecId, run: Schema.String })

/** What is read; every time it is asked for is another `run`. */
export type SpecJob = typeof Payload.Type

/** Reading a specification. */
export const specJob = jobKind("OpenAPISpec", Payload, ({ run, spec }) => `openapi-spec/${spec}/${run}`)

/** What is to be done for a specification that waits. */
export const waitingFor = ({ id, run }: Pick<OpenAPISpecRecord, "id" | "run">): SpecJob => ({ spec: id, run })

/** The job that does what a specification waits for. */
export const jobOf = (spec: Pick<OpenAPISpecRecord, "id" | "run">): Job => specJob.of(waitingFor(spec))
