/** The table of PDFs. */
import { table } from "../../storage/rows/Table.js"

/** The PDFs that were made; they can be made again, so none is kept permanently. */
export const PdfsTable = table({
  name: "pdfs",
  columns: { space: "text", key: "text", until: "integer" },
  key: ["space", "key"],
  indexes: { until: { on: ["until"] } },
  lockedBy: "space space"
})
