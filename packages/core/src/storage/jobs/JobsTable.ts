/** The table of jobs: the work that is left to do, in whichever process. */

import { rows } from "../rows/Repository.js"
import type { StorageService } from "../rows/Storage.js"
import { recordTable } from "../rows/Table.js"
import type { Job } from "./Jobs.js"

/** A job that is waiting or running; its row is removed when it is done. */
export interface JobRecord extends Job {
  /** The id of the claim under which a process is doing it; empty while it is waiting. */
  readonly claim: string
  /** The time when it may be started, in milliseconds since 1970. */
  readonly due: number
  /** The number of times it was started since it was last submitted or finished. */
  readonly attempts: number
}

/** The jobs. A process that does one keeps renewing the version of its row. */
export const JobsTable = recordTable({
  name: "jobs",
  columns: { key: "text", kind: "text", claim: "text", due: "integer" },
  key: ["key"],
  indexes: { claim: { on: ["claim", "kind", "due", "key"] } },
  lockedBy: "claim key",
  columnsOf: ({ claim, due, key, kind }: JobRecord) => ({
    key,
    kind,
    claim,
    due
  })
})

/** The rows of jobs. */
export const jobRows = (storage: StorageService) => rows(storage, JobsTable)
