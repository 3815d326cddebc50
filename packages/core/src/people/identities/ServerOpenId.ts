/** @since 0.1.0 */
import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"

/** The OpenID provider of a server, by which people get sessions of their accounts. */
export interface ServerOpenIdValue {
  /** The text after "Continue with" on the button of the sign-in page. */
  readonly label: string
  /** The issuer, exactly as its discovery document and its ID tokens state it. */
  readonly issuer: string
  readonly clientId: string
  /** Absent for a public client. */
  readonly clientSecret?: Redacted.Redacted
  /**
   * The e-mail domains, in lower case, for which the administrator trusts the provider: accounts with an address in one
   * are found or created at the first sign-in.
   */
  readonly domains: ReadonlyArray<string>
}

/** The OpenID provider of an engine; none by default. */
export class ServerOpenId extends Context.Reference<ServerOpenId>()("@lectern/core/ServerOpenId", {
  defaultValue: (): { readonly provider?: ServerOpenIdValue } => ({})
}) {}
