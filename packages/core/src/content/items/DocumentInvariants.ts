/** The invariants of bodies. */
import * as Schema from "effect/Schema"
import { type Invariants, id, invariantsOf } from "../../storage/rows/Invariants.js"
import { Documents, documentHash } from "./DocumentRepository.js"

/** Invariants of the rows of bodies. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(Documents, {
    fields: { space: id, hash: id, markdown: Schema.String },
    problem: ({ hash, markdown }) =>
      documentHash(markdown) === hash ? undefined : "its text does not have the hash that it is kept under"
  })
]
