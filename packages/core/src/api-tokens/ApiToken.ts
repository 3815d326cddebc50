import * as Schema from "effect/Schema"
import { optional } from "../schema/Input.js"
import { Text, Timestamp, text } from "../schema/Text.js"
import type { UserId } from "../users/User.js"

/** An API token's id; not the token. */
export const ApiTokenId = Schema.String.pipe(Schema.brand("ApiTokenId"))
/** @see {@link ApiTokenId} */
export type ApiTokenId = typeof ApiTokenId.Type

/** An API token as answered, without its secret. */
export const ApiToken = Schema.Struct({
  object: Schema.Literal("api-token"),
  id: ApiTokenId,
  label: Text,
  createdAt: Timestamp,
  expiresAt: optional(Timestamp)
}).annotations({ identifier: "ApiToken" })
/** @see {@link ApiToken} */
export type ApiToken = typeof ApiToken.Type

/** What a token is made from: a label, and when it stops working (never, when absent). */
export const CreateApiToken = Schema.Struct({
  label: text(1, 100),
  expiresAt: optional(
    Timestamp.pipe(Schema.filter((at) => !Number.isNaN(Date.parse(at)) || "expected a date and time"))
  )
}).annotations({ identifier: "CreateApiToken" })
/** @see {@link CreateApiToken} */
export type CreateApiToken = typeof CreateApiToken.Type

/** An API token as stored: only the SHA-256 of the secret (lower-case hex) is kept; configuration made a `fixed` one. */
export interface ApiTokenRecord {
  readonly id: ApiTokenId
  readonly user: UserId
  readonly label: string
  readonly hash: string
  readonly createdAt: string
  readonly expiresAt?: string
  readonly fixed?: true
}
