import * as Schema from "effect/Schema"
import { ChangeRequest, type ChangeRequestRecord } from "../change-requests/ChangeRequest.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp } from "../schema/Text.js"
import type { UserId } from "../users/User.js"
import { File, ReusableContent } from "./File.js"
import { Page, Variables } from "./Page.js"
import { RevisionId } from "./RevisionId.js"

const GitCommit = Schema.Struct({
  oid: Text,
  message: Text,
  createdByService: Schema.Boolean,
  createdByGitBook: Schema.Boolean,
  url: optional(Text),
  ref: optional(Text)
})

/** A line of content at one of its sequence numbers. */
export interface Base {
  readonly line: string
  readonly sequence: number
}

/** How a revision came to be. */
export const RevisionType = Schema.Literal("edits", "merge", "update", "rollback")
/** @see {@link RevisionType} */
export type RevisionType = typeof RevisionType.Type

/** A whole space at one moment, as answered; `mergedFrom` is the change request of a merge. It never changes. */
export const Revision = Schema.Struct({
  object: Schema.Literal("revision"),
  id: RevisionId,
  type: RevisionType,
  parents: Schema.Array(RevisionId),
  mergedFrom: optional(ChangeRequest),
  pages: Schema.Array(Page),
  files: Schema.Array(File),
  reusableContents: Schema.Array(ReusableContent),
  variables: optional(Variables),
  createdAt: Timestamp,
  git: optional(GitCommit),
  urls: Schema.Struct({ app: Schema.String, published: optional(Schema.String), public: optional(Schema.String) })
}).annotations({ identifier: "Revision" })
/** @see {@link Revision} */
export type Revision = typeof Revision.Type

/**
 * A revision as stored: `sequence` counts from 1 on its line (the space's id is the id of its main line). `base` is the
 * moment of the main line that a revision of a change request lies over; `mergedFrom` is the change request of a merge
 * as it was right before.
 */
export interface RevisionRecord {
  readonly id: RevisionId
  readonly space: string
  readonly line: string
  readonly sequence: number
  readonly base?: Base
  readonly type: RevisionType
  readonly parents: ReadonlyArray<RevisionId>
  readonly mergedFrom?: ChangeRequestRecord
  readonly createdAt: string
  readonly createdBy?: UserId
  readonly git?: typeof GitCommit.Type
  /** Whether it made or changed a computed page. */
  readonly computed?: true
}
