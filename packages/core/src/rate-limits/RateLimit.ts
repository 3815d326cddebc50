/** Rate limits, and what a call learns about one. */
import type { RateLimited } from "../errors/Errors.js"

/**
 * At most `limit` calls in each window of `windowSeconds`.
 * @since 0.1.0
 */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * The limits of requests; what is absent is not limited.
 * @since 0.1.0
 */
export interface Limits {
  /** For each token. */
  readonly token?: RateLimit | undefined
  /** For all tokens of one user together. */
  readonly account?: RateLimit | undefined
  /** For a network address, with and without tokens; an IPv6 address counts as its /64 network. */
  readonly address?: RateLimit | undefined
}

/**
 * The limits of a server by default: 10,000 requests a minute for a token, 20,000 for an account and 60,000 for an
 * address.
 * @since 0.1.0
 */
export const defaultLimits: { readonly [K in keyof Limits]-?: RateLimit } = {
  token: { limit: 10_000, windowSeconds: 60 },
  account: { limit: 20_000, windowSeconds: 60 },
  address: { limit: 60_000, windowSeconds: 60 }
}

/**
 * What is left of a limit after a call.
 * @since 0.1.0
 */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** When the window ends, in milliseconds since 1970. */
  readonly endsAt: number
  /** The failure of the call, if the limit is exceeded. */
  readonly exceeded: RateLimited | undefined
}
