/** The rows of uploads. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import { type UploadPart, type UploadRecord, uploadHolder } from "./Upload.js"

const blobUse = to("use of blob", "blob_references")

/** The rows of the table `uploads`. */
export const uploads = rowOf<UploadRecord>()({
  fields: {
    id,
    space: id,
    organization: id,
    caller: text,
    name: text,
    contentType: optional(text),
    metadata: optional(text),
    size: optional(count),
    received: count,
    parts: count,
    reserved: count,
    whole: optional(Schema.Struct({ hash: id, size: count })),
    createdAt: text,
    expiresAt: count
  },
  references: (upload) => [
    to("organization", "organizations")(upload.organization),
    upload.whole === undefined ? undefined : blobUse(upload.whole.hash, uploadHolder(upload.id))
  ]
})

/** The rows of the table `upload_parts`. */
export const uploadParts = rowOf<UploadPart>()({
  fields: { upload: id, offset: count, size: count, hash: id, skip: count },
  references: (part) => [to("upload", "uploads")(part.upload), blobUse(part.hash, uploadHolder(part.upload))]
})
