/** The invariants of comments. */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { SpacesTable } from "../../people/places/SpaceRepository.js"
import { UsersTable } from "../../people/users/UserRepository.js"
import { count, type Invariants, id, invariantsOf, text, to } from "../../storage/rows/Invariants.js"
import { ChangeRequestsTable } from "../change-requests/ChangeRequestRepository.js"
import { ReviewsTable } from "../reviews/ReviewTables.js"
import { Revisions } from "../revisions/RevisionRepository.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "./CommentTables.js"

const user = to("user", UsersTable)
const space = to("space", SpacesTable)
const request = to("change request", ChangeRequestsTable)
const revision = to("revision", Revisions)
const post = {
  place: id,
  space: id,
  postedBy: id,
  postedAt: text,
  editedAt: optional(text),
  markdown: Schema.String,
  reactions: Schema.Array(Schema.Struct({ emoji: text, user: id, at: text }))
}

/** Invariants of the rows of comments. */
export const invariants: ReadonlyArray<Invariants> = [
  invariantsOf(CommentsTable, {
    fields: {
      ...post,
      id,
      revision: id,
      page: optional(id),
      node: optional(text),
      review: optional(id),
      replies: count,
      resolved: optional(Schema.Struct({ at: text, by: id }))
    },
    references: (each) => [
      space(each.space),
      each.place === each.space ? undefined : request(each.place),
      user(each.postedBy),
      revision(each.revision),
      each.review === undefined ? undefined : to("review", ReviewsTable)(each.review),
      to("commenter", CommentersTable)(each.place, each.postedBy)
    ]
  }),
  invariantsOf(CommentRepliesTable, {
    fields: { ...post, id, comment: id },
    references: (each) => [
      to("comment", CommentsTable)(each.comment),
      user(each.postedBy),
      to("commenter", CommentersTable)(each.place, each.postedBy)
    ]
  }),
  invariantsOf(CommentersTable, {
    fields: { place: id, space: id, user: id, since: text, posts: count },
    references: (each) => [
      space(each.space),
      each.place === each.space ? undefined : request(each.place),
      user(each.user)
    ]
  })
]
