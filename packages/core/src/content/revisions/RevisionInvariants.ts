/** The invariants of revisions. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { storedRequest } from "../change-requests/ChangeRequestInvariants.js"
import { RevisionType } from "./Revision.js"
import { Revisions } from "./RevisionRepository.js"

const space = to("space", SpacesTable)
const revision = to("parent", Revisions)

/** Invariants of the rows of revisions. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(Revisions, {
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
]
