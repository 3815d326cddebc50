/** The rows of PDFs. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, hash, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"

const space = to("space", "spaces")

/** The rows of the table `pdfs`. */
export const pdfs = rowOf<PdfRecord>()({
  fields: {
    space: id,
    key: text,
    title: text,
    hash,
    keptUntil: count,
    problems: optional(Schema.Array(text))
  },
  references: ({ hash, key, space: of }) => [space(of), to("use of blob", "blob_references")(hash, `pdf:${of}:${key}`)]
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
