/** The table of named revisions. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { NamedRevisionRecord } from "./NamedRevision.js"

/** The names of revisions, by revision, by their place on a line, and by name. */
export const NamedRevisionsTable = recordTable({
  name: "named_revisions",
  emits: true,
  columns: { revision: "text", space: "text", line: "text", sequence: "integer", name: "text" },
  key: ["revision"],
  indexes: {
    line: { on: ["line", "sequence"], unique: true },
    name: { on: ["space", "name"], unique: true }
  },
  lockedBy: "space space",
  columnsOf: ({ line, name, revision, sequence, space }: NamedRevisionRecord) => ({
    revision,
    space,
    line,
    sequence,
    name
  }),
  row: () => import("./NamedRevisionRows.js").then(({ namedRevisions }) => namedRevisions)
})
