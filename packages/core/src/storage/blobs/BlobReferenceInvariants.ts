/** The invariants of uses of blobs. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { hash, type Invariants, id, invariantsOf } from "../rows/Invariants.js"
import { BlobReferenceTable } from "./BlobReferences.js"

/** Invariants of the rows of uses of blobs. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(BlobReferenceTable, { fields: { hash, space: id, size: optional(Schema.Number) } })
]
