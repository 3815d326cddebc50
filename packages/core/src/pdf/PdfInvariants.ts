/** The invariants of PDFs. */
import * as Schema from "effect/Schema"
import { BlobReferenceTable } from "../blobs/BlobReferences.js"
import { optional } from "../schema/Input.js"
import { SpacesTable } from "../spaces/SpaceRepository.js"
import { count, hash, type Invariants, id, invariantsOf, text, to } from "../storage/Invariants.js"
import { PdfsTable } from "./PdfsTable.js"

const space = to("space", SpacesTable)

/** What the rows of PDFs must be. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(
    PdfsTable,
    Schema.Struct({
      space: id,
      key: text,
      title: text,
      hash,
      keptUntil: count,
      problems: optional(Schema.Array(text))
    }),
    {
      columns: { until: ({ keptUntil }) => keptUntil },
      references: ({ hash, key, space: of }) => [
        space(of),
        to("use of blob", BlobReferenceTable)(hash, `pdf:${of}:${key}`)
      ]
    }
  )
]
