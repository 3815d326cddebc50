/** A rate limit as one would write it by hand: it counts the requests of each token in windows of a minute. */

const windowLength = 60_000

/** The limit of every server that is measured, which is counted and never reached. */
export const limit = 1_000_000_000

/** Creates the function that counts a request; it returns the headers of the answer, or nothing beyond the limit. */
export const makeRateLimit = () => {
  let window = 0
  let counts = new Map<string, number>()
  return (token: string) => {
    const now = Math.floor(Date.now() / windowLength)
    if (now !== window) {
      window = now
      counts = new Map()
    }
    const count = (counts.get(token) ?? 0) + 1
    counts.set(token, count)
    return count > limit
      ? undefined
      : {
          "x-ratelimit-limit": limit,
          "x-ratelimit-remaining": limit - count,
          "x-ratelimit-reset": ((window + 1) * windowLength) / 1000
        }
  }
}
