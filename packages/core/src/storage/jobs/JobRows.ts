/** The rows of jobs. */
import * as Schema from "effect/Schema"
import { count, rowOf, text } from "../rows/RowDeclaration.js"
import type { Job } from "./Jobs.js"

/** The rows of the table `jobs`. */
export const jobs = rowOf<JobRecord>()({
  fields: {
    key: text,
    kind: text,
    payload: Schema.Record({ key: Schema.String, value: Schema.String }),
    claim: Schema.String,
    due: count,
    attempts: count
  }
})

/** A job that is waiting or running; its row is removed when it is done. */
export interface JobRecord extends Job {
  /** The id of the claim under which a process is doing it; empty while it is waiting. */
  readonly claim: string
  /** The time when it may be started, in milliseconds since 1970. */
  readonly due: number
  /** The number of times it was started since it was last submitted or finished. */
  readonly attempts: number
}
