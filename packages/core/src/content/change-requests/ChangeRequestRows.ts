/** The rows of change requests. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { count, id, rowOf, text, to } from "../../storage/rows/RowDeclaration.js"
import {
  type ChangeRequestId,
  type ChangeRequestRecord,
  ChangeRequestStatus,
  type ContributorRecord
} from "./ChangeRequest.js"
import type { Undecided } from "./Undecided.js"

const user = to("user", "users")
const space = to("space", "spaces")
const request = to("change request", "change_requests")
const revision = to("revision", "revisions")

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

/** The rows of the table `change_requests`. */
export const changeRequests = rowOf<ChangeRequestRecord>()({
  fields: storedRequest,
  references: (each) => [
    space(each.space),
    user(each.createdBy),
    ...[each.revision, each.revisionInitial, each.revisionMergedAncestor, each.merged?.revision].map((known) =>
      known === undefined ? undefined : revision(known)
    )
  ]
})

/** The rows of the table `change_request_contributors`. */
export const changeRequestContributors = rowOf<ContributorRecord>()({
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
})

/** The rows of the table `change_request_conflicts`. */
export const changeRequestConflicts = rowOf<UndecidedRecord>()({
  fields: { changeRequest: id, item: id, undecided: Schema.Object },
  references: (each) => [request(each.changeRequest)]
})

export interface UndecidedRecord {
  readonly changeRequest: ChangeRequestId
  readonly item: string
  readonly undecided: Undecided
}
