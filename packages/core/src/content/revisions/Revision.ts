/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { app, createdAt, described, identified, named, published, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import type { UserId } from "../../people/users/User.js"
import { ChangeRequest, type ChangeRequestRecord } from "../change-requests/ChangeRequest.js"
import { File, ReusableContent } from "../files/File.js"
import { Page } from "../pages/Page.js"
import { Variables } from "../pages/PageParts.js"

const GitCommit = Schema.Struct({
  oid: described(Text, "The id of the commit, in hex."),
  message: described(Text, "The message of the commit."),
  createdByService: described(Schema.Boolean, "Whether this service made the commit."),
  createdByGitBook: described(
    Schema.Boolean,
    "The same as `createdByService`, under the name that clients of the public API read."
  ),
  url: optional(Text, "The address of the commit on its host."),
  ref: optional(Text, "The branch or tag that the commit was read from.")
}).annotations(named("GitCommit", "A commit that a revision was imported from."))

/** A line of content at one of its sequence numbers. */
export interface Base {
  readonly line: string
  readonly sequence: number
}

/** The way a revision was created. */
export const RevisionType = Schema.Literal("edits", "merge", "update", "rollback")
export type RevisionType = typeof RevisionType.Type

/** A whole space at one moment, as answered; `mergedFrom` is the change request of a merge. It never changes. */
export const Revision = Schema.Struct({
  object: Schema.Literal("revision"),
  id: identified(RevisionId),
  type: described(
    RevisionType,
    "What made the revision: direct `edits`, a `merge` of a change request, an `update` of one, or a `rollback`."
  ),
  parents: described(
    Schema.Array(RevisionId),
    "The ids of the revisions that this one was made from: none for the first, two for a merge or an update."
  ),
  mergedFrom: optional(
    ChangeRequest,
    "The change request that was merged, as it was right before. Only in revisions of the type `merge`."
  ),
  pages: described(Schema.Array(Page), "The tree of pages, without their bodies."),
  files: described(Schema.Array(File), "All files of the space."),
  reusableContents: described(Schema.Array(ReusableContent), "The pieces of content that pages include."),
  variables: optional(Variables, "The variables of the space, by name."),
  createdAt,
  git: optional(GitCommit, "The commit that the revision was imported from."),
  urls: urls({
    app,
    published,
    public: optional(Schema.String, "The same as `published`, if everybody may read it there.")
  })
}).annotations({
  identifier: "Revision",
  description: "The whole content of a space at one moment. A revision never changes."
})
export type Revision = typeof Revision.Type

/**
 * A revision as stored: `sequence` counts from 1 on its line (the space's id is the id of its main line). `base` is the
 * point on the main line that a revision of a change request is based on; `mergedFrom` is the change request of a merge
 * as it was just before.
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
  /** Others who typed what it saves, in the order of their ids. */
  readonly coauthors?: ReadonlyArray<UserId>
  readonly git?: typeof GitCommit.Type
  /** Whether it created or changed a computed page. */
  readonly computed?: true
}
