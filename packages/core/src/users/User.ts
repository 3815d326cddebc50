import * as Schema from "effect/Schema"
import { optional } from "../schema/Input.js"
import { Text, text, Url } from "../schema/Text.js"

/** A user's id. */
export const UserId = Schema.String.pipe(Schema.brand("UserId"))
/** @see {@link UserId} */
export type UserId = typeof UserId.Type

/** An e-mail address, compared without regard to case; kept in lower case. */
export const Email = Schema.compose(
  Schema.Lowercase,
  text(3, 254).pipe(Schema.pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { message: () => "expected an e-mail address" }))
)

/** A person, as answered. */
export const User = Schema.Struct({
  object: Schema.Literal("user"),
  id: UserId,
  displayName: Text,
  email: optional(Text),
  photoURL: optional(Text),
  urls: Schema.Struct({ location: Schema.String })
}).annotations({ identifier: "User" })
/** @see {@link User} */
export type User = typeof User.Type

/** What a user is made from. */
export const CreateUser = Schema.Struct({
  displayName: text(1, 100),
  email: Email,
  photoURL: optional(Url)
}).annotations({ identifier: "CreateUser" })
/** @see {@link CreateUser} */
export type CreateUser = typeof CreateUser.Type

/** A user as stored. */
export interface UserRecord {
  readonly id: UserId
  readonly displayName: string
  readonly email: string
  readonly photoURL?: string
  readonly createdAt: string
}
