/** The rows of queued updates. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, to } from "../../storage/rows/RowDeclaration.js"

const space = to("space", "spaces")

/** The rows of the table `pending_index`. */
export const pendingIndex = rowOf<PendingNote>()({
  fields: {
    space: id,
    ordinal: count,
    items: optional(Schema.Array(Schema.Struct({ id, presence: optional(Schema.Literal("came", "went")) })))
  },
  references: (note) => [space(note.space)]
})

/** Some items of a space to read again or, without any, the removal of the whole space from search. */
export interface PendingNote {
  readonly space: string
  readonly ordinal: number
  readonly items?: ReadonlyArray<PendingItem>
}

/** An item to read again; `came` and `went` say that links to it are checked again too. */
export interface PendingItem {
  readonly id: string
  readonly presence?: "came" | "went"
}
