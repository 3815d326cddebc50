/** The rounds of what is done again and again: see the routines of the engine. */
import { Actor, system } from "@lectern/core/access/Actor"
import { routines } from "@lectern/core/internal/engine/Routines"
import type { Routine, RoutineSettings, Schedule as ScheduleName } from "@lectern/core/internal/services/Routine"
import { asJob } from "@lectern/core/telemetry/Telemetry"
import { Duration, Effect, Schedule } from "effect"
import { WorkflowHistory } from "./WorkflowStore.js"

const historyCleaning: Routine<WorkflowHistory> = {
  name: "history of jobs",
  schedule: "cleaning",
  round: () =>
    Effect.as(
      Effect.flatMap(WorkflowHistory, ({ clean }) => Effect.withTracerEnabled(clean, false)),
      undefined
    )
}

/** What the routines of the engine are done with. */
type Needs<A> = A extends Routine<infer R> ? Exclude<R, Actor> : never

/** What rounds are done with. */
export type RoundServices = Needs<(typeof routines)[number]>

/** Does one routine, and only logs what goes wrong: the next round takes up what is left. */
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
    Effect.catchAllCause((cause) => Effect.logError(`${name} failed`, cause))
  )

/** One round of a schedule. */
const roundOf = (schedule: ScheduleName, settings: RoutineSettings): Effect.Effect<void, never, RoundServices> =>
  Effect.forEach(
    routines.filter((routine) => routine.schedule === schedule),
    (routine) => once<RoundServices | Actor>(routine, settings),
    { discard: true }
  )

/** One round of cleaning. */
export const clean: Effect.Effect<void, never, RoundServices | WorkflowHistory> = Effect.zipRight(
  roundOf("cleaning", { maxAge: Duration.infinity }),
  once(historyCleaning, { maxAge: Duration.infinity })
)

/** How often to check for what is due to be fetched again. */
const checked = Duration.minutes(1)

/** Has what was fetched from addresses fetched again when it is older than `maxAge`. Never ends. */
export const refreshEvery = (maxAge: Duration.Duration): Effect.Effect<void, never, RoundServices> =>
  Effect.asVoid(Effect.repeat(roundOf("refreshing", { maxAge }), Schedule.spaced(checked)))
