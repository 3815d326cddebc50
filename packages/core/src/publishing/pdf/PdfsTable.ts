/** The table of PDFs. */
import { recordTable } from "../../storage/rows/RecordTable.js"
import type { PdfRecord } from "./PdfRows.js"

/** The PDFs that were made; they can be made again, so none is kept permanently. */
export const PdfsTable = recordTable({
  name: "pdfs",
  columns: { space: "text", key: "text", until: "integer" },
  key: ["space", "key"],
  indexes: { until: { on: ["until"] } },
  lockedBy: "space space",
  columnsOf: ({ space, key, keptUntil }: PdfRecord) => ({
    space,
    key,
    until: keptUntil
  }),
  unaudited: "work",
  row: () => import("./PdfRows.js").then(({ pdfs }) => pdfs)
})
