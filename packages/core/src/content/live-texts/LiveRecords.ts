/** Live texts as stored. */
import type { LivePlace } from "./LivePlace.js"
import type { TextChange } from "./TextChange.js"

/**
 * A text that is edited live: the body `document` at the version `saved`, and the changes of the log after it. Its log
 * starts after `from`.
 */
export interface LiveTextRecord extends LivePlace {
  readonly from: number
  readonly saved: number
  /** The id of the body; absent where the page has none yet. */
  readonly document?: string
  /** Why the text cannot become a revision as it is. */
  readonly problem?: string
  /** The body that was last merged into a text that cannot become a revision. */
  readonly merged?: string
}

/** A change of a live text, which made this version of it. */
export interface LiveUpdateRecord {
  readonly line: string
  readonly page: string
  readonly version: number
  readonly space: string
  /** The client that made it; empty for a change that came with a revision. */
  readonly client: string
  readonly user?: string
  readonly changes: TextChange
  /** In milliseconds since 1970. */
  readonly at: number
}

/** Somebody who has a live text open. */
export interface PresentRecord {
  readonly line: string
  readonly page: string
  readonly client: string
  readonly user?: string
  /** The ends of the selection, in UTF-16 units. */
  readonly anchor?: number
  readonly head?: number
  /** The time of the last sign, in milliseconds since 1970. */
  readonly at: number
}

/** Everybody who has a live text open with a process. */
export interface PresenceRecord {
  readonly process: string
  readonly at: number
  readonly people: ReadonlyArray<PresentRecord>
}
