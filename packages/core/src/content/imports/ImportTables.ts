/** The tables of imports. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import { rows } from "../../storage/rows/Repository.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import type { ImportRecord } from "./Import.js"
import type { ImportPart } from "./ImportRows.js"

/** The imports; `open` is 0 or 1, `user` is empty if the embedding program imports. */
export const ImportsTable = recordTable({
  name: "imports",
  emits: true,
  columns: { id: "text", space: "text", user: "text", open: "integer", endedAt: "text?" },
  key: ["id"],
  indexes: {
    open: { on: ["open", "endedAt", "id"] },
    space: { on: ["space", "open"] },
    user: { on: ["user", "open"] }
  },
  lockedBy: "job id",
  columnsOf: (record: ImportRecord) => ({
    id: record.id,
    space: record.space,
    user: record.createdBy ?? "",
    open: record.open ? 1 : 0,
    endedAt: endOf(record)
  }),
  unaudited: "work",
  row: () => import("./ImportRows.js").then(({ imports }) => imports)
})

/** Parts that imports have read and not yet appended, in the order in which they found them. */
export const ImportPartsTable = recordTable({
  name: "import_parts",
  columns: { import: "text", ordinal: "integer", key: "text" },
  key: ["import", "ordinal"],
  indexes: { found: { on: ["import", "key"], unique: true } },
  lockedBy: "job import",
  columnsOf: (part: ImportPart) => ({
    import: part.import,
    ordinal: part.ordinal,
    key: part.key
  }),
  unaudited: "work",
  row: () => import("./ImportRows.js").then(({ importParts }) => importParts)
})

/**
 * The end of the retention of the last import of an address: never, as far as the removal of old imports is concerned.
 */
const forever = "9999-12-31T23:59:59.999Z"

/** The value of the `ended` column for an import. */
export const endOf = ({ endedAt, texts }: Pick<ImportRecord, "endedAt" | "texts">): string | null =>
  texts === undefined ? (endedAt ?? null) : forever

/** The rows of imports. */
export const importRows = (storage: StorageService) => rows(storage, ImportsTable)
