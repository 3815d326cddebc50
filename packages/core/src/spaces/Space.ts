import * as Schema from "effect/Schema"
import { DefaultLevel, RoleOrGuest } from "../access/Role.js"
import { CollectionId } from "../collections/Collection.js"
import { RevisionId } from "../content/RevisionId.js"
import { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Emoji, Text, Timestamp, text, Url } from "../schema/Text.js"
import type { UserId } from "../users/User.js"

/** A space's id. */
export const SpaceId = Schema.String.pipe(Schema.brand("SpaceId"))
/** @see {@link SpaceId} */
export type SpaceId = typeof SpaceId.Type

/** Who can see a space's content. */
export const Visibility = Schema.Literal("public", "unlisted", "share-link", "visitor-auth", "in-collection", "private")
const EditMode = Schema.Literal("live", "locked")

/** What the caller may do with a space. */
export const SpacePermissions = Schema.Struct({
  view: Schema.Boolean,
  access: Schema.Boolean,
  admin: Schema.Boolean,
  viewInviteLinks: Schema.Boolean,
  edit: Schema.Boolean,
  triggerGitSync: Schema.Boolean,
  comment: Schema.Boolean,
  merge: Schema.Boolean,
  review: Schema.Boolean
})

/** A container of content, as answered; `defaultLevel` is the level in force. */
export const Space = Schema.Struct({
  object: Schema.Literal("space"),
  id: SpaceId,
  title: Text,
  emoji: Text,
  visibility: Visibility,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: optional(Timestamp),
  editMode: EditMode,
  organization: OrganizationId,
  parent: optional(CollectionId),
  revision: RevisionId,
  defaultLevel: RoleOrGuest,
  comments: Schema.Number,
  changeRequests: Schema.Number,
  changeRequestsOpen: Schema.Number,
  changeRequestsDraft: Schema.Number,
  urls: Schema.Struct({
    location: Schema.String,
    app: Schema.String,
    published: optional(Schema.String),
    public: optional(Schema.String),
    icon: optional(Schema.String)
  }),
  permissions: SpacePermissions
}).annotations({ identifier: "Space" })
/** @see {@link Space} */
export type Space = typeof Space.Type

/** What a space is made from; the title is `Untitled` when left out, the root its place without `parent`. */
export const CreateSpace = Schema.Struct({
  title: optional(text(0, 50)),
  emoji: optional(Emoji),
  parent: optional(CollectionId)
}).annotations({ identifier: "CreateSpace" })
/** @see {@link CreateSpace} */
export type CreateSpace = typeof CreateSpace.Type

/** A partial update; `emoji` and `icon` exclude each other, `null` for either removes what is set. */
export const UpdateSpace = Schema.Struct({
  title: optional(text(0, 50)),
  emoji: optional(Schema.NullOr(Emoji)),
  icon: optional(Schema.NullOr(Url)),
  editMode: optional(EditMode),
  defaultLevel: optional(DefaultLevel)
}).annotations({ identifier: "UpdateSpace" })
/** @see {@link UpdateSpace} */
export type UpdateSpace = typeof UpdateSpace.Type

/** The emoji of a space that has set none. */
export const defaultEmoji = "1f4d6"

/**
 * A space as stored. `revision` and `sequence` are the head of its main line of content; `downloadKey` signs the
 * addresses of its files.
 */
export interface SpaceRecord {
  readonly id: SpaceId
  readonly organization: OrganizationId
  readonly parent?: CollectionId
  /**
   * The collection that the space was deleted with. Its grants and default level apply to the space until it is moved,
   * although it is at the root. Absent for all spaces that have a parent.
   */
  readonly inherits?: CollectionId
  readonly position: string
  /** How often it was moved; never when absent. */
  readonly moves?: number
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
  readonly editMode: typeof EditMode.Type
  readonly defaultLevel: DefaultLevel
  readonly createdBy?: UserId
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt?: string
  readonly revision: RevisionId
  readonly sequence: number
  readonly downloadKey: string
  /** How many open comments there are; none when absent. */
  readonly comments?: number
  /** How many change requests there are, in all and by status; none when absent. */
  readonly changeRequests?: { readonly all: number; readonly open: number; readonly draft: number }
  /** Whether it ever had a computed page. */
  readonly computed?: true
}
