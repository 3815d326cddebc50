/** @since 0.1.0 */
import * as Schema from "effect/Schema"
import type { IdentityKind } from "../identities/Identity.js"
import type { OrganizationId } from "../organizations/Organization.js"
import type { UserId } from "../users/User.js"

/** A session's id; not the secret that its cookie has. */
export const SessionId = Schema.String.pipe(Schema.brand("SessionId"))
export type SessionId = typeof SessionId.Type

/**
 * The party that vouched for the person of a session: the server, which checked the credentials of their account, or
 * the identity provider of an organization, which is trusted for that organization only.
 */
export type SessionSource =
  | { readonly kind: "account" }
  | {
      readonly kind: "provider"
      readonly protocol: IdentityKind
      readonly organization: OrganizationId
      readonly issuer: string
      readonly subject: string
    }

/**
 * What an embedding host says about a person whom it has signed in. Without the optional parts, they count as signed in
 * to their account with a password, without a fresh proof.
 */
export interface HostSession {
  /** The id of the user. */
  readonly user: string
  /** Whether the person has proved a second factor. */
  readonly secondFactor?: boolean | undefined
  /** The time until which they need no new proof of who they are, in milliseconds since 1970. */
  readonly freshUntil?: number | undefined
  /**
   * The id of the organization whose identity provider has signed them in. They reach this organization only, as by a
   * provider that is set up here.
   */
  readonly organization?: string | undefined
}

/**
 * The method by which a person has proved their identity: `link` is a one-time link, `provider` an assertion of an
 * identity provider.
 */
export type ProofMethod = "password" | "totp" | "passkey" | "link" | "provider"

/** A proof and the time when it was given, in milliseconds since 1970. */
export interface Proof {
  readonly method: ProofMethod
  readonly at: number
}

/** The source of a request to sign in. */
export interface SignInClient {
  /** The network address; failed attempts are counted for it and the account together. */
  readonly address: string
  /** The name of the device in the person's list of sessions, such as `Firefox on Linux`. */
  readonly device: string
}

/** A session as answered, without its secret. */
export interface Session {
  readonly id: SessionId
  readonly device: string
  readonly address: string
  readonly createdAt: string
  /** Updated at most once a minute. */
  readonly lastUsedAt: string
  /** The latest time at which it ends, however much it is used. */
  readonly endsAt: string
  /** Whether the caller's own request uses it. */
  readonly current: boolean
}

/** A session as stored: only the SHA-256 of its secret (lower-case hex) is kept. Times are milliseconds since 1970. */
export interface SessionRecord extends SignInClient {
  readonly id: SessionId
  readonly user: UserId
  readonly hash: string
  readonly createdAt: number
  readonly lastUsedAt: number
  readonly endsAt: number
  readonly source: SessionSource
  /** The latest proof by each method. */
  readonly proofs: ReadonlyArray<Proof>
  /** Whether the second factor is still missing: until then, it gives access to nothing. */
  readonly waiting: boolean
  /** The SHA-256 of the token for calls of the API, if one was given out: see `Sessions.token`. */
  readonly token?: string
}
