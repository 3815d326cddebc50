import type * as Redacted from "effect/Redacted"
import { timestamp } from "../ids/Time.js"
import type { OpenedSession } from "../sessions/SessionWrites.js"
import type { UserId } from "../users/User.js"

/**
 * A session that has begun or grown stronger, with what its cookie gets.
 * @since 0.1.0
 */
export interface SignedIn {
  readonly secret: Redacted.Redacted<string>
  readonly user: UserId
  /** Whether a second factor is still to come: until then the session opens nothing. */
  readonly waiting: boolean
  readonly endsAt: string
}

/**
 * A session as the program gets it that gives it to a browser.
 * @since 0.1.0
 */
export const signedIn = ({ record, secret }: OpenedSession): SignedIn => ({
  secret,
  user: record.user,
  waiting: record.waiting,
  endsAt: timestamp(record.endsAt)
})
