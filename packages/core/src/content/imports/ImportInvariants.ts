/** The invariants of imports. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { BlobReferenceTable } from "../../storage/blobs/BlobReferences.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { StoredFile } from "../items/ItemInvariants.js"
import { ImportChanges, ImportResult, ImportStatus } from "./Import.js"
import { type ImportPlace, ImportSource } from "./Importer.js"
import { ImportPartsTable, ImportsTable } from "./ImportTables.js"

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

const StoredPlace: Schema.Schema<ImportPlace> = Schema.Struct({
  key: optional(text),
  title: optional(text),
  places: Schema.Array(Schema.suspend(() => StoredPlace))
})

const StoredOutline = Schema.Struct({
  places: Schema.Array(StoredPlace),
  aliases: optional(Schema.Record({ key: Schema.String, value: Schema.String })),
  problems: Schema.Array(Schema.String)
})

/** Invariants of the rows of imports. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ImportsTable, {
    fields: {
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
      outline: optional(StoredOutline)
    },
    references: (each) => [to("space", SpacesTable)(each.space)]
  }),
  invariantsOf(ImportPartsTable, {
    fields: {
      import: id,
      ordinal: count,
      key: Schema.String,
      value: Schema.Union(StagedPage, StoredFile, StagedAnswer)
    },
    references: (part) => [
      to("import", ImportsTable)(part.import),
      part.value.kind !== "page" ? blobUse(part.value.hash, `import:${part.import}`) : undefined
    ]
  })
]
