/** The invariants of reviews. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { UsersTable } from "../../people/users/UserRepository.js"
import { type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { ChangeRequestsTable } from "../change-requests/ChangeRequestRepository.js"
import { Revisions } from "../revisions/RevisionRepository.js"
import { ReviewStatus } from "./Review.js"
import { ReviewersTable, ReviewsTable } from "./ReviewTables.js"

const user = to("user", UsersTable)
const space = to("space", SpacesTable)
const request = to("change request", ChangeRequestsTable)
const revision = to("revision", Revisions)

/** Invariants of the rows of reviews. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(ReviewsTable, {
    fields: {
      id,
      changeRequest: id,
      space: id,
      revision: id,
      reviewer: id,
      requestedBy: optional(id),
      status: ReviewStatus,
      comment: optional(id),
      createdAt: text,
      superseded: optional(Schema.Literal(true))
    },
    references: (each) => [request(each.changeRequest), space(each.space), user(each.reviewer), revision(each.revision)]
  }),
  invariantsOf(ReviewersTable, {
    fields: { changeRequest: id, space: id, user: id, revision: id, requestedBy: id, createdAt: text },
    references: (each) => [request(each.changeRequest), space(each.space), user(each.user), revision(each.revision)]
  })
]
