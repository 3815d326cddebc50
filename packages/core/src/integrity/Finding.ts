/** What a check of the workspace finds, and the building blocks of checks. */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { Unavailable } from "../errors/Errors.js"

/**
 * One thing that is damaged.
 * @since 0.1.0
 */
export interface Finding {
  /** The name of the check that found it. */
  readonly check: string
  /** What is damaged, with its ids: `space 01abc page 01def`. */
  readonly where: string
  /** What is wrong with it, as a predicate that continues the sentence. */
  readonly problem: string
}

/**
 * A finding as one line.
 * @since 0.1.0
 */
export const findingText = ({ check, problem, where }: Finding): string => `${check}: ${where}: ${problem}`

/**
 * Receives findings.
 * @since 0.1.0
 */
export type Report = (where: string, problem: string) => void

/**
 * A part of a check, small enough to be repeated when something changes while it runs.
 * @since 0.1.0
 */
export interface Unit {
  /** What it checks, with ids, for the finding that it could not be read. */
  readonly where: string
  readonly run: (report: Report) => Effect.Effect<void, Unavailable>
  /** Set if it reads files or other things that do not belong in a storage transaction. */
  readonly outside?: true
}

/**
 * A check of one concern, as a sequence of units that together cover the workspace.
 * @since 0.1.0
 */
export interface Check {
  readonly name: string
  readonly units: Stream.Stream<Unit, Unavailable>
}
