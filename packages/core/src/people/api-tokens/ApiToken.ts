/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { OrganizationId } from "../../foundation/ids/OrganizationId.js"
import { createdAt, described, identified } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, Timestamp, text } from "../../foundation/schema/Text.js"
import { SpaceId } from "../places/SpaceId.js"
import { User, type UserId } from "../users/User.js"
import { Scope, ScopeSpaces, Scopes, type TokenScope } from "./TokenScope.js"

/** An API token's id; not the token. */
export const ApiTokenId = Schema.String.pipe(Schema.brand("ApiTokenId"))
export type ApiTokenId = typeof ApiTokenId.Type

const fields = {
  object: Schema.Literal("api-token"),
  id: identified(ApiTokenId),
  label: described(Text, "What the token is for, at most 100 characters."),
  createdAt,
  expiresAt: optional(Timestamp, "When the token stops working. Absent where it never does."),
  lastUsedAt: optional(Timestamp, "When the token was last used, to the minute. Absent where it never was."),
  scopes: described(Schema.Array(Scope), "The scope of the token."),
  organization: optional(OrganizationId, "The id of the only organization that the token reaches."),
  spaces: optional(Schema.Array(SpaceId), "The ids of the only spaces that the token reaches.")
}

/** An API token as answered, without its secret. */
export const ApiToken = Schema.Struct(fields).annotations({
  identifier: "ApiToken",
  description: "A token for the API, without its secret."
})
export type ApiToken = typeof ApiToken.Type

/** A token of an organization as answered, which acts as its own service user. */
export const ServiceToken = Schema.Struct({
  ...fields,
  user: described(User, "The service user that the token acts as, a member of the organization.")
}).annotations({ identifier: "ServiceToken", description: "A token of an organization, without its secret." })
export type ServiceToken = typeof ServiceToken.Type

/** A token's secret, known only at this moment. */
const secret = described(
  Schema.String,
  "The token to send. It is shown only this once: `lct_`, 43 random characters and a checksum of 6."
)

/** A new token with its secret. */
export const CreatedApiToken = Schema.Struct({
  token: secret,
  apiToken: described(ApiToken, "What lists show of it.")
}).annotations({ identifier: "CreatedApiToken", description: "A new token, with its secret." })
export type CreatedApiToken = typeof CreatedApiToken.Type

/** A new token of an organization with its secret. */
export const CreatedServiceToken = Schema.Struct({
  token: secret,
  apiToken: described(ServiceToken, "What lists show of it.")
}).annotations({ identifier: "CreatedServiceToken", description: "A new token of an organization, with its secret." })
export type CreatedServiceToken = typeof CreatedServiceToken.Type

const Expiry = Timestamp.pipe(Schema.filter((at) => !Number.isNaN(Date.parse(at)) || "expected a date and time"))
const labelText = "What the token is for, 1 to 100 characters."
const Label = described(text(1, 100), labelText)
const scopesText =
  "The scope of the token: `read` content, `write` it, or `admin`, all that the user may do. Each includes the ones before."
const spacesText = "The ids of the only spaces that the token reaches, 1 to 100."

/**
 * Input for creating a token. Without limits it has all permissions of its user, and without an expiry it is valid
 * forever.
 */
export const CreateApiToken = Schema.Struct({
  label: Label,
  expires: optional(Expiry, "When the token stops working; never when omitted."),
  scopes: optional(Scopes, scopesText),
  organization: optional(OrganizationId, "The id of the only organization that the token reaches; all when omitted."),
  spaces: optional(ScopeSpaces, spacesText)
}).annotations({ identifier: "CreateApiToken", description: "A new token of the caller." })
export type CreateApiToken = typeof CreateApiToken.Type

/** The maximum time for which a rotated token keeps working in addition to its replacement, in seconds. */
const longestOverlap = 7 * 86_400

/** Input for rotating a token. */
export const RotateApiToken = Schema.Struct({
  overlap: optional(
    Schema.Number.pipe(Schema.int(), Schema.between(0, longestOverlap)),
    "For how many seconds the old token keeps working, at most 604800, a week; 86400, a day, when omitted."
  )
}).annotations({ identifier: "RotateApiToken", description: "How long the old token keeps working." })
export type RotateApiToken = typeof RotateApiToken.Type

/** Input for creating a token of an organization. It can only read if `scopes` is omitted. */
export const CreateServiceToken = Schema.Struct({
  label: Label,
  expires: optional(Expiry, "When the token stops working; never when omitted."),
  scopes: optional(Scopes, scopesText),
  spaces: optional(ScopeSpaces, spacesText)
}).annotations({ identifier: "CreateServiceToken", description: "A new token of the organization." })
export type CreateServiceToken = typeof CreateServiceToken.Type

/** A partial update of a token of an organization. */
export const UpdateServiceToken = Schema.Struct({
  label: optional(text(1, 100), labelText),
  expires: optional(Schema.NullOr(Expiry), "When the token stops working; `null` for never."),
  scopes: optional(Scopes, scopesText),
  spaces: optional(
    Schema.NullOr(ScopeSpaces),
    "The ids of the only spaces that the token reaches; `null` for all of the organization."
  )
}).annotations({
  identifier: "UpdateServiceToken",
  description: "Changes of a token of the organization. Omitted fields stay as they are."
})
export type UpdateServiceToken = typeof UpdateServiceToken.Type

/**
 * An API token as stored: only the SHA-256 of the secret (lower-case hex) is kept; a `fixed` one comes from the
 * configuration.
 */
export interface ApiTokenRecord {
  readonly id: ApiTokenId
  readonly user: UserId
  readonly label: string
  readonly hash: string
  readonly createdAt: string
  readonly expiresAt?: string
  readonly fixed?: true
  /** Its limits; none when absent. */
  readonly limits?: TokenScope
  /** The organization that the token belongs to, if it is a service user's. */
  readonly service?: OrganizationId
  /** Set in older tokens of organizations that were exempt; now all of them are. */
  readonly sso?: OrganizationId
  /** Whether the token is exempt from the organizations' sign-in requirements, as the embedding program decided. */
  readonly exempt?: true
  /**
   * Whether organizations that require a second factor accept the token: its creator had proved one, or was the
   * embedding program. Absent in tokens from before this was recorded, which count as made without.
   */
  readonly secondFactor?: true
}

/**
 * The time when a token was last used, to the minute; stored apart from the token, so that using it invalidates no
 * cache.
 */
export interface TokenUseRecord {
  readonly token: ApiTokenId
  readonly lastUsedAt: string
}
