/** Periodic work that nobody has to ask for: resources declare it with their services. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { LecternError } from "../errors/Errors.js"

/**
 * When routines have their rounds: `cleaning` once in a while for the whole workspace, `refreshing` whenever something
 * may be due. Those of one schedule have one round, in the order of the engine's list.
 */
export type Schedule = "cleaning" | "refreshing"

/** What the program decides that runs the routines. */
export interface RoutineSettings {
  /** How old what was fetched from an address may get before it is fetched again. */
  readonly maxAge: Duration.Duration
}

/** What the log says of a round that did something. */
export interface RoundReport {
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Periodic work, for the embedding program. */
export interface Routine<R> {
  /** What the log calls it where it fails. */
  readonly name: string
  readonly schedule: Schedule
  /** Does what is due; gives nothing where that was nothing. The next round takes up what a failed one has left. */
  readonly round: (settings: RoutineSettings) => Effect.Effect<RoundReport | undefined, LecternError, R>
}
