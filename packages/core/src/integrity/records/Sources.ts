/** The sources of content: OpenAPI specifications, imports and uploads, and the jobs that read them. */
import * as Schema from "effect/Schema"
import { BlobReferenceTable } from "../../blobs/BlobReferences.js"
import { ImportChanges, ImportResult, ImportStatus } from "../../imports/Import.js"
import { ImportSource } from "../../imports/Importer.js"
import { endOf, ImportPartsTable, ImportsTable } from "../../imports/ImportTables.js"
import { JobsTable } from "../../jobs/JobsTable.js"
import { OpenAPISpecsTable, OpenAPISpecVersionsTable } from "../../openapi-specs/OpenAPISpecTables.js"
import { OrganizationsTable } from "../../organizations/OrganizationRepository.js"
import { optional } from "../../schema/Input.js"
import { keyIdOf } from "../../secrets/Keyring.js"
import { SpacesTable } from "../../spaces/SpaceRepository.js"
import { uploadHolder } from "../../uploads/UploadRepository.js"
import { UploadPartsTable, UploadsTable } from "../../uploads/UploadTables.js"
import { type Records, records, to } from "../Records.js"
import { StoredFile } from "./Contents.js"

const id = Schema.String
const text = Schema.String
const count = Schema.Number
const blobUse = to("use of blob", BlobReferenceTable)

const StagedPage = Schema.Struct({
  kind: Schema.Literal("page"),
  id,
  title: text,
  slug: text,
  markdown: Schema.String,
  linked: optional(Schema.Literal(true)),
  source: optional(text)
})

const StagedAnswer = Schema.Struct({
  kind: Schema.Literal("answer"),
  id,
  url: text,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  hash: id
})

/** The records of specifications, imports, jobs and uploads. */
export const sources: ReadonlyArray<Records> = [
  records(
    OpenAPISpecsTable,
    Schema.Struct({
      id,
      organization: id,
      slug: text,
      source: Schema.Union(
        Schema.Struct({ kind: Schema.Literal("url"), url: text, tag: optional(text), modified: optional(text) }),
        Schema.Struct({ kind: Schema.Literal("text"), hash: id, size: optional(count) })
      ),
      state: Schema.Literal("pending", "progress", "complete"),
      run: text,
      visibility: text,
      sealedKey: text,
      createdAt: text,
      updatedAt: text,
      lastVersion: optional(id),
      lastProcessedAt: optional(text),
      lastProcessErrorCode: optional(text)
    }),
    {
      columns: {
        fetched: ({ lastProcessedAt = null, source, state }) =>
          source.kind === "url" && state === "complete" ? lastProcessedAt : null,
        sealedBy: ({ sealedKey }) => keyIdOf(sealedKey)
      },
      references: (spec) => [
        to("organization", OrganizationsTable)(spec.organization),
        spec.source.kind === "text" ? blobUse(spec.source.hash, spec.id) : undefined,
        spec.lastVersion === undefined ? undefined : to("version", OpenAPISpecVersionsTable)(spec.id, spec.lastVersion)
      ]
    }
  ),
  records(
    OpenAPISpecVersionsTable,
    Schema.Struct({ spec: id, id, createdAt: text, hash: id, size: optional(count), digest: text }),
    {
      references: (version) => [to("specification", OpenAPISpecsTable)(version.spec), blobUse(version.hash, version.id)]
    }
  ),
  records(
    ImportsTable,
    Schema.Struct({
      id,
      space: id,
      changeRequest: optional(id),
      createdBy: optional(id),
      url: text,
      source: ImportSource,
      maxPages: count,
      status: ImportStatus,
      open: Schema.Boolean,
      heldUntil: optional(text),
      createdAt: text,
      endedAt: optional(text),
      found: count,
      read: count,
      result: optional(ImportResult),
      error: optional(Schema.String),
      problems: optional(Schema.Array(Schema.String)),
      changes: optional(ImportChanges),
      texts: optional(Schema.Record({ key: Schema.String, value: Schema.String })),
      outline: optional(Schema.Object)
    }),
    {
      columns: { user: ({ createdBy = "" }) => createdBy, endedAt: endOf },
      references: (each) => [to("space", SpacesTable)(each.space)]
    }
  ),
  records(
    ImportPartsTable,
    Schema.Struct({
      import: id,
      ordinal: count,
      key: Schema.String,
      value: Schema.Union(StagedPage, StoredFile, StagedAnswer)
    }),
    {
      references: (part) => [
        to("import", ImportsTable)(part.import),
        part.value.kind !== "page" ? blobUse(part.value.hash, `import:${part.import}`) : undefined
      ]
    }
  ),
  records(
    JobsTable,
    Schema.Struct({
      key: text,
      kind: text,
      payload: Schema.Record({ key: Schema.String, value: Schema.String }),
      claim: Schema.String,
      due: count,
      attempts: count
    })
  ),
  records(
    UploadsTable,
    Schema.Struct({
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
    }),
    {
      references: (upload) => [
        to("organization", OrganizationsTable)(upload.organization),
        upload.whole === undefined ? undefined : blobUse(upload.whole.hash, uploadHolder(upload.id))
      ]
    }
  ),
  records(UploadPartsTable, Schema.Struct({ upload: id, offset: count, size: count, hash: id, skip: count }), {
    references: (part) => [to("upload", UploadsTable)(part.upload), blobUse(part.hash, uploadHolder(part.upload))]
  })
]
