/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { UserId } from "../../foundation/ids/UserId.js"
import { described, identified, location, urls } from "../../foundation/schema/Described.js"
import { optional } from "../../foundation/schema/Input.js"
import { Text, text, Url } from "../../foundation/schema/Text.js"

export { UserId } from "../../foundation/ids/UserId.js"

/** An e-mail address, compared case-insensitively and stored in lower case. */
export const Email = Schema.compose(
  Schema.Lowercase,
  text(3, 254).pipe(Schema.pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { message: () => "expected an e-mail address" }))
).annotations({ jsonSchema: { type: "string", format: "email" } })

/** A person, as answered. */
export const User = Schema.Struct({
  object: Schema.Literal("user"),
  id: identified(UserId),
  displayName: described(Text, "The name that others see, at most 100 characters."),
  email: optional(Text, "The e-mail address, in lower case; it identifies the user when signing in."),
  photoURL: optional(Text, "The address of a picture of the user. Absent where the user has none."),
  urls: urls({ location })
}).annotations({ identifier: "User", description: "A person, who may be a member of several organizations." })
export type User = typeof User.Type

/** Input for creating a user. */
export const CreateUser = Schema.Struct({
  displayName: text(1, 100),
  email: Email,
  photoURL: optional(Url)
}).annotations({ identifier: "CreateUser" })
export type CreateUser = typeof CreateUser.Type

/** A user as stored. */
export interface UserRecord {
  readonly id: UserId
  readonly displayName: string
  readonly email: string
  readonly photoURL?: string
  readonly createdAt: string
  /** The organization whose service user this is: only tokens act as it, and its `email` is not an address. */
  readonly service?: string
  /** The only organization that knows the person, who signs in through its providers; `email` is not an address. */
  readonly organization?: string
  /** Whether the person was erased: nothing is left but the id, and `email` is not an address. */
  readonly erased?: true
}

/** The kind of a user: a person, a service user that only tokens act as, or the remains of an erased person. */
export type UserKind = "person" | "service" | "erased"

/** The kind of a user. */
export const kindOf = ({ erased, service }: Pick<UserRecord, "erased" | "service">): UserKind => {
  if (erased === true) return "erased"
  return service === undefined ? "person" : "service"
}

/** The e-mail address of a user, if there is one. */
export const addressOf = (user: UserRecord): string | undefined =>
  kindOf(user) === "person" && user.organization === undefined ? user.email : undefined

/** Whether a user may become a member of an organization: a person who is not known only to another organization. */
export const mayJoin = (user: UserRecord | undefined, organization: string): user is UserRecord =>
  user !== undefined && kindOf(user) === "person" && (user.organization ?? organization) === organization
