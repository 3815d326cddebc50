/** The rounds of periodic work: see the routines of the engine. */
import { Actor, system } from "@lectern/core/access/Actor"
import { routines } from "@lectern/core/internal/engine/Routines"
import type {
  Routine,
  RoutineSettings,
  Schedule as ScheduleName
} from "@lectern/core/internal/storage/services/Routine"
import { asJob } from "@lectern/core/telemetry/Telemetry"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

/** The services that the routines of the engine use. */
type Needs<A> = A extends Routine<infer R> ? Exclude<R, Actor> : never

/** The services that rounds use. */
export type RoundServices = Needs<(typeof routines)[number]>

/** Runs one routine, and only logs a failure: the next round continues where it ended. */
const once = <R>(
  { name, round }: Routine<R>,
  settings: RoutineSettings
): Effect.Effect<void, never, Exclude<R, Actor>> =>
  round(settings).pipe(
    Effect.provideService(Actor, system),
    asJob(name),
    Effect.flatMap((report) =>
      report === undefined ? Effect.void : Effect.annotateLogs(Effect.logInfo(report.message), report.details)
    ),
    Effect.catchAllCause((cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.logError(`${name} failed`, cause)
    )
  )

/** One round of a schedule. */
const roundOf = (schedule: ScheduleName, settings: RoutineSettings): Effect.Effect<void, never, RoundServices> =>
  Effect.forEach(
    routines.filter((routine) => routine.schedule === schedule),
    (routine) => once<RoundServices | Actor>(routine, settings),
    { discard: true }
  )

/** One round of cleaning. */
export const clean: Effect.Effect<void, never, RoundServices> = roundOf("cleaning", { maxAge: Duration.infinity })

/** How often to check for specifications that are due. */
const checked = Duration.minutes(1)

/** Fetches specifications again once they are older than `maxAge`. Never ends. */
export const refreshEvery = (maxAge: Duration.Duration): Effect.Effect<void, never, RoundServices> =>
  Effect.asVoid(Effect.repeat(roundOf("refreshing", { maxAge }), Schedule.spaced(checked)))
