/** The table of PDFs. */
import { recordTable } from "../../storage/rows/Table.js"

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
  })
})

/** A PDF as stored: the key of its bytes, and the time until which they are kept. */
export interface PdfRecord {
  readonly space: string
  readonly key: string
  readonly title: string
  /** The key of the bytes in the blob store. */
  readonly hash: string
  readonly keptUntil: number
  /** The content that the PDF could not show faithfully. */
  readonly problems?: ReadonlyArray<string>
}
