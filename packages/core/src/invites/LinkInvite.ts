import * as Schema from "effect/Schema"
import { RoleOrGuest } from "../access/Role.js"
import { Collection, CollectionId } from "../collections/Collection.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Space, SpaceId } from "../spaces/Space.js"
import { Email, UserId } from "../users/User.js"

/** The id of a link invite, which is all that somebody needs to join with it. */
export const LinkInviteId = Schema.String.pipe(Schema.brand("LinkInviteId"))
/** @see {@link LinkInviteId} */
export type LinkInviteId = typeof LinkInviteId.Type

const answered = {
  object: Schema.Literal("invite"),
  id: LinkInviteId,
  redundant: Schema.Boolean,
  urls: Schema.Struct({ location: Schema.String })
}

/** A link invite that gives a role in an organization. */
export const LinkInviteToOrganization = Schema.Struct({ ...answered, role: RoleOrGuest }).annotations({
  identifier: "LinkInviteToOrganization"
})

/** A link invite that gives a level on a space. */
export const LinkInviteToSpace = Schema.Struct({ ...answered, level: RoleOrGuest, space: Space }).annotations({
  identifier: "LinkInviteToSpace"
})

/** A link invite that gives a level on a collection. */
export const LinkInviteToCollection = Schema.Struct({
  ...answered,
  level: RoleOrGuest,
  collection: Collection
}).annotations({ identifier: "LinkInviteToCollection" })

/** An invite for everybody who has its id, as answered; `redundant` if the caller has as much as it gives. */
export const LinkInvite = Schema.Union(LinkInviteToOrganization, LinkInviteToSpace, LinkInviteToCollection).annotations(
  { identifier: "LinkInvite" }
)
/** @see {@link LinkInvite} */
export type LinkInvite = typeof LinkInvite.Type

/** What a link invite is made from: what those who join with it get, and where. */
export const LinkInviteInput = Schema.Union(
  Schema.Struct({ role: RoleOrGuest }).annotations({ identifier: "CreateInviteToOrganization" }),
  Schema.Struct({ level: RoleOrGuest, space: SpaceId }).annotations({ identifier: "CreateInviteToSpace" }),
  Schema.Struct({ level: RoleOrGuest, collection: CollectionId }).annotations({
    identifier: "CreateInviteToCollection"
  })
).annotations({ identifier: "LinkInviteInput" })
/** @see {@link LinkInviteInput} */
export type LinkInviteInput = typeof LinkInviteInput.Type

/** A change of a link invite: `role` of one to an organization, `level` of one to a space or a collection. */
export const UpdateLinkInvite = Schema.Union(
  Schema.Struct({ role: RoleOrGuest }).annotations({ identifier: "UpdateInviteRole" }),
  Schema.Struct({ level: RoleOrGuest }).annotations({ identifier: "UpdateInviteLevel" })
).annotations({ identifier: "UpdateLinkInvite" })
/** @see {@link UpdateLinkInvite} */
export type UpdateLinkInvite = typeof UpdateLinkInvite.Type

const Invited = Schema.Union(Email, Schema.Struct({ email: Email, role: RoleOrGuest }))

/** Whom to invite, each with a role of their own or the one for all, which is the organization's when left out. */
export const InviteUsers = Schema.Struct({
  emails: Schema.Array(Invited).pipe(Schema.maxItems(1000)),
  role: optional(RoleOrGuest),
  sso: optional(Schema.Boolean)
}).annotations({ identifier: "InviteUsers" })
/** @see {@link InviteUsers} */
export type InviteUsers = typeof InviteUsers.Type

/** Who became a member, and how many. */
export const InvitedUsers = Schema.Struct({
  users: Schema.Array(UserId),
  invited: Schema.Number.annotations({ jsonSchema: { type: "integer" } })
}).annotations({ identifier: "InvitedUsers" })
/** @see {@link InvitedUsers} */
export type InvitedUsers = typeof InvitedUsers.Type

interface Kept {
  readonly id: LinkInviteId
  readonly organization: OrganizationId
  readonly createdAt: string
}

/** A link invite as stored. */
export type LinkInviteRecord = Kept & LinkInviteInput

/** A space or a collection that link invites lead to. */
export type LinkInviteTarget = { readonly space: SpaceId } | { readonly collection: CollectionId }

/** Which link invite leads to a space or a collection, as stored. */
export type LinkInvitePointer = Pick<Kept, "id" | "organization"> & LinkInviteTarget
