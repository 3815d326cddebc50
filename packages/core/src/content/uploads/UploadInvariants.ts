/** The invariants of uploads. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { OrganizationsTable } from "../../people/organizations/OrganizationRepository.js"
import { BlobReferenceTable } from "../../storage/blobs/BlobReferences.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { uploadHolder } from "./UploadRepository.js"
import { UploadPartsTable, UploadsTable } from "./UploadTables.js"

const blobUse = to("use of blob", BlobReferenceTable)

/** Invariants of the rows of uploads. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(UploadsTable, {
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
      to("organization", OrganizationsTable)(upload.organization),
      upload.whole === undefined ? undefined : blobUse(upload.whole.hash, uploadHolder(upload.id))
    ]
  }),
  invariantsOf(UploadPartsTable, {
    fields: { upload: id, offset: count, size: count, hash: id, skip: count },
    references: (part) => [to("upload", UploadsTable)(part.upload), blobUse(part.hash, uploadHolder(part.upload))]
  })
]
