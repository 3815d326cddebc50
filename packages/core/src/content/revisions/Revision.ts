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
  published,
  urls
} from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { RevisionId } from "../../people/places/RevisionId.js"
import { User, type UserId } from "../../people/users/User.js"
import { ChangeRequest, type ChangeRequestRecord, ChangeRequestRef } from "../change-requests/ChangeRequest.js"
import { File, ReusableContent } from "../files/File.js"
import { Page } from "../pages/Page.js"
import { PageId } from "../pages/PageId.js"
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

const type = described(
  RevisionType,
  "What made the revision: direct `edits`, a `merge` of a change request, an `update` of one, or a `rollback`."
)
const parents = described(
  Schema.Array(RevisionId),
  "The ids of the revisions that this one was made from: none for the first, two for a merge or an update."
)
const mergedFrom = optional(
  ChangeRequest,
  "The change request that was merged, as it was right before. Only in revisions of the type `merge`."
)
const name = optional(Text, "The name of the revision, if it has one.")
const description = optional(Text, "What its name says about it.")
const git = optional(GitCommit, "The commit that the revision was imported from.")

/** A whole space at one moment, as answered; `mergedFrom` is the change request of a merge. It never changes. */
export const Revision = Schema.Struct({
  object: Schema.Literal("revision"),
  id: identified(RevisionId),
  type,
  parents,
  mergedFrom,
  pages: described(Schema.Array(Page), "The tree of pages, without their bodies."),
  files: described(Schema.Array(File), "All files of the space."),
  reusableContents: described(Schema.Array(ReusableContent), "The pieces of content that pages include."),
  variables: optional(Variables, "The variables of the space, by name."),
  createdAt,
  git,
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

/** A revision without its content, as lists show it. */
export const RevisionSummary = Schema.Struct({
  object: Schema.Literal("revision-summary"),
  id: identified(RevisionId),
  type,
  parents,
  mergedFrom,
  createdAt,
  createdBy: optional(User, "The user who made it. Absent if the server itself did."),
  coauthors: optional(Schema.Array(User), "Others who typed what it saves. Absent if nobody else did."),
  name,
  description,
  git,
  urls: urls({ location, app })
}).annotations({
  identifier: "RevisionSummary",
  description: "When, how and by whom a revision was made. Its content is at `urls.location`."
})
export type RevisionSummary = typeof RevisionSummary.Type

/**
 * The queries of a list of revisions: `changedPage` selects those that created, changed, moved or deleted a page, `named`
 * those that have a name.
 */
export const RevisionsQuery = Schema.Struct({
  ...ListQuery.fields,
  changedPage: optional(PageId),
  named: optional(Schema.Boolean)
})
export type RevisionsQuery = typeof RevisionsQuery.Type

/** What to bring back of a revision, and where: everything and main, unless it says otherwise. */
export const RestoreRevision = Schema.Struct({
  pages: optional(
    Schema.Array(PageId).pipe(Schema.minItems(1), Schema.maxItems(50)),
    "The ids of the pages to bring back, 1 to 50, each with everything that was below it. The whole content when omitted."
  ),
  changeRequest: optional(
    ChangeRequestRef,
    "The id or the number of the change request that gets the content. Main gets it when omitted."
  )
}).annotations({
  identifier: "RestoreRevision",
  description: "What to bring back of a revision, and where."
})
export type RestoreRevision = Omit<typeof RestoreRevision.Type, "changeRequest"> & {
  readonly changeRequest?: ChangeRequestRef
}

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
