/** When deliveries are tried again. */

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000]

/** The waits between the tries of a delivery, in milliseconds: eight tries in about 28 hours. */
export const waits: ReadonlyArray<number> = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  10 * hour
]

/** A wait is longer by up to this share of it, so that what failed together is not tried again together. */
export const jitter = 0.1

/** The longest wait that a receiver may ask for, in milliseconds. */
export const longestAsked = day

/** How long a receiver may do nothing but fail before its webhook is disabled, in milliseconds. */
export const patience = 5 * day

/** The time that a receiver has for its answer. */
export const timeLimit = 15 * second

/** What decides when a delivery is tried again. */
interface Failure {
  /** The number of tries, this one included. */
  readonly attempts: number
  /** In milliseconds since 1970. */
  readonly time: number
  /** How long the receiver asks to wait, in milliseconds. */
  readonly asked?: number | undefined
  /** From 0 to 1. */
  readonly random: number
}

/** When a delivery that failed is tried again, in milliseconds since 1970; never, if `undefined`. */
export const nextTry = ({ asked = 0, attempts, random, time }: Failure): number | undefined => {
  const wait = waits[attempts - 1]
  if (wait === undefined) return undefined
  return time + Math.max(Math.round(wait * (1 + jitter * random)), Math.min(asked, longestAsked))
}

/** How long an answer asks to wait, in milliseconds: `Retry-After` of 429 and 503, in seconds or as a date. */
export const askedWait = (status: number, header: string | undefined, time: number): number | undefined => {
  if ((status !== 429 && status !== 503) || header === undefined) return undefined
  const until = /^\d+$/.test(header.trim()) ? time + Number(header) * second : Date.parse(header)
  return Number.isFinite(until) && until > time ? until - time : undefined
}
