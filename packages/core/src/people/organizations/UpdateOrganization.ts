/**
 * The input that changes organizations, which an engine in a browser loads on first use.
 * @since 0.1.0
 */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { Url } from "../../foundation/schema/Text.js"
import { RoleOrGuest } from "../access/Role.js"
import { OrganizationMergeRules } from "../merge-rules/MergeRule.js"
import { DefaultContent, Domain, Hostname, SecondFactor, Title } from "./OrganizationInput.js"

/** A partial update; `null` removes. */
export const UpdateOrganization = Schema.Struct({
  title: optional(Title, "The new name, 2 to 255 characters."),
  emailDomains: optional(
    Schema.Array(Domain).pipe(Schema.maxItems(100)),
    "All domains whose users may join without an invite once they are verified, at most 100. Replaces the earlier ones."
  ),
  hostname: optional(
    Hostname,
    "A name for public content: lower-case letters, digits and dashes. No other organization may have it."
  ),
  defaultRole: optional(RoleOrGuest, "The role of people who join without one of their own; `null` makes them guests."),
  defaultContent: optional(Schema.NullOr(DefaultContent), "The site that opens first; `null` removes the choice."),
  logo: optional(
    Schema.NullOr(Url),
    "An http or https address of a picture, at most 2,048 characters; `null` removes it."
  ),
  sso: optional(Schema.Boolean, "Whether members have to sign in through a SAML provider."),
  secondFactor: optional(
    SecondFactor,
    "Whether members who sign in with their own credentials need a second factor before the organization opens."
  ),
  ai: optional(Schema.Boolean, "Whether AI features are allowed. Only stored."),
  inviteLinks: optional(Schema.Boolean, "Whether people can join with invite links."),
  mergeRules: optional(OrganizationMergeRules, "The rules of approval of all spaces that do not have their own.")
}).annotations({
  identifier: "UpdateOrganization",
  description: "Changes of an organization. Omitted fields stay as they are."
})
export type UpdateOrganization = typeof UpdateOrganization.Type
