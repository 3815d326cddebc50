/** Keys under which a call is made at most once, and what is kept of it. */
import type { Requirement } from "../../people/access/Requirements.js"

/** Why an answer is not kept: it has a secret, is too large, or is not JSON. */
export type Withheld = "secret" | "large" | "other"

/** A call under a key, as stored. */
export interface IdempotencyKeyRecord {
  /** The user who made the call; `system` for the embedding program. */
  readonly caller: string
  /** The SHA-256 of the operation and the key. */
  readonly id: string
  /** When the call began, in milliseconds since 1970. */
  readonly time: number
  /** A keyed hash of the input. */
  readonly input: string
  /** `started` for a call that does not run in one transaction, until it has succeeded. */
  readonly state: "started" | "done"
  /** What the caller was required to have. */
  readonly required: ReadonlyArray<Requirement>
  readonly answer?: string
  readonly withheld?: Withheld
}
