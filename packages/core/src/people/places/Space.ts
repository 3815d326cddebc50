/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import {
  app,
  createdAt,
  described,
  identified,
  location,
  may,
  published,
  updatedAt,
  urls
} from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp } from "../../foundation/schema/Text.js"
import { type DefaultLevel, RoleOrGuest } from "../access/Role.js"
import { SpaceMergeRules } from "../merge-rules/MergeRule.js"
import type { UserId } from "../users/User.js"
import { CollectionId } from "./CollectionId.js"
import { RevisionId } from "./RevisionId.js"
import { SpaceId } from "./SpaceId.js"
import { CreateSpace, EditMode, Visibility } from "./SpaceInput.js"
import { Synonyms } from "./Synonyms.js"
import { UpdateSpace } from "./UpdateSpace.js"

export { CreateSpace, SpaceId, UpdateSpace, Visibility }

/** The caller's permissions on a space. */
export const SpacePermissions = Schema.Struct({
  view: may("see the space"),
  access: may("read the content; the same as `view`"),
  admin: may("change, move, transfer and delete the space, and grant access to it"),
  viewInviteLinks: may("see the invite links to the space"),
  edit: may("open and edit change requests, and edit the content directly where `editMode` is `live`"),
  triggerGitSync: described(Schema.Boolean, "Always `false`: this server does not synchronize with git by itself."),
  comment: may("post comments and reactions"),
  merge: may("merge change requests"),
  review: may("review change requests, and resolve comments of others")
})

/** A container of content, as answered; `defaultLevel` is the level in force. */
export const Space = Schema.Struct({
  object: Schema.Literal("space"),
  id: identified(SpaceId),
  title: described(Text, "The name of the space, at most 50 characters."),
  emoji: described(Text, "An emoji, as a character or as code points in hex joined by `-`; `1f4d6` until one is set."),
  visibility: described(
    Visibility,
    "Who can read the space: that of the most open published site that contains it, else `in-collection` where it takes its access from its collection, else `private`."
  ),
  createdAt,
  updatedAt,
  deletedAt: optional(
    Timestamp,
    "When the space was deleted. It can be restored for 7 days from then on; absent unless it is deleted."
  ),
  editMode: described(EditMode, "`live` allows direct edits of the content; `locked` allows only change requests."),
  mergeRules: optional(
    SpaceMergeRules,
    "The rules of approval, as they are set on the space. Absent for guests, who do not see whom they name."
  ),
  protected: described(
    Schema.Boolean,
    "Whether rules of approval hold, of the space or of the organization: main then changes only by merging change requests."
  ),
  organization: described(OrganizationId, "The id of the organization that it belongs to."),
  parent: optional(
    CollectionId,
    "The id of the collection that it is in. Absent at the root, and where the caller may not see the collection."
  ),
  revision: described(RevisionId, "The id of the current revision of its content."),
  defaultLevel: described(
    RoleOrGuest,
    "The level that members have on the space unless something grants them another; `null` is none. This is the level in force, wherever it is set."
  ),
  synonyms: optional(Synonyms, "Groups of words that mean the same in its search; absent where there are none."),
  comments: described(Schema.Number, "How many open comments there are on the space and its pages."),
  changeRequests: described(Schema.Number, "How many change requests the space has, whatever their status."),
  changeRequestsOpen: described(Schema.Number, "How many change requests have the status `open`."),
  changeRequestsDraft: described(Schema.Number, "How many change requests have the status `draft`."),
  urls: urls({
    location,
    app,
    published,
    public: optional(Schema.String, "The same as `published`, if everybody may read it there."),
    icon: optional(Schema.String, "The address of the icon that is set in place of an emoji.")
  }),
  permissions: described(SpacePermissions, "What the caller may do with the space; on a deleted space only seeing it.")
}).annotations({
  identifier: "Space",
  description: "A container of content: a tree of pages with files, versioned as a whole."
})
export type Space = typeof Space.Type

/**
 * A space as stored. `revision` and `sequence` are the head of its main line of content; `sealedDownloadKey` is the
 * sealed key that signs the URLs of its files.
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
  /** The number of times it has been moved; 0 when absent. */
  readonly moves?: number
  readonly title: string
  readonly emoji?: string
  readonly icon?: string
  readonly editMode: typeof EditMode.Type
  /** The rules of approval; those of the organization when absent. */
  readonly mergeRules?: SpaceMergeRules
  /** Words that mean the same in its search; none when absent. */
  readonly synonyms?: Synonyms
  readonly defaultLevel: DefaultLevel
  readonly createdBy?: UserId
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt?: string
  readonly revision: RevisionId
  readonly sequence: number
  readonly sealedDownloadKey: string
  /** The number of open comments; none when absent. */
  readonly comments?: number
  /** The number of change requests, in all and by status; none when absent. */
  readonly changeRequests?: { readonly all: number; readonly open: number; readonly draft: number }
  /** Whether it has ever had a computed page. */
  readonly computed?: true
  /** Whether texts of its main line are edited live. */
  readonly live?: true
}
