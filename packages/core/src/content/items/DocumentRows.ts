/** The rows of bodies. */
import * as Schema from "effect/Schema"
import { id, rowOf } from "../../storage/rows/RowDeclaration.js"
import { documentHash } from "./DocumentHash.js"

/** The rows of the table `documents`. */
export const documents = rowOf<DocumentRecord>()({
  fields: { space: id, hash: id, markdown: Schema.String },
  problem: ({ hash, markdown }) =>
    documentHash(markdown) === hash ? undefined : "its text does not have the hash that it is kept under"
})

/** A body as stored. */
export interface DocumentRecord {
  readonly space: string
  readonly hash: string
  readonly markdown: string
}
