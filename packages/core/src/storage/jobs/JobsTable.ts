/** The table of jobs: the work that is left to do, in whichever process. */

import { recordTable } from "../rows/RecordTable.js"
import type { JobRecord } from "./JobRows.js"

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
  }),
  unaudited: "work",
  row: () => import("./JobRows.js").then(({ jobs }) => jobs)
})
