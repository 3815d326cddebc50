/**
 * The interface of the service that checks credentials.
 * @since 0.1.0
 */
import type * as Redacted from "effect/Redacted"
import type { Asked } from "../access/Actor.js"
import type { NewPassword } from "../accounts/Account.js"
import type { CeremonyOptions } from "../accounts/Passkeys.js"
import type { LinkView } from "../one-time-links/OneTimeLink.js"
import type { SignInClient } from "../sessions/Session.js"
import type { SignedIn } from "./SignedIn.js"

/** The means that a session waits for, or that give a fresh proof. */
export interface Means {
  readonly email: string
  readonly waiting: boolean
  readonly password: boolean
  readonly totp: boolean
  readonly passkey: boolean
  /** Whether it may be an assertion of the server's identity provider. */
  readonly provider: boolean
}

/**
 * Checks credentials, for the program that serves the sign-in pages. It never reveals whether a person has an account:
 * unknown ones are refused in the same words, after the same work.
 */
export interface SignInService {
  /** Begins a session by e-mail address and password. */
  readonly password: (
    input: { readonly email: string; readonly password: string },
    client: SignInClient
  ) => Asked<SignedIn>
  /**
   * The options that a browser needs to request any passkey of this server; `Conflict` if the server's address cannot
   * have passkeys.
   */
  readonly passkeyOptions: () => Asked<CeremonyOptions>
  /** Begins a session by a passkey, or adds the proof to a session of the same person. */
  readonly passkey: (response: unknown, client: SignInClient, session?: Redacted.Redacted<string>) => Asked<SignedIn>
  /** The means by which the person of a session, which may be waiting, can prove their identity. */
  readonly means: (session: Redacted.Redacted<string>) => Asked<Means>
  /** Adds the proof of a code to a session, which opens it if it is waiting. */
  readonly code: (
    session: Redacted.Redacted<string>,
    input: { readonly code: string },
    client: SignInClient
  ) => Asked<SignedIn>
  /** Adds the proof of the password to an open session. */
  readonly confirmPassword: (
    session: Redacted.Redacted<string>,
    input: { readonly password: string },
    client: SignInClient
  ) => Asked<SignedIn>
  /** The person whose credentials a link sets; `NotFound` if it was used, has expired or never existed. */
  readonly link: (secret: Redacted.Redacted<string>) => Asked<LinkView>
  /** Redeems a link: sets the password, ends all sessions of the person and begins one. */
  readonly redeem: (secret: Redacted.Redacted<string>, input: NewPassword, client: SignInClient) => Asked<SignedIn>
  /**
   * Mails a link to set a new password to the person with this address, in the background. Does nothing if no mail can
   * be sent.
   */
  readonly requestReset: (input: { readonly email: string }) => Asked<void>
  /** Removes expired sessions, links, challenges and failed attempts. */
  readonly clean: () => Asked<void>
}
