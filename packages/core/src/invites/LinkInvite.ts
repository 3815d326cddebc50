import { Schema } from "effect"
import { RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Email, UserId } from "../users/User.js"

/** The id of a link invite, which is all that somebody needs to join with it. */
export const LinkInviteId = Schema.String.pipe(Schema.brand("LinkInviteId"))
/** @see {@link LinkInviteId} */
export type LinkInviteId = typeof LinkInviteId.Type

/** An invite to an organization for everybody who has its id, as answered; `redundant` if the caller has the role. */
export const LinkInvite = Schema.Struct({
  object: Schema.Literal("invite"),
  id: LinkInviteId,
  role: RoleOrGuest,
  redundant: Schema.Boolean,
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "LinkInvite" })
/** @see {@link LinkInvite} */
export type LinkInvite = typeof LinkInvite.Type

/** What a link invite is made from, and what replaces it: the role of those who join with it. */
export const LinkInviteInput = Schema.Struct({ role: RoleOrGuest }).annotations({ identifier: "LinkInviteInput" })
/** @see {@link LinkInviteInput} */
export type LinkInviteInput = typeof LinkInviteInput.Type

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

/** A link invite as stored. */
export interface LinkInviteRecord {
  readonly id: LinkInviteId
  readonly organization: OrganizationId
  readonly role: RoleOrGuest
  readonly createdAt: string
}
