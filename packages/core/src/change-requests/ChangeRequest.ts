import * as Schema from "effect/Schema"
import { RevisionId } from "../content/RevisionId.js"
import { ListQuery } from "../lists/List.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text } from "../schema/Text.js"
import type { SpaceId } from "../spaces/Space.js"
import { User, UserId } from "../users/User.js"

/** A change request's id; also the name of its line of content. */
export const ChangeRequestId = Schema.String.pipe(Schema.brand("ChangeRequestId"))
/** @see {@link ChangeRequestId} */
export type ChangeRequestId = typeof ChangeRequestId.Type

/** What names a change request in its space: its id, or its number in decimal digits. */
export const ChangeRequestRef = Schema.String.pipe(Schema.brand("ChangeRequestRef"))
/** @see {@link ChangeRequestRef} */
export type ChangeRequestRef = typeof ChangeRequestRef.Type | ChangeRequestId

/** Where a change request is in its life. */
export const ChangeRequestStatus = Schema.Literal("draft", "open", "archived", "merged")
/** @see {@link ChangeRequestStatus} */
export type ChangeRequestStatus = typeof ChangeRequestStatus.Type

/** Proposed changes to a space, as answered; `outdated` is true when main has moved on since. */
export const ChangeRequest = Schema.Struct({
  object: Schema.Literal("change-request"),
  id: ChangeRequestId,
  number: Schema.Number,
  status: ChangeRequestStatus,
  subject: Text,
  createdBy: User,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  revision: RevisionId,
  revisionInitial: RevisionId,
  revisionMergedAncestor: optional(RevisionId),
  revisionMerged: optional(RevisionId),
  comments: Schema.Number,
  outdated: Schema.Boolean,
  urls: Schema.Struct({ app: Schema.String, location: Schema.String })
}).annotations({ identifier: "ChangeRequest" })
/** @see {@link ChangeRequest} */
export type ChangeRequest = typeof ChangeRequest.Type

/** What a change request is called. */
export const Subject = text(0, 100)

/** What a change request is opened with; the subject is empty when left out. */
export const CreateChangeRequest = Schema.Struct({
  subject: optional(Subject),
  agentTaskId: optional(Text)
}).annotations({ identifier: "CreateChangeRequest" })
/** @see {@link CreateChangeRequest} */
export type CreateChangeRequest = typeof CreateChangeRequest.Type

/** A partial update. A status reopens what is archived, and continues what is merged from its merged revision. */
export const UpdateChangeRequest = Schema.Struct({
  subject: optional(Subject),
  status: optional(Schema.Literal("draft", "open", "archived"))
}).annotations({ identifier: "UpdateChangeRequest" })
/** @see {@link UpdateChangeRequest} */
export type UpdateChangeRequest = typeof UpdateChangeRequest.Type

/** Which change requests: those with a status, `open` when left out, and those that a user has a part in. */
export const ChangeRequestsQuery = Schema.Struct({
  ...ListQuery.fields,
  status: optional(ChangeRequestStatus),
  contributor: optional(UserId)
})
/** @see {@link ChangeRequestsQuery} */
export type ChangeRequestsQuery = typeof ChangeRequestsQuery.Type

/** What merging came to: the new revision of main, or, where the two sides conflict, the request's as it was. */
export const MergeResult = Schema.Struct({
  revision: RevisionId,
  result: Schema.Literal("merge", "conflicts")
}).annotations({ identifier: "MergeResult" })
/** @see {@link MergeResult} */
export type MergeResult = typeof MergeResult.Type

/** What bringing main in came to: the request's new revision, with markers in it where the two sides conflict. */
export const PullResult = Schema.Struct({
  revision: RevisionId,
  result: Schema.Literal("update", "conflicts")
}).annotations({ identifier: "PullResult" })
/** @see {@link PullResult} */
export type PullResult = typeof PullResult.Type

/**
 * A change request as stored. Its line of content lies over main at the sequence `base`; `revision` and `sequence` are
 * the head of that line, and those of main until it has changed something.
 */
export interface ChangeRequestRecord {
  readonly id: ChangeRequestId
  readonly space: SpaceId
  readonly number: number
  readonly status: ChangeRequestStatus
  readonly subject: string
  readonly createdBy: UserId
  readonly createdAt: string
  readonly updatedAt: string
  readonly revision: RevisionId
  readonly sequence: number
  readonly base: number
  readonly revisionInitial: RevisionId
  readonly revisionMergedAncestor?: RevisionId
  /** Where main was right after the last merge, and when that was. */
  readonly merged?: { readonly revision: RevisionId; readonly sequence: number; readonly at: string }
  /** How many open comments there are; none when absent. */
  readonly comments?: number
  /** Whether it ever had a computed page of its own. */
  readonly computed?: true
}

/** Somebody who has a part in a change request: how many revisions are theirs, and when they last did something. */
export const Contributor = Schema.Struct({
  user: User,
  count: Schema.Number.annotations({ jsonSchema: { type: "integer" } }),
  updatedAt: Timestamp
}).annotations({ identifier: "Contributor" })
/** @see {@link Contributor} */
export type Contributor = typeof Contributor.Type

/** That a user has a part in a change request, by opening or by editing it, with `edits` revisions. */
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
