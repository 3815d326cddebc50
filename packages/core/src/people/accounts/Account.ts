/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import { optional } from "../../foundation/schema/Input.js"
import { text } from "../../foundation/schema/Text.js"
import { CreateUser, type UserId } from "../users/User.js"

/** A passkey's id: the id of the credential, in base64url. */
export const PasskeyId = Schema.String.pipe(Schema.brand("PasskeyId"))
export type PasskeyId = typeof PasskeyId.Type

/** Whether a person can sign in: `invited` until they set credentials, `disabled` by an administrator. */
export type AccountState = "invited" | "active" | "disabled"

/**
 * A user of the server as its administrators see them. The state `none` is for users whom a program or the command line
 * created, and who were never invited to sign in.
 */
export interface Account {
  readonly object: "account"
  readonly user: UserId
  readonly displayName: string
  /** Absent for people whom only one organization knows. */
  readonly email?: string
  readonly state: AccountState | "none"
  readonly administrator: boolean
  readonly credentials: CredentialKinds
}

/** The kinds of credentials of an account. */
export interface CredentialKinds {
  readonly password: boolean
  /** Whether codes of an authenticator app are required. */
  readonly totp: boolean
  /** The number of passkeys. */
  readonly passkeys: number
}

/** A passkey as answered. */
export interface Passkey {
  readonly id: PasskeyId
  readonly label: string
  readonly createdAt: string
  readonly lastUsedAt?: string
}

/** A person's own credentials. */
export interface OwnCredentials {
  readonly password: boolean
  readonly totp: boolean
  readonly passkeys: ReadonlyArray<Passkey>
}

/** Input for inviting a person. */
export const InviteAccount = Schema.Struct({
  displayName: CreateUser.fields.displayName,
  email: CreateUser.fields.email,
  administrator: optional(Schema.Boolean)
})
export type InviteAccount = typeof InviteAccount.Type

/** An administrator's changes to an account. */
export const UpdateAccount = Schema.Struct({
  disabled: optional(Schema.Boolean),
  administrator: optional(Schema.Boolean)
})
export type UpdateAccount = typeof UpdateAccount.Type

/** A password that a user chooses: 12 to 256 characters of any kind. */
export const NewPassword = Schema.Struct({ password: text(12, 256) })
export type NewPassword = typeof NewPassword.Type

/** The secret of an authenticator app, sealed by the server's key. */
export interface TotpRecord {
  readonly sealed: string
  /** The id of the key that it was sealed by. */
  readonly sealedBy: string
  /** The time step of the last code that was accepted: no code works twice. */
  readonly lastStep: number
}

/** The account of a user as stored. */
export interface AccountRecord {
  readonly user: UserId
  readonly state: AccountState
  readonly administrator: boolean
  /** The encoded hash, with its parameters. */
  readonly password?: string
  readonly totp?: TotpRecord
  /** A sealed secret that has been shown but not yet confirmed with a code. */
  readonly proposedTotp?: string
  readonly createdAt: string
}

/** A passkey as stored; the public key is in base64url. */
export interface PasskeyRecord {
  readonly id: PasskeyId
  readonly user: UserId
  readonly label: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
  readonly createdAt: string
  readonly lastUsedAt?: string
}
