/** Periodic work that runs by itself: resources declare it with their services. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { LecternError } from "../../foundation/errors/Errors.js"

/**
 * The time when routines run: `cleaning` periodically for the whole workspace, `refreshing` whenever work may be due.
 * The routines of a schedule run in one round, in the order of the engine's list.
 */
export type Schedule = "cleaning" | "refreshing"

/** The settings of the program that runs the routines. */
export interface RoutineSettings {
  /** The age at which data fetched from a URL is fetched again. */
  readonly maxAge: Duration.Duration
}

/** The log entry of a round that did work. */
export interface RoundReport {
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Periodic work, for the embedding program. */
export interface Routine<R> {
  /** Its name in the log if it fails. */
  readonly name: string
  readonly schedule: Schedule
  /**
   * Does the due work; returns nothing if nothing was due. The next round continues the remaining work of a failed one.
   */
  readonly round: (settings: RoutineSettings) => Effect.Effect<RoundReport | undefined, LecternError, R>
}
