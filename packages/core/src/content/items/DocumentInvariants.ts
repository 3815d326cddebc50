/** The invariants of bodies. */
import * as Schema from "effect/Schema"
import { type Invariants, id, invariantsOf } from "../../storage/rows/Invariants.js"
import { Documents, documentHash } from "./DocumentRepository.js"

/** What the rows of bodies must be. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(Documents, Schema.Struct({ space: id, hash: id, markdown: Schema.String }), {
    problem: ({ hash, markdown }) =>
      documentHash(markdown) === hash ? undefined : "its text does not have the hash that it is kept under"
  })
]
