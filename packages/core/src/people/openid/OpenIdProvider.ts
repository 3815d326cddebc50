/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import type { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { createdAt, described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text } from "../../foundation/schema/Text.js"
import { RoleOrGuest } from "../access/Role.js"
import { Team, TeamId } from "../teams/Team.js"
import { issuerProblem } from "./Issuers.js"

/** The id of an OpenID provider of an organization. */
export const OpenIdProviderId = Schema.String.pipe(Schema.brand("OpenIdProviderId"))
export type OpenIdProviderId = typeof OpenIdProviderId.Type

/** This service's registration, as to be entered at a provider. */
const Service = Schema.Struct({
  startURL: described(Schema.String, "The address at which members begin to sign in."),
  redirectURL: described(Schema.String, "The address to register at the provider as redirect URI.")
})

/** An OpenID provider that members of an organization sign in with, as answered: without its secret. */
export const OpenIdProvider = Schema.Struct({
  object: Schema.Literal("openid-provider"),
  id: identified(OpenIdProviderId),
  label: described(Text, "The name that members see, 1 to 30 characters."),
  issuer: described(Text, "The issuer, as the provider states it."),
  clientId: described(Text, "The id under which the provider knows this service."),
  hasSecret: described(Schema.Boolean, "Whether there is a client secret, which is never answered."),
  defaultTeam: optional(Team, "The team that new members join."),
  defaultRole: described(RoleOrGuest, "The role that new members get; `null` makes them guests."),
  createdAt,
  service: described(Service, "What to enter at the provider to register this service."),
  urls: urls({ location })
}).annotations({
  identifier: "OpenIdProvider",
  description: "An OpenID Connect provider that members of an organization sign in with."
})
export type OpenIdProvider = typeof OpenIdProvider.Type

const Issuer = text(1, 2048)
  .pipe(Schema.filter((issuer) => issuerProblem(issuer) ?? true))
  .annotations({ jsonSchema: { type: "string", format: "uri", maxLength: 2048 } })
/** The failure for a value that is not a string does not quote the value, since it may be a secret. */
const Secret = Schema.compose(Schema.String.annotations({ message: () => "expected text" }), text(1, 1024)).annotations(
  { jsonSchema: { type: "string", minLength: 1, maxLength: 1024, writeOnly: true } }
)
const Label = text(1, 30)
const ClientId = text(1, 255)

const said = {
  label: "The name that members see, 1 to 30 characters.",
  issuer:
    "The issuer, exactly as the provider's discovery document states it. For Microsoft Entra, it has to name the tenant.",
  clientId: "The id under which the provider knows this service, 1 to 255 characters."
}
const defaults = {
  defaultTeam: optional(TeamId, "The id of the team that new members join; none when omitted."),
  defaultRole: optional(RoleOrGuest, "The role that new members get; `null`, the default, makes them guests.")
}

/** Input for creating an OpenID provider. */
export const CreateOpenIdProvider = Schema.Struct({
  label: described(Label, said.label),
  issuer: described(Issuer, said.issuer),
  clientId: described(ClientId, said.clientId),
  clientSecret: optional(Secret, "The secret of the client, at most 1,024 characters. A public client has none."),
  ...defaults
}).annotations({ identifier: "CreateOpenIdProvider", description: "A new OpenID Connect provider." })
export type CreateOpenIdProvider = typeof CreateOpenIdProvider.Type

/** A partial update of an OpenID provider. */
export const UpdateOpenIdProvider = Schema.Struct({
  label: optional(Label, said.label),
  issuer: optional(
    Issuer,
    `${said.issuer} Another one ends all sessions, takes another \`clientSecret\`, and asks everybody to sign in again.`
  ),
  clientId: optional(ClientId, said.clientId),
  clientSecret: optional(
    Schema.NullOr(Secret),
    "The secret of the client, at most 1,024 characters; `null` removes it."
  ),
  ...defaults
}).annotations({
  identifier: "UpdateOpenIdProvider",
  description: "Changes of an OpenID Connect provider. Omitted fields stay as they are."
})
export type UpdateOpenIdProvider = typeof UpdateOpenIdProvider.Type

/** An OpenID provider as stored. */
export interface OpenIdProviderRecord {
  readonly id: OpenIdProviderId
  readonly organization: OrganizationId
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  /** The client secret, sealed by the server's key. */
  readonly sealed?: string
  /** The id of the key that it was sealed by. */
  readonly sealedBy?: string
  readonly defaultTeam?: TeamId
  readonly defaultRole: RoleOrGuest
  readonly createdAt: string
}
