/** The tables of uploads. */
import { table } from "../../storage/rows/Table.js"

/** The uploads that have not been inserted yet. */
export const UploadsTable = table({
  name: "uploads",
  columns: { id: "text", expiresAt: "integer" },
  key: ["id"],
  indexes: { expiry: { on: ["expiresAt"] } },
  lockedBy: "job id"
})

/** The parts of uploads that are not in one piece yet. */
export const UploadPartsTable = table({
  name: "upload_parts",
  columns: { upload: "text", offset: "integer" },
  key: ["upload", "offset"],
  indexes: {},
  lockedBy: "job upload"
})
