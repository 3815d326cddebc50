import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"

/**
 * The OpenID provider of a server, which gives people sessions of their accounts.
 * @since 0.1.0
 */
export interface ServerOpenIdValue {
  /** What the button on the page to sign in says after "Continue with". */
  readonly label: string
  /** The issuer, exactly as its discovery document and its ID tokens state it. */
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: Redacted.Redacted
  /**
   * The e-mail domains, in lower case, for which the administrator takes the provider's word: accounts with an address in
   * one are found or made at the first sign-in.
   */
  readonly domains: ReadonlyArray<string>
}

/**
 * The OpenID provider of an engine; none where no other is provided.
 * @since 0.1.0
 */
export class ServerOpenId extends Context.Reference<ServerOpenId>()("@lectern/core/ServerOpenId", {
  defaultValue: (): { readonly provider?: ServerOpenIdValue } => ({})
}) {}
