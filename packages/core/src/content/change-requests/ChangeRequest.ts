/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import {
  app,
  createdAt,
  described,
  identified,
  location,
  named,
  updatedAt,
  urls
} from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp, text } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { SpaceId } from "../../people/places/Space.js"
import { User, UserId } from "../../people/users/User.js"
import { DocumentNode } from "../../text/markdown/DocumentNode.js"
import { CommentText } from "../comments/CommentText.js"

/** A change request's id; also the name of its line of content. */
export const ChangeRequestId = Schema.String.pipe(Schema.brand("ChangeRequestId"))
export type ChangeRequestId = typeof ChangeRequestId.Type

/** A reference to a change request in its space: its id, or its number in decimal digits. */
export const ChangeRequestRef = Schema.String.pipe(Schema.brand("ChangeRequestRef"))
export type ChangeRequestRef = typeof ChangeRequestRef.Type | ChangeRequestId

/** The state of a change request. */
export const ChangeRequestStatus = Schema.Literal("draft", "open", "archived", "merged")
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** The state of a reviewer: asked and not heard from yet, or the verdict of the newest review. */
const Reviewer = Schema.Struct({
  user: described(User, "The user who was asked for a review, or has reviewed."),
  status: described(
    Schema.Literal("requested", "changes-requested", "approved"),
    "`requested` until the user has reviewed; then the verdict of the newest review."
  ),
  outdated: described(Schema.Boolean, "Whether the change request has changed since that.")
}).annotations({ identifier: "ChangeRequestReviewer", description: "Somebody who reviews a change request." })
export type Reviewer = typeof Reviewer.Type

const Description = Schema.Union(
  Schema.Struct({ markdown: described(Text, "The text in markdown.") }).annotations(
    named("MarkdownDescription", "What a change request is for, as it was written.")
  ),
  Schema.Struct({ document: described(DocumentNode, "The tree of the text.") }).annotations(
    named("DocumentDescription", "What a change request is for, as a tree of nodes.")
  )
)

/** Proposed changes to a space, as answered; `outdated` is true when main has moved on since. */
export const ChangeRequest = Schema.Struct({
  object: Schema.Literal("change-request"),
  id: identified(ChangeRequestId),
  number: described(
    Schema.Number,
    "Counts up from 1 in each space and is never reused. Addresses take it in place of the id."
  ),
  status: described(
    ChangeRequestStatus,
    "`draft` while it is prepared, `open` for review, `archived` when abandoned, `merged` after a merge."
  ),
  subject: described(Text, "What the change request is about, at most 100 characters; may be empty."),
  description: optional(Description, "What it is for, at length. Absent if nobody has described it."),
  createdBy: described(User, "The user who opened it."),
  createdAt,
  updatedAt,
  reviewers: optional(
    Schema.Array(Reviewer),
    "Who was asked for a review, in that order, then who has reviewed unasked. Absent where nobody does, and in answers of writes."
  ),
  revision: described(RevisionId, "The id of its current revision."),
  revisionInitial: described(RevisionId, "The id of the revision of the space that it was opened from."),
  revisionMergedAncestor: optional(
    RevisionId,
    "The id of the revision of main that it was last updated from. Absent until it is updated."
  ),
  revisionMerged: optional(RevisionId, "The id of the revision that its merge made. Absent until it is merged."),
  overridden: optional(
    Schema.Struct({
      by: optional(User, "The administrator who merged it. Absent if the embedding program did."),
      at: described(Timestamp, "When it was merged.")
    }).annotations(named("OverriddenRules", "A merge that did not satisfy the rules of approval.")),
    "Present if its last merge did not satisfy the rules of approval, and an administrator overrode them."
  ),
  comments: described(Schema.Number, "How many open comments there are on it and its pages."),
  outdated: described(Schema.Boolean, "Whether main has changed since it was opened or last updated."),
  urls: urls({ app, location })
}).annotations({
  identifier: "ChangeRequest",
  description: "Proposed changes to a space, with content of their own until they are merged."
})
export type ChangeRequest = typeof ChangeRequest.Type

/** The title of a change request. */
export const Subject = text(0, 100)

/** How a change request is read: its description as markdown unless asked otherwise. */
export const ChangeRequestQuery = Schema.Struct({ format: optional(Schema.Literal("markdown", "document")) })
export type ChangeRequestQuery = typeof ChangeRequestQuery.Type

/** Input for opening a change request; the subject is empty when omitted. */
export const CreateChangeRequest = Schema.Struct({
  subject: optional(Subject, "What it is about, at most 100 characters; empty when omitted."),
  description: optional(CommentText, "What it is for, at length."),
  agentTaskId: optional(Text, "Accepted from clients that send it, and ignored.")
}).annotations({
  identifier: "CreateChangeRequest",
  description: "A new change request, based on the current revision of the space."
})
export type CreateChangeRequest = typeof CreateChangeRequest.Type

/** A partial update. A status reopens an archived request, and continues a merged one from its merged revision. */
export const UpdateChangeRequest = Schema.Struct({
  subject: optional(Subject, "What it is about, at most 100 characters."),
  description: optional(Schema.NullOr(CommentText), "What it is for, at length. `null` removes it."),
  status: optional(
    Schema.Literal("draft", "open", "archived"),
    "The new status. Any of the three reopens an archived request, and continues a merged one from its merged revision."
  )
}).annotations({
  identifier: "UpdateChangeRequest",
  description: "Changes of a change request. Omitted fields stay as they are."
})
export type UpdateChangeRequest = typeof UpdateChangeRequest.Type

/** Selects change requests to list: by status, `open` when omitted, and by a user who contributed to them. */
export const ChangeRequestsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: optional(ChangeRequestStatus),
  contributor: optional(UserId)
})
export type ChangeRequestsQuery = typeof ChangeRequestsQuery.Type

/** Input for merging a change request. */
export const MergeChangeRequest = Schema.Struct({
  override: optional(
    Schema.Boolean,
    "Whether to merge even if rules of approval are not satisfied, which only administrators of the organization may. It is recorded."
  )
}).annotations({ identifier: "MergeChangeRequest", description: "How to merge a change request." })
export type MergeChangeRequest = typeof MergeChangeRequest.Type

/**
 * The result of merging: the new revision of main or, if the two sides conflict, the unchanged revision of the request.
 */
export const MergeResult = Schema.Struct({
  revision: described(
    RevisionId,
    "The id of the new revision of main; on conflicts that of the change request, which nothing changed."
  ),
  result: described(
    Schema.Literal("merge", "conflicts"),
    "`merge` on success; `conflicts` if both sides changed the same place, so that nothing was merged."
  )
}).annotations({ identifier: "MergeResult", description: "The outcome of a merge." })
export type MergeResult = typeof MergeResult.Type

/** The result of bringing main in: the request's new revision, with conflict markers where the two sides conflict. */
export const PullResult = Schema.Struct({
  revision: described(RevisionId, "The id of the revision of the change request afterwards."),
  result: described(
    Schema.Literal("update", "conflicts"),
    "`update` on success; `conflicts` if some conflicts are still to be decided."
  )
}).annotations({ identifier: "PullResult", description: "The outcome of updating a change request." })
export type PullResult = typeof PullResult.Type

/**
 * A change request as stored. Its line of content lies over main at the sequence `base`; `revision` and `sequence` are
 * the head of that line, and main's until the request has changed something.
 */
export interface ChangeRequestRecord {
  readonly id: ChangeRequestId
  readonly space: SpaceId
  readonly number: number
  readonly status: ChangeRequestStatus
  readonly subject: string
  /** In markdown; nobody has described it when absent. */
  readonly description?: string
  readonly createdBy: UserId
  readonly createdAt: string
  readonly updatedAt: string
  readonly revision: RevisionId
  readonly sequence: number
  readonly base: number
  readonly revisionInitial: RevisionId
  readonly revisionMergedAncestor?: RevisionId
  /** The revision of main right after the last merge, and the time of that merge. */
  readonly merged?: { readonly revision: RevisionId; readonly sequence: number; readonly at: string }
  /** Who made the last merge although it did not satisfy the rules of approval, and when; absent if it did. */
  readonly overridden?: { readonly by?: UserId; readonly at: string }
  /** The number of open comments; none when absent. */
  readonly comments?: number
  /** Whether it has ever had a computed page of its own. */
  readonly computed?: true
  /** Whether texts of its line are edited live. */
  readonly live?: true
}

/**
 * A contributor of a change request, with the number of the contributor's revisions and the time of their last
 * activity.
 */
export const Contributor = Schema.Struct({
  user: described(User, "The user who takes part."),
  count: described(
    Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
    "How many revisions of the change request are by this user."
  ),
  updatedAt: described(Timestamp, "When the user last did something in the change request.")
}).annotations({ identifier: "Contributor", description: "Somebody who opened or edited a change request." })
export type Contributor = typeof Contributor.Type

/** A user's contribution to a change request, by opening or editing it, with `edits` revisions. */
export interface ContributorRecord {
  readonly changeRequest: ChangeRequestId
  readonly user: UserId
  readonly space: string
  readonly status: ChangeRequestStatus
  readonly number: number
  readonly since: string
  readonly edits: number
  readonly updatedAt: string
}
