/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { type Role, RoleOrGuest } from "../access/Role.js"
import type { UserId } from "../users/User.js"

/** The id of an invite that waits for the answer of the invited person. */
export const UserInviteId = Schema.String.pipe(Schema.brand("UserInviteId"))
export type UserInviteId = typeof UserInviteId.Type

/** An invite to an organization, as the invited person sees it. */
export const UserInvite = Schema.Struct({
  object: Schema.Literal("invite"),
  id: identified(UserInviteId),
  organization: described(
    Schema.Struct({
      object: Schema.Literal("organization"),
      id: identified(OrganizationId),
      title: described(Text, "The name of the organization."),
      logo: optional(Schema.String, "The address of its logo, as it was set.")
    }),
    "The organization that the caller is invited to."
  ),
  role: described(RoleOrGuest, "The role that the caller gets by accepting; `null` makes a guest."),
  sso: described(Schema.Boolean, "Whether the caller will sign in to the organization through a SAML provider."),
  createdAt,
  urls: urls({ location })
}).annotations({
  identifier: "UserInvite",
  description: "An invite to an organization that the invited person has not answered yet."
})
export type UserInvite = typeof UserInvite.Type

/** A membership that waits for the answer of the invited person, as stored. */
export interface PendingMemberRecord {
  readonly id: UserInviteId
  readonly organization: OrganizationId
  readonly user: UserId
  readonly role: Role | null
  readonly sso: boolean
  readonly createdAt: string
}
