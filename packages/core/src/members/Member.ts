import * as Schema from "effect/Schema"
import { Role, RoleOrGuest } from "../access/Role.js"
import { ListQuery } from "../lists/List.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Timestamp } from "../schema/Text.js"
import { Space } from "../spaces/Space.js"
import { User, UserId } from "../users/User.js"

/** A user's membership in an organization, as answered; its id is the user's. */
export const Member = Schema.Struct({
  object: Schema.Literal("member"),
  id: UserId,
  role: RoleOrGuest,
  user: User,
  disabled: Schema.Boolean,
  joinedAt: Timestamp,
  lastSeenAt: optional(Timestamp),
  sso: Schema.Boolean,
  spaces: Schema.Number,
  teams: Schema.Number
}).annotations({ identifier: "Member" })
/** @see {@link Member} */
export type Member = typeof Member.Type

/** A change of a member's role; `null` makes the member a guest. */
export const UpdateMember = Schema.Struct({ role: optional(RoleOrGuest) }).annotations({ identifier: "UpdateMember" })
/** @see {@link UpdateMember} */
export type UpdateMember = typeof UpdateMember.Type

/** The direction of a list that has one; `desc` (newest first) when absent. */
const Order = Schema.Literal("asc", "desc")

/** The queries of a list of members: `sort` is `joinedAt` when absent, `lastSeenAt` lists only who was seen. */
export const MembersQuery = Schema.Struct({
  ...ListQuery.fields,
  order: optional(Order),
  role: optional(Schema.Union(Role, Schema.Literal("guest"))),
  search: optional(Schema.String),
  sort: optional(Schema.Literal("joinedAt", "lastSeenAt"))
})
/** @see {@link MembersQuery} */
export type MembersQuery = typeof MembersQuery.Type

/** The queries of a list of a member's spaces. */
export const MemberSpacesQuery = Schema.Struct({ ...ListQuery.fields, order: optional(Order) })
/** @see {@link MemberSpacesQuery} */
export type MemberSpacesQuery = typeof MemberSpacesQuery.Type

/** A space that a member may read, and the member's level on it. */
export const MemberSpace = Schema.Struct({ permission: Role, space: Space })
/** @see {@link MemberSpace} */
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
}
