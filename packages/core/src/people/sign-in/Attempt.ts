/** A failed attempt to sign in. */

/**
 * Failed attempts of one address on one account, which need not exist; of one address on all accounts, or of all
 * addresses on one account. Times are milliseconds since 1970.
 */
export interface AttemptRecord {
  /** The SHA-256 of the account's name as typed, so that no list of e-mail addresses is kept. */
  readonly account: string
  /** The network address as counted: see `addressKey`. */
  readonly address: string
  readonly failures: number
  /** Before this time the next attempt is refused. */
  readonly notBefore: number
  /** Whether a user signed in to this account from this address, so that other people's failures never delay it. */
  readonly known?: true
  /** The time from which they no longer count. */
  readonly forgottenAt: number
}

/** The wildcard for all accounts, and for all addresses. */
export const everything = "*"
