/** The invariants of queued updates. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { count, type Invariants, id, invariantsOf, to } from "../../storage/rows/Invariants.js"
import { PendingIndexTable } from "./PendingIndex.js"

const space = to("space", SpacesTable)

/** Invariants of the rows of queued updates. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(PendingIndexTable, {
    fields: {
      space: id,
      ordinal: count,
      items: optional(Schema.Array(Schema.Struct({ id, presence: optional(Schema.Literal("came", "went")) })))
    },
    references: (note) => [space(note.space)]
  })
]
