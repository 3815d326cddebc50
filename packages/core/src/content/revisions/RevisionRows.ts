/** The rows of revisions. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import { storedRequest } from "../change-requests/ChangeRequestRows.js"
import { type RevisionRecord, RevisionType } from "./Revision.js"

const space = to("space", "spaces")
const revision = to("parent", "revisions")

/** The rows of the table `revisions`. */
export const revisions = rowOf<RevisionRecord>()({
  fields: {
    id,
    space: id,
    line: id,
    sequence: count,
    base: optional(Schema.Struct({ line: id, sequence: count })),
    type: RevisionType,
    parents: Schema.Array(id),
    mergedFrom: optional(Schema.Struct(storedRequest)),
    createdAt: text,
    createdBy: optional(id),
    coauthors: optional(Schema.Array(id)),
    git: optional(
      Schema.Struct({
        oid: text,
        message: text,
        createdByService: Schema.Boolean,
        createdByGitBook: Schema.Boolean,
        url: optional(text),
        ref: optional(text)
      })
    ),
    computed: optional(Schema.Literal(true))
  },
  references: ({ parents, space: of }) => [space(of), ...parents.map((parent) => revision(parent))]
})
