import * as Schema from "effect/Schema"
import { RoleOrGuest } from "../access/Role.js"
import type { OrganizationId } from "../organizations/Organization.js"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text, Url } from "../schema/Text.js"
import { Team, TeamId } from "../teams/Team.js"

/** A SAML provider's id. */
export const SamlProviderId = Schema.String.pipe(Schema.brand("SamlProviderId"))
/** @see {@link SamlProviderId} */
export type SamlProviderId = typeof SamlProviderId.Type

/** What a provider is told about this service. */
const Service = Schema.Struct({ acsURL: Schema.String, startURL: Schema.String, entityID: Schema.String })

/** An identity provider that members sign in with, as answered; `pending` while something of it is missing. */
export const SamlProvider = Schema.Struct({
  object: Schema.Literal("saml-provider"),
  id: SamlProviderId,
  label: Text,
  entityID: optional(Text),
  certificate: optional(Text),
  ssoURL: optional(Text),
  defaultTeam: optional(Team),
  defaultRole: RoleOrGuest,
  createdAt: Timestamp,
  status: Schema.Literal("active", "pending"),
  service: Service,
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "SamlProvider" })
/** @see {@link SamlProvider} */
export type SamlProvider = typeof SamlProvider.Type

const Label = text(1, 30)
/** The failure on what is no text says nothing of what came instead: it may hold a certificate. */
const Certificate = Schema.compose(
  Schema.String.annotations({ message: () => "expected text" }),
  text(0, 10_000)
).annotations({
  jsonSchema: { type: "string", maxLength: 10_000, description: "An X.509 certificate, as PEM or bare base64." }
})
const settings = {
  entityID: optional(text(0, 1024)),
  certificate: optional(Certificate),
  ssoURL: optional(Url),
  defaultTeam: optional(TeamId),
  defaultRole: optional(RoleOrGuest)
}

/** What a provider is made from. */
export const CreateSamlProvider = Schema.Struct({ label: Label, ...settings }).annotations({
  identifier: "CreateSamlProvider"
})
/** @see {@link CreateSamlProvider} */
export type CreateSamlProvider = typeof CreateSamlProvider.Type

/** A partial update of a provider. */
export const UpdateSamlProvider = Schema.Struct({ label: optional(Label), ...settings }).annotations({
  identifier: "UpdateSamlProvider"
})
/** @see {@link UpdateSamlProvider} */
export type UpdateSamlProvider = typeof UpdateSamlProvider.Type

/** What somebody who wants to sign in needs to know of a provider. */
export const SsoLogin = Schema.Struct({
  id: SamlProviderId,
  label: Text,
  startURL: Schema.String
}).annotations({ identifier: "SsoLogin" })
/** @see {@link SsoLogin} */
export type SsoLogin = typeof SsoLogin.Type

/** A provider as stored. */
export interface SamlProviderRecord {
  readonly id: SamlProviderId
  readonly organization: OrganizationId
  readonly label: string
  readonly entityID?: string
  readonly certificate?: string
  readonly ssoURL?: string
  readonly defaultTeam?: TeamId
  readonly defaultRole: RoleOrGuest
  readonly createdAt: string
}
