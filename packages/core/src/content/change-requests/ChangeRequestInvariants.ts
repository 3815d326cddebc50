/** The invariants of change requests. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { UsersTable } from "../../people/users/UserRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { Revisions } from "../revisions/RevisionRepository.js"
import { ChangeRequestStatus } from "./ChangeRequest.js"
import { ChangeRequestsTable, ContributorsTable, UndecidedTable } from "./ChangeRequestRepository.js"

const user = to("user", UsersTable)
const space = to("space", SpacesTable)
const request = to("change request", ChangeRequestsTable)
const revision = to("revision", Revisions)

/** The fields of a change request as stored. */
export const storedRequest = {
  id,
  space: id,
  number: count,
  status: ChangeRequestStatus,
  subject: text,
  createdBy: id,
  createdAt: text,
  updatedAt: text,
  revision: id,
  sequence: count,
  base: count,
  revisionInitial: id,
  revisionMergedAncestor: optional(id),
  merged: optional(Schema.Struct({ revision: id, sequence: count, at: text })),
  comments: optional(count),
  computed: optional(Schema.Literal(true))
}

/** Invariants of the rows of change requests. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ChangeRequestsTable, {
    fields: storedRequest,
    references: (each) => [
      space(each.space),
      user(each.createdBy),
      ...[each.revision, each.revisionInitial, each.revisionMergedAncestor, each.merged?.revision].map((known) =>
        known === undefined ? undefined : revision(known)
      )
    ]
  }),
  invariantsOf(ContributorsTable, {
    fields: {
      changeRequest: id,
      user: id,
      space: id,
      status: ChangeRequestStatus,
      number: count,
      since: text,
      edits: count,
      updatedAt: text
    },
    references: (each) => [request(each.changeRequest), user(each.user)]
  }),
  invariantsOf(UndecidedTable, {
    fields: { changeRequest: id, item: id, undecided: Schema.Object },
    references: (each) => [request(each.changeRequest)]
  })
]
