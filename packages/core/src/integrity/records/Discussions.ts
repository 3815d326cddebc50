/** Change requests, reviews and comments. */
import * as Schema from "effect/Schema"
import { ChangeRequestStatus } from "../../change-requests/ChangeRequest.js"
import {
  ChangeRequestsTable,
  ContributorsTable,
  UndecidedTable
} from "../../change-requests/ChangeRequestRepository.js"
import { CommentersTable, CommentRepliesTable, CommentsTable } from "../../comments/CommentTables.js"
import { Revisions } from "../../content/RevisionRepository.js"
import { ReviewStatus } from "../../reviews/Review.js"
import { ReviewersTable, ReviewsTable } from "../../reviews/ReviewTables.js"
import { optional } from "../../schema/Input.js"
import { SpacesTable } from "../../spaces/SpaceRepository.js"
import { UsersTable } from "../../users/UserRepository.js"
import { type Records, records, to } from "../Records.js"

const id = Schema.String
const text = Schema.String
const count = Schema.Number
const space = to("space", SpacesTable)
const user = to("user", UsersTable)
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

/** A change request as stored, as far as checks read it. */
export const StoredRequest = Schema.Struct({
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
})

/** The records of change requests, reviews and comments. */
export const discussions: ReadonlyArray<Records> = [
  records(ChangeRequestsTable, StoredRequest, {
    references: (each) => [
      space(each.space),
      user(each.createdBy),
      ...[each.revision, each.revisionInitial, each.revisionMergedAncestor, each.merged?.revision].map((known) =>
        known === undefined ? undefined : revision(known)
      )
    ]
  }),
  records(
    ContributorsTable,
    Schema.Struct({
      changeRequest: id,
      user: id,
      space: id,
      status: ChangeRequestStatus,
      number: count,
      since: text,
      edits: count,
      updatedAt: text
    }),
    { references: (each) => [request(each.changeRequest), user(each.user)] }
  ),
  records(
    ReviewsTable,
    Schema.Struct({
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
    }),
    {
      references: (each) => [
        request(each.changeRequest),
        space(each.space),
        user(each.reviewer),
        revision(each.revision)
      ]
    }
  ),
  records(
    ReviewersTable,
    Schema.Struct({ changeRequest: id, space: id, user: id, revision: id, requestedBy: id, createdAt: text }),
    {
      references: (each) => [request(each.changeRequest), space(each.space), user(each.user), revision(each.revision)]
    }
  ),
  records(
    CommentsTable,
    Schema.Struct({
      ...post,
      id,
      revision: id,
      page: optional(id),
      node: optional(text),
      review: optional(id),
      replies: count,
      resolved: optional(Schema.Struct({ at: text, by: id }))
    }),
    {
      columns: {
        page: ({ page = "" }) => page,
        status: ({ resolved }) => (resolved === undefined ? "open" : "resolved")
      },
      references: (each) => [
        space(each.space),
        each.place === each.space ? undefined : request(each.place),
        user(each.postedBy),
        revision(each.revision),
        each.review === undefined ? undefined : to("review", ReviewsTable)(each.review),
        to("commenter", CommentersTable)(each.place, each.postedBy)
      ]
    }
  ),
  records(CommentRepliesTable, Schema.Struct({ ...post, id, comment: id }), {
    references: (each) => [
      to("comment", CommentsTable)(each.comment),
      user(each.postedBy),
      to("commenter", CommentersTable)(each.place, each.postedBy)
    ]
  }),
  records(CommentersTable, Schema.Struct({ place: id, space: id, user: id, since: text, posts: count }), {
    references: (each) => [
      space(each.space),
      each.place === each.space ? undefined : request(each.place),
      user(each.user)
    ]
  }),
  records(UndecidedTable, Schema.Struct({ changeRequest: id, item: id, undecided: Schema.Object }), {
    references: (each) => [request(each.changeRequest)]
  })
]
