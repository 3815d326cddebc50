/** The tables of imports. */

import { rows } from "../../storage/rows/Repository.js"
import type { StorageService } from "../../storage/rows/Storage.js"
import { recordTable } from "../../storage/rows/Table.js"
import type { FileItem } from "../items/Item.js"
import type { PageFields, PageId } from "../pages/Page.js"
import type { PageMetadata } from "../pages/PageMetadata.js"
import type { ImportRecord } from "./Import.js"

/** The imports; `open` is 0 or 1, `user` is empty if the embedding program imports. */
export const ImportsTable = recordTable({
  name: "imports",
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
  })
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
  })
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
