/** The invariants of jobs. */
import * as Schema from "effect/Schema"
import { count, type Invariants, invariantsOf, text } from "../rows/Invariants.js"
import { JobsTable } from "./JobsTable.js"

/** Invariants of the rows of jobs. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(JobsTable, {
    fields: {
      key: text,
      kind: text,
      payload: Schema.Record({ key: Schema.String, value: Schema.String }),
      claim: Schema.String,
      due: count,
      attempts: count
    }
  })
]
