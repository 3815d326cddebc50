/**
 * The findings of a check of the workspace, and the building blocks of checks.
 * @since 0.1.0
 */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Duplicate, VersionMismatch } from "../../storage/rows/Storage.js"

/** One thing that is damaged. */
export interface Finding {
  /** The name of the check that found it. */
  readonly check: string
  /** The damaged thing, with its ids: `space 01abc page 01def`. */
  readonly where: string
  /** The damage, as a predicate that continues the sentence. */
  readonly problem: string
  /** Set if it can be rebuilt from other rows, which `repair` of `Integrity` does. */
  readonly derived?: true
}

/** A finding as one line. */
export const findingText = ({ check, problem, where }: Finding): string => `${check}: ${where}: ${problem}`

/** Rebuilds something derived. */
export interface Mend {
  /** The thing that it rebuilds; several findings may be about the same. */
  readonly of: string
  /**
   * Reads the source data and derives it anew, in transactions of its own. Does not change it if it is right by then.
   */
  readonly run: Effect.Effect<void, Duplicate | VersionMismatch | Unavailable>
}

/** Receives findings; a finding about derived data has a mend that rebuilds it. */
export type Report = (where: string, problem: string, mend?: Mend) => void

/** A part of a check, small enough to be repeated when data changes while it runs. */
export interface Unit {
  /** The thing that it checks, with ids, for the finding that it could not be read. */
  readonly where: string
  readonly run: (report: Report) => Effect.Effect<void, Unavailable>
  /** Set if it reads files or other data that do not belong in a storage transaction. */
  readonly outside?: true
}

/** A check of one concern, as a sequence of units that together cover the workspace. */
export interface Check {
  readonly name: string
  readonly units: Stream.Stream<Unit, Unavailable>
}
