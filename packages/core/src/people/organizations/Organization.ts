/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { app, createdAt, described, identified, location, may, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text } from "../../foundation/schema/Text.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationMergeRules } from "../merge-rules/MergeRule.js"
import type { UserId } from "../users/User.js"
import {
  CommunityType,
  CreateOrganization,
  DefaultContent,
  OrganizationType,
  SecondFactor,
  UseCase
} from "./OrganizationInput.js"
import { UpdateOrganization } from "./UpdateOrganization.js"

export { CreateOrganization, OrganizationId, UpdateOrganization }

const Plan = Schema.Literal(
  "free_2024",
  "plus_2024",
  "pro_2024",
  "enterprise_2024",
  "community_2024",
  "free",
  "plus",
  "pro"
)
/** The caller's permissions in an organization. */
export const OrganizationPermissions = Schema.Struct({
  view: may("see the organization, that is, is a member of it"),
  admin: may("change its settings, members, teams, SAML providers and invites"),
  ownTeam: may("manage the members of at least one team, as its owner"),
  createContent: may("create spaces, collections and sites at the root of the organization"),
  createOpenAPISpec: may("add OpenAPI specifications"),
  ingestConversations: described(Schema.Boolean, "Always `false`: this server takes in no conversations."),
  viewBilling: may("see billing; the same as `admin`"),
  listMembers: may("list the members, which guests may not"),
  listTeams: may("list the teams, which guests may not"),
  listIntegrations: described(Schema.Boolean, "Always `false`: this server has no integrations.")
})

/** An organization as answered. */
export const Organization = Schema.Struct({
  object: Schema.Literal("organization"),
  id: identified(OrganizationId),
  title: described(Text, "The name of the organization, 2 to 255 characters."),
  createdAt,
  emailDomains: described(
    Schema.Array(Text),
    "The e-mail domains of the organization, such as `example.com`. Users with an address in a verified one may join without an invite."
  ),
  hostname: optional(Text, "The name reserved for public content of the organization, 3 to 32 characters."),
  type: described(OrganizationType, "What kind of organization it says it is. Nothing depends on it."),
  useCase: optional(UseCase, "What the organization says it uses documentation for. Nothing depends on it."),
  communityType: optional(CommunityType, "The kind of community, for organizations of the type `community`."),
  defaultRole: optional(RoleOrGuest, "The role of people who join without one of their own; `null` makes them guests."),
  defaultContent: optional(
    DefaultContent,
    "What opens first in the organization. Absent where the caller may not see it."
  ),
  sso: optional(Schema.Boolean, "Whether members have to sign in through a SAML provider of the organization."),
  secondFactor: optional(
    SecondFactor,
    "Whether members who sign in with their own credentials need a second factor here. Absent means `optional`."
  ),
  ai: optional(Schema.Boolean, "Whether the organization allows AI features. Stored for clients; the server has none."),
  inviteLinks: described(Schema.Boolean, "Whether people can join with invite links; `false` suspends all of them."),
  mergeRules: optional(
    OrganizationMergeRules,
    "The rules of approval of all spaces that do not have their own. Absent for guests and for those who are not members."
  ),
  plan: described(Plan, "The name of the plan. This server charges nothing and limits nothing by it."),
  urls: urls({ location, app, logo: optional(Schema.String, "The address of the logo, as it was set.") }),
  trial: described(
    Schema.Struct({
      status: described(
        Schema.Literal("notapplicable", "none", "active", "ended", "expired"),
        "Always `notapplicable` on this server."
      )
    }),
    "The trial of a plan, for clients that expect one."
  ),
  internal_isOnNewTrial: optional(Schema.Literal(true), "Always `true`. Deprecated; kept for clients that expect it."),
  permissions: described(OrganizationPermissions, "What the caller may do in the organization.")
}).annotations({
  identifier: "Organization",
  description: "A group of people who share spaces, collections and sites. Everything else belongs to one organization."
})
export type Organization = typeof Organization.Type

/** An organization as stored; `key` signs the visitor claims of its members and is never answered. */
export interface OrganizationRecord {
  readonly id: OrganizationId
  readonly title: string
  readonly createdAt: string
  /** The creator; absent in organizations from before this was recorded. */
  readonly createdBy?: UserId
  readonly emailDomains: ReadonlyArray<string>
  /** The domains that are known to belong to the organization; none when absent. */
  readonly verifiedDomains?: ReadonlyArray<string>
  readonly hostname?: string
  readonly type: typeof OrganizationType.Type
  readonly useCase?: typeof UseCase.Type
  readonly communityType?: typeof CommunityType.Type
  readonly defaultRole?: RoleOrGuest
  readonly defaultContent?: typeof DefaultContent.Type
  readonly logo?: string
  readonly sso: boolean
  /** `optional` when absent. */
  readonly secondFactor?: typeof SecondFactor.Type
  readonly ai: boolean
  readonly inviteLinks: boolean
  /** The rules of approval of spaces without their own; none when absent. */
  readonly mergeRules?: OrganizationMergeRules
  readonly plan: typeof Plan.Type
  /** The sealed key that signs claims about members. */
  readonly sealedKey: string
}
