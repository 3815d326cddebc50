/** The tables of uploads. */

import { recordTable } from "../../storage/rows/RecordTable.js"
import type { UploadPart, UploadRecord } from "./Upload.js"

/** The uploads that have not been inserted yet. */
export const UploadsTable = recordTable({
  name: "uploads",
  columns: { id: "text", expiresAt: "integer" },
  key: ["id"],
  indexes: { expiry: { on: ["expiresAt"] } },
  lockedBy: "job id",
  columnsOf: ({ expiresAt, id }: UploadRecord) => ({
    id,
    expiresAt
  }),
  unaudited: "work",
  row: () => import("./UploadRows.js").then(({ uploads }) => uploads)
})

/** The parts of uploads that are not in one piece yet. */
export const UploadPartsTable = recordTable({
  name: "upload_parts",
  columns: { upload: "text", offset: "integer" },
  key: ["upload", "offset"],
  indexes: {},
  lockedBy: "job upload",
  columnsOf: ({ offset, upload }: UploadPart) => ({
    upload,
    offset
  }),
  unaudited: "work",
  row: () => import("./UploadRows.js").then(({ uploadParts }) => uploadParts)
})
