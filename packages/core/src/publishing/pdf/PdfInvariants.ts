/** The invariants of PDFs. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { BlobReferenceTable } from "../../storage/blobs/BlobReferences.js"
import { count, hash, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { PdfsTable } from "./PdfsTable.js"

const space = to("space", SpacesTable)

/** Invariants of the rows of PDFs. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(PdfsTable, {
    fields: {
      space: id,
      key: text,
      title: text,
      hash,
      keptUntil: count,
      problems: optional(Schema.Array(text))
    },
    references: ({ hash, key, space: of }) => [
      space(of),
      to("use of blob", BlobReferenceTable)(hash, `pdf:${of}:${key}`)
    ]
  })
]
