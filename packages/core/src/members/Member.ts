import { Schema } from "effect"
import { type Role, RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Timestamp } from "../schema/Text.js"
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
export const UpdateMember = Schema.Struct({ role: RoleOrGuest }).annotations({ identifier: "UpdateMember" })
/** @see {@link UpdateMember} */
export type UpdateMember = typeof UpdateMember.Type

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
