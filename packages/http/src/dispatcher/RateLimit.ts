/** How often one token may call: a count for each fixed window of time, kept in this process's memory. */
import { RateLimited } from "@lectern/core/errors/Errors"

/** At most `limit` requests in each window of `windowSeconds`. */
export interface RateLimit {
  readonly limit: number
  readonly windowSeconds: number
}

/** 10,000 requests a minute. */
export const defaultRateLimit: RateLimit = { limit: 10_000, windowSeconds: 60 }

/** The state of a caller's window: the headers that tell it, and the error once the window is used up. */
export interface Allowance {
  readonly headers: Readonly<Record<string, string>>
  readonly exceeded: RateLimited | undefined
}

/** Counts a call under a key, at a time in milliseconds. */
export type Limiter = (key: string, now: number) => Allowance

const maxKeys = 100_000

/** A limiter; it forgets everything when a window ends, and its oldest keys above 100,000. */
export const makeLimiter = ({ limit, windowSeconds }: RateLimit): Limiter => {
  const length = windowSeconds * 1000
  let window = -1
  let counts = new Map<string, number>()
  return (key, now) => {
    const current = Math.floor(now / length)
    if (current !== window) {
      window = current
      counts = new Map()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    if (counts.size > maxKeys) {
      for (const oldest of counts.keys()) {
        counts.delete(oldest)
        break
      }
    }
    const end = (current + 1) * length
    const retryAfter = Math.max(1, Math.ceil((end - now) / 1000))
    return {
      headers: {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(Math.max(0, limit - count)),
        "x-ratelimit-reset": String(Math.ceil(end / 1000))
      },
      exceeded:
        count <= limit
          ? undefined
          : new RateLimited({ message: `too many requests, try again in ${retryAfter} seconds`, limit, retryAfter })
    }
  }
}
