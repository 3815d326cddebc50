import * as Schema from "effect/Schema"
import { DefaultLevel, RoleOrGuest } from "../access/Role.js"
import { ListQuery } from "../lists/List.js"
import { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Text, text } from "../schema/Text.js"
import type { SpaceShape } from "../spaces/SpaceRepository.js"
import type { UserId } from "../users/User.js"

/** A collection's id. */
export const CollectionId = Schema.String.pipe(Schema.brand("CollectionId"))
/** @see {@link CollectionId} */
export type CollectionId = typeof CollectionId.Type

/** What the caller may do with a collection. */
export const CollectionPermissions = Schema.Struct({
  view: Schema.Boolean,
  admin: Schema.Boolean,
  viewInviteLinks: Schema.Boolean,
  create: Schema.Boolean
})

/** A nestable group of spaces, as answered; `defaultLevel` is the level in force. */
export const Collection = Schema.Struct({
  object: Schema.Literal("collection"),
  id: CollectionId,
  title: Text,
  description: optional(Text),
  organization: OrganizationId,
  parent: optional(CollectionId),
  defaultLevel: RoleOrGuest,
  urls: Schema.Struct({ location: Schema.String, app: Schema.String }),
  permissions: CollectionPermissions
}).annotations({ identifier: "Collection" })
/** @see {@link Collection} */
export type Collection = typeof Collection.Type

/** What a collection is made from; the title is `Untitled` when left out. */
export const CreateCollection = Schema.Struct({
  title: optional(text(0, 50)),
  parent: optional(CollectionId)
}).annotations({ identifier: "CreateCollection" })
/** @see {@link CreateCollection} */
export type CreateCollection = typeof CreateCollection.Type

/** A partial update of a collection. */
export const UpdateCollection = Schema.Struct({
  title: optional(text(0, 50)),
  description: optional(text(0, 100)),
  defaultLevel: optional(DefaultLevel)
}).annotations({ identifier: "UpdateCollection" })
/** @see {@link UpdateCollection} */
export type UpdateCollection = typeof UpdateCollection.Type

/** The queries of a list of collections: only those at the root where `nested` is false. */
export const CollectionsQuery = Schema.Struct({ ...ListQuery.fields, nested: optional(Schema.Boolean) })
/** @see {@link CollectionsQuery} */
export type CollectionsQuery = typeof CollectionsQuery.Type

/** A collection as stored; no `parent` at the root, `position` is a fractional key among its siblings. */
export interface CollectionRecord {
  readonly id: CollectionId
  readonly organization: OrganizationId
  readonly parent?: CollectionId
  readonly position: string
  /** How often it was moved; never when absent. */
  readonly moves?: number
  readonly title: string
  readonly description?: string
  readonly defaultLevel: DefaultLevel
  readonly createdBy?: UserId
  readonly createdAt: string
  /**
   * The collection was deleted, moved or transferred by somebody who could not act on all of its contents. It is there
   * for those who see something in it, and for what inherits its grants and default level.
   */
  readonly remnant?: true
}

/** What decides who may see a collection and what is in it. */
export interface CollectionShape
  extends Pick<CollectionRecord, "id" | "organization" | "parent" | "defaultLevel" | "createdBy" | "remnant"> {
  /** The spaces directly in a remnant that are not deleted; absent for other collections. */
  readonly spaces?: ReadonlyArray<SpaceShape>
}
