/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { ListQuery } from "../../foundation/lists/List.js"
import { app, described, identified, location, may, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import { DefaultLevel, RoleOrGuest } from "../access/Role.js"
import type { UserId } from "../users/User.js"
import { CollectionId } from "./CollectionId.js"
import type { SpaceShape } from "./SpaceShape.js"

export { CollectionId }

/** The caller's permissions on a collection. */
export const CollectionPermissions = Schema.Struct({
  view: may("see the collection"),
  admin: may("change, move, transfer and delete the collection, and grant access to it"),
  viewInviteLinks: may("see the invite links to the collection"),
  create: may("create spaces and collections in the collection")
})

/** A nestable group of spaces, as answered; `defaultLevel` is the level in force. */
export const Collection = Schema.Struct({
  object: Schema.Literal("collection"),
  id: identified(CollectionId),
  title: described(Text, "The name of the collection, at most 50 characters."),
  description: optional(Text, "What the collection is about, at most 100 characters."),
  organization: described(OrganizationId, "The id of the organization that it belongs to."),
  parent: optional(
    CollectionId,
    "The id of the collection that it is in. Absent at the root, and where the caller may not see the parent."
  ),
  defaultLevel: described(
    RoleOrGuest,
    "The level that members have on the content unless something grants them another; `null` is none. This is the level in force, wherever it is set."
  ),
  urls: urls({ location, app }),
  permissions: described(CollectionPermissions, "What the caller may do with the collection.")
}).annotations({
  identifier: "Collection",
  description: "A group of spaces and further collections, which also passes access on to them."
})
export type Collection = typeof Collection.Type

/** Input for creating a collection; the title is `Untitled` when omitted. */
export const CreateCollection = Schema.Struct({
  title: optional(text(0, 50), "The name, at most 50 characters; `Untitled` when omitted."),
  parent: optional(CollectionId, "The id of the collection to create it in; the root when omitted.")
}).annotations({ identifier: "CreateCollection", description: "A new collection." })
export type CreateCollection = typeof CreateCollection.Type

/** A partial update of a collection. */
export const UpdateCollection = Schema.Struct({
  title: optional(text(0, 50), "The new name, at most 50 characters."),
  description: optional(text(0, 100), "The new description, at most 100 characters; an empty one removes it."),
  defaultLevel: optional(
    DefaultLevel,
    "The level of members without a grant: `null` for none, `inherit` to take that of the parent or the organization."
  )
}).annotations({
  identifier: "UpdateCollection",
  description: "Changes of a collection. Omitted fields stay as they are."
})
export type UpdateCollection = typeof UpdateCollection.Type

/** The queries of a list of collections: only those at the root where `nested` is false. */
export const CollectionsQuery = Schema.Struct({ ...ListQuery.fields, nested: optional(Schema.Boolean) })
export type CollectionsQuery = typeof CollectionsQuery.Type

/** A collection as stored; no `parent` at the root, `position` is a fractional key among its siblings. */
export interface CollectionRecord {
  readonly id: CollectionId
  readonly organization: OrganizationId
  readonly parent?: CollectionId
  readonly position: string
  /** The number of times it has been moved; 0 when absent. */
  readonly moves?: number
  readonly title: string
  readonly description?: string
  readonly defaultLevel: DefaultLevel
  readonly createdBy?: UserId
  readonly createdAt: string
  /**
   * The collection was deleted, moved or transferred by a caller who could not act on all of its contents. It exists
   * for users who see something in it, and for contents that inherit its grants and default level.
   */
  readonly remnant?: true
}

/** The data that decides who may see a collection and its contents. */
export interface CollectionShape
  extends Pick<CollectionRecord, "id" | "organization" | "parent" | "defaultLevel" | "createdBy" | "remnant"> {
  /** The spaces directly in a remnant that are not deleted; absent for other collections. */
  readonly spaces?: ReadonlyArray<SpaceShape>
}
