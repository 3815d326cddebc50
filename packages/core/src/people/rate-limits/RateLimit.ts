/**
 * Rate limits, and the information about them that a call receives.
 * @since 0.1.0
 */
import type { RateLimited } from "../../foundation/errors/Errors.js"

/** At most `limit` calls, or an amount of something, in each window of `windowSeconds`. */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/**
 * The limits of requests and of their costs; an absent limit does not apply. The cost of a request is the length of its
 * answer, in bytes or in characters of a text, plus 10,000 for each page whose text is read for it. It is counted when
 * it is known: a caller with any allowance left is answered in full.
 */
export interface Limits {
  /** For each token. */
  readonly token?: RateLimit | undefined
  /** For all tokens of one user together. */
  readonly account?: RateLimit | undefined
  /** For a network address, with and without tokens; an IPv6 address counts as its /64 network. */
  readonly address?: RateLimit | undefined
  /** For the costs of the requests of each token. */
  readonly tokenCost?: RateLimit | undefined
  /** For the costs of the requests of all tokens of one user together. */
  readonly accountCost?: RateLimit | undefined
  /** For the costs of the requests of a network address. */
  readonly addressCost?: RateLimit | undefined
  /** For the costs of the requests of all readers of a site together. */
  readonly siteCost?: RateLimit | undefined
}

const gigabytes = (count: number): RateLimit => ({ limit: count * 1024 ** 3, windowSeconds: 60 })

/**
 * The limits of a server by default: 10,000 requests a minute for a token, 20,000 for an account and 60,000 for an
 * address; and costs of 2 GB a minute for a token, 4 for an account, 8 for an address and 16 for a site.
 */
export const defaultLimits: { readonly [K in keyof Limits]-?: RateLimit } = {
  token: { limit: 10_000, windowSeconds: 60 },
  account: { limit: 20_000, windowSeconds: 60 },
  address: { limit: 60_000, windowSeconds: 60 },
  tokenCost: gigabytes(2),
  accountCost: gigabytes(4),
  addressCost: gigabytes(8),
  siteCost: gigabytes(16)
}

/** The remaining allowance of a limit after a call. */
export interface Allowance {
  readonly limit: number
  readonly remaining: number
  /** The end of the window, in milliseconds since 1970. */
  readonly endsAt: number
  /** The failure of the call, if the limit is exceeded. */
  readonly exceeded: RateLimited | undefined
}
