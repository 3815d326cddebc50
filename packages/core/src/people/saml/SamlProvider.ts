/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text, Url } from "../../foundation/schema/Text.js"
import { RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { Team, TeamId } from "../teams/Team.js"

/** A SAML provider's id. */
export const SamlProviderId = Schema.String.pipe(Schema.brand("SamlProviderId"))
export type SamlProviderId = typeof SamlProviderId.Type

/** This service's registration, as to be entered at a provider. */
const Service = Schema.Struct({
  acsURL: described(
    Schema.String,
    "The address that the provider posts its assertions to (assertion consumer service)."
  ),
  startURL: described(Schema.String, "The address at which members begin to sign in."),
  entityID: described(Schema.String, "The entity id of this service.")
})

/** An identity provider that members sign in with, as answered; `pending` while a required setting is missing. */
export const SamlProvider = Schema.Struct({
  object: Schema.Literal("saml-provider"),
  id: identified(SamlProviderId),
  label: described(Text, "The name that members see, 1 to 30 characters."),
  entityID: optional(Text, "The entity id of the provider."),
  certificate: optional(Text, "The X.509 certificate that the provider signs with, or two of them."),
  ssoURL: optional(Text, "The address of the provider that members are sent to."),
  sloURL: optional(Text, "The address of the provider for single logout."),
  idpInitiated: optional(Schema.Boolean, "Whether members may begin at the provider. Absent where they may not."),
  defaultTeam: optional(Team, "The team that new members join."),
  defaultRole: described(RoleOrGuest, "The role that new members get; `null` makes them guests."),
  createdAt,
  status: described(
    Schema.Literal("active", "pending"),
    "`pending` until `entityID`, `ssoURL` and a readable `certificate` are set, then `active`."
  ),
  service: described(Service, "What to enter at the provider to register this service."),
  urls: urls({ location })
}).annotations({
  identifier: "SamlProvider",
  description: "A SAML identity provider that members of an organization sign in with."
})
export type SamlProvider = typeof SamlProvider.Type

const Label = text(1, 30)
/** The failure for a value that is not a string does not quote the value, since it may contain a certificate. */
const Certificate = Schema.compose(
  Schema.String.annotations({ message: () => "expected text" }),
  text(0, 10_000)
).annotations({
  jsonSchema: {
    type: "string",
    maxLength: 10_000,
    description: "An X.509 certificate, as PEM or bare base64, or two of them as PEM."
  }
})
const settings = {
  entityID: optional(text(0, 1024), "The entity id of the provider, at most 1,024 characters."),
  certificate: optional(
    Certificate,
    "The X.509 certificate that the provider signs with, as PEM or bare base64, at most 10,000 characters. Two PEM certificates, one after the other, while the provider changes its key."
  ),
  ssoURL: optional(Url, "The http or https address of the provider that members are sent to."),
  sloURL: optional(
    Schema.NullOr(Url),
    "The http or https address of the provider for single logout; `null` removes it."
  ),
  idpInitiated: optional(
    Schema.Boolean,
    "Whether members may begin at the provider, which anybody can then make a browser do; `false` when omitted."
  ),
  defaultTeam: optional(TeamId, "The id of the team that new members join; none when omitted."),
  defaultRole: optional(RoleOrGuest, "The role that new members get; `null`, the default, makes them guests.")
}

/** Input for creating a provider. */
export const CreateSamlProvider = Schema.Struct({
  label: described(Label, "The name that members see, 1 to 30 characters."),
  ...settings
}).annotations({
  identifier: "CreateSamlProvider",
  description: "A new SAML provider. What is omitted can be set later."
})
export type CreateSamlProvider = typeof CreateSamlProvider.Type

/** A partial update of a provider. */
export const UpdateSamlProvider = Schema.Struct({
  label: optional(Label, "The name that members see, 1 to 30 characters."),
  ...settings
}).annotations({
  identifier: "UpdateSamlProvider",
  description: "Changes of a SAML provider. Omitted fields stay as they are."
})
export type UpdateSamlProvider = typeof UpdateSamlProvider.Type

/** The information about a provider for people who want to sign in. */
export const SsoLogin = Schema.Struct({
  id: described(Text, "The id of the provider."),
  label: described(Text, "The name of the provider."),
  startURL: described(Schema.String, "The address at which to begin.")
}).annotations({ identifier: "SsoLogin", description: "A way to sign in to an organization." })
export type SsoLogin = typeof SsoLogin.Type

/** A provider as stored. */
export interface SamlProviderRecord {
  readonly id: SamlProviderId
  readonly organization: OrganizationId
  readonly label: string
  readonly entityID?: string
  readonly certificate?: string
  readonly ssoURL?: string
  readonly sloURL?: string
  readonly idpInitiated?: true
  readonly defaultTeam?: TeamId
  readonly defaultRole: RoleOrGuest
  readonly createdAt: string
}
