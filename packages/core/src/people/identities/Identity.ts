/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import { RoleOrGuest } from "../access/Role.js"
import { TeamId } from "../teams/Team.js"
import type { UserId } from "../users/User.js"

/** The protocol that an identity provider speaks. */
export const IdentityKind = Schema.Literal("saml", "oidc")
export type IdentityKind = typeof IdentityKind.Type

/** The maximum length of an issuer, in characters. */
export const longestIssuer = 2048

const subjects = { issuer: text(1, longestIssuer), subject: text(1, 1024) }

/**
 * A verified assertion of an identity provider about a person. Its creator has checked that it comes from the provider:
 * the signature, the audience, the time, and that it answers the request of this very browser.
 */
export const ProviderAssertion = Schema.Struct({
  kind: IdentityKind,
  /** The organization whose provider it is; `undefined` for the provider of the server. */
  organization: Schema.UndefinedOr(OrganizationId),
  ...subjects,
  email: optional(Text),
  /**
   * Whether the provider states that the address belongs to the person. An OpenID provider must, a SAML provider need
   * not.
   */
  emailVerified: optional(Schema.Boolean),
  displayName: optional(Text),
  /** The role of a new member; `null`, a guest, when absent. */
  defaultRole: optional(RoleOrGuest),
  /** The team that a new member joins, if it still exists. */
  defaultTeam: optional(TeamId)
})
export type ProviderAssertion = typeof ProviderAssertion.Type

/**
 * The person behind a provider's subject, as stored: issuer and subject identify a person, an e-mail address does not.
 */
export interface IdentityRecord {
  readonly kind: IdentityKind
  /** The organization that trusts the provider; empty for the server itself. */
  readonly organization: string
  readonly issuer: string
  readonly subject: string
  readonly user: UserId
  readonly createdAt: string
}
