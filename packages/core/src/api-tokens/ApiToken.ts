import * as Schema from "effect/Schema"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text } from "../schema/Text.js"
import type { UserId } from "../users/User.js"

/**
 * An API token's id; not the token.
 * @since 0.1.0
 */
export const ApiTokenId = Schema.String.pipe(Schema.brand("ApiTokenId"))
/**
 * @see {@link ApiTokenId}
 * @since 0.1.0
 */
export type ApiTokenId = typeof ApiTokenId.Type

/**
 * An API token as answered, without its secret.
 * @since 0.1.0
 */
export const ApiToken = Schema.Struct({
  object: Schema.Literal("api-token"),
  id: ApiTokenId,
  label: Text,
  createdAt: Timestamp,
  expiresAt: optional(Timestamp)
}).annotations({ identifier: "ApiToken" })
/**
 * @see {@link ApiToken}
 * @since 0.1.0
 */
export type ApiToken = typeof ApiToken.Type

/**
 * What a token is made from: a label, and when it stops working (never, when absent).
 * @since 0.1.0
 */
export const CreateApiToken = Schema.Struct({
  label: text(1, 100),
  expiresAt: optional(
    Timestamp.pipe(Schema.filter((at) => !Number.isNaN(Date.parse(at)) || "expected a date and time"))
  )
}).annotations({ identifier: "CreateApiToken" })
/**
 * @see {@link CreateApiToken}
 * @since 0.1.0
 */
export type CreateApiToken = typeof CreateApiToken.Type

/**
 * An API token as stored: only the SHA-256 of the secret (lower-case hex) is kept; configuration made a `fixed` one.
 * @since 0.1.0
 */
export interface ApiTokenRecord {
  readonly id: ApiTokenId
  readonly user: UserId
  readonly label: string
  readonly hash: string
  readonly createdAt: string
  readonly expiresAt?: string
  readonly fixed?: true
}
