/** The rows of imports. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import type { FileItem } from "../items/Item.js"
import { StoredFile } from "../items/ItemRows.js"
import type { PageFields, PageId } from "../pages/Page.js"
import type { PageMetadata } from "../pages/PageMetadata.js"
import { ImportChanges, type ImportRecord, ImportResult, ImportStatus } from "./Import.js"
import { type ImportPlace, ImportSource } from "./Importer.js"

const blobUse = to("use of blob", "blob_references")

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

/** The rows of the table `imports`. */
export const imports = rowOf<ImportRecord>()({
  emits: (before, after) =>
    after?.endedAt === undefined || before?.endedAt !== undefined
      ? []
      : [{ type: "import_finished", space: after.space, subject: { object: "import", id: after.id } }],
  fields: {
    id,
    space: id,
    changeRequest: optional(id),
    createdBy: optional(id),
    url: text,
    upload: optional(id),
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
    problemPages: optional(Schema.Record({ key: Schema.String, value: id })),
    changes: optional(ImportChanges),
    texts: optional(Schema.Record({ key: Schema.String, value: Schema.String })),
    outline: optional(StoredOutline)
  },
  references: (each) => [to("space", "spaces")(each.space)]
})

/** The rows of the table `import_parts`. */
export const importParts = rowOf<ImportPart>()({
  fields: {
    import: id,
    ordinal: count,
    key: Schema.String,
    value: Schema.Union(StagedPage, StoredFile, StagedAnswer)
  },
  references: (part) => [
    to("import", "imports")(part.import),
    part.value.kind !== "page" ? blobUse(part.value.hash, `import:${part.import}`) : undefined
  ]
})

/**
 * A page or file that was read, under the key that its importer gave it and the id that it will have; or a response
 * that is kept until the import ends, under {@link answerKey}.
 */
export interface ImportPart {
  readonly import: string
  readonly ordinal: number
  readonly key: string
  readonly value: StagedPage | FileItem | StagedAnswer
}

/** A page that was read; its links are as the importer wrote them until it is `linked`. */
export interface StagedPage extends PageFields {
  readonly kind: "page"
  readonly id: PageId
  readonly title: string
  readonly slug: string
  readonly markdown: string
  readonly linked?: true
  /** For a linked page, a hash of its content before linking. */
  readonly source?: string
  /** For a linked page, the id of its body and the metadata that the text states. */
  readonly document?: string
  readonly stated?: PageMetadata
}

/** A response of an address; its bytes are a blob. A page that is made from it gets its id. */
export interface StagedAnswer {
  readonly kind: "answer"
  readonly id: PageId
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly hash: string
}
