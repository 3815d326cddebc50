/** The rows of uses of blobs. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, id, rowOf } from "../rows/RowDeclaration.js"

/** The rows of the table `blob_references`. */
export const blobReferences = rowOf<{ hash: string; space: string; size?: number }>()({
  fields: { hash, space: id, size: optional(Schema.Number) }
})
