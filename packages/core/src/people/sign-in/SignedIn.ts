/** @since 0.1.0 */
import type * as Redacted from "effect/Redacted"
import { timestamp } from "../../foundation/ids/Time.js"
import type { OpenedSession } from "../sessions/SessionWrites.js"
import type { UserId } from "../users/User.js"

/** A session that has begun or has a new proof, with the content of its cookie. */
export interface SignedIn {
  readonly secret: Redacted.Redacted<string>
  readonly user: UserId
  /** Whether a second factor is still missing: until then, the session gives access to nothing. */
  readonly waiting: boolean
  readonly endsAt: string
}

/** A session in the form for the program that passes it to a browser. */
export const signedIn = ({ record, secret }: OpenedSession): SignedIn => ({
  secret,
  user: record.user,
  waiting: record.waiting,
  endsAt: timestamp(record.endsAt)
})
