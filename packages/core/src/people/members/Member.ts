/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { ListQuery } from "../../foundation/lists/List.js"
import { described, named } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Timestamp } from "../../foundation/schema/Text.js"
import { Role, RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { Space } from "../places/Space.js"
import { User, UserId } from "../users/User.js"

/** A user's membership in an organization, as answered; its id is the user's. */
export const Member = Schema.Struct({
  object: Schema.Literal("member"),
  id: described(UserId, "The id of the user, which also identifies the membership in its organization."),
  role: described(
    RoleOrGuest,
    "The role of the member in the whole organization. `null` is a guest, who reaches only what is granted."
  ),
  user: described(User, "The user who is the member."),
  disabled: described(Schema.Boolean, "Whether the member is blocked: the tokens of a disabled member are refused."),
  joinedAt: described(Timestamp, "When the user became a member."),
  lastSeenAt: optional(Timestamp, "When the member last used the organization. Absent for members who never did."),
  sso: described(Schema.Boolean, "Whether the member signs in through a SAML provider."),
  spaces: described(Schema.Number, "How many spaces the member can read, counting only those that the caller may see."),
  teams: described(Schema.Number, "How many teams the member is in.")
}).annotations({ identifier: "Member", description: "The membership of a user in an organization." })
export type Member = typeof Member.Type

/** A change of a member: a role, where `null` makes a guest, or whether the member is disabled. */
export const UpdateMember = Schema.Struct({
  role: optional(
    RoleOrGuest,
    "The new role; `null` makes the member a guest. The last administrator cannot be demoted."
  ),
  disabled: optional(Schema.Boolean, "Whether the member is blocked. The last administrator cannot be.")
}).annotations({ identifier: "UpdateMember", description: "Changes of a membership. Omitted fields stay as they are." })
export type UpdateMember = typeof UpdateMember.Type

/** The direction of a sorted list; `desc` (newest first) when absent. */
const Order = Schema.Literal("asc", "desc")

/**
 * The queries of a list of members: `sort` is `joinedAt` when absent, `lastSeenAt` lists only members who have been
 * seen.
 */
export const MembersQuery = Schema.Struct({
  ...ListQuery.fields,
  order: optional(Order),
  role: optional(Schema.Union(Role, Schema.Literal("guest"))),
  search: optional(Schema.String),
  sort: optional(Schema.Literal("joinedAt", "lastSeenAt"))
})
export type MembersQuery = typeof MembersQuery.Type

/** The queries of a list of a member's spaces. */
export const MemberSpacesQuery = Schema.Struct({ ...ListQuery.fields, order: optional(Order) })
export type MemberSpacesQuery = typeof MemberSpacesQuery.Type

/** A space that a member may read, and the member's level on it. */
export const MemberSpace = Schema.Struct({
  permission: described(Role, "The level that the member has on the space, from whatever gives it."),
  space: described(Space, "The space itself, as the caller sees it.")
}).annotations(named("MemberSpace", "A space that a member can read."))
export type MemberSpace = typeof MemberSpace.Type

/** A membership as stored. */
export interface MemberRecord {
  readonly organization: OrganizationId
  readonly user: UserId
  readonly role: Role | null
  readonly disabled: boolean
  readonly sso: boolean
  readonly joinedAt: string
  readonly lastSeenAt?: string
  /** Whether it is a service user, who does not count as the administrator that an organization must keep. */
  readonly service?: true
}
