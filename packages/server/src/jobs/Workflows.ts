/** The jobs as durable workflows: each is done once, even if the process dies in the middle. */
import * as Activity from "@effect/workflow/Activity"
import * as Workflow from "@effect/workflow/Workflow"
import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import type * as Engine from "@lectern/core/engine/Engine"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as JobHandlers from "@lectern/core/internal/engine/JobHandlers"
import { jobKinds } from "@lectern/core/internal/engine/JobKinds"
import { type Job, Jobs } from "@lectern/core/jobs/Jobs"
import {
  Clock,
  Context,
  Deferred,
  Duration,
  Effect,
  Exit,
  FiberRef,
  identity,
  Layer,
  Logger,
  type LogLevel,
  Schedule,
  Schema
} from "effect"
import { clean } from "./Rounds.js"
import type { WorkflowHistory } from "./WorkflowStore.js"

type Kind = Pick<(typeof jobKinds)[number], "name" | "fields" | "jobOf">

/** The record of a job: its payload, and the number of the attempt. */
type Recorded = { readonly [field: string]: typeof Schema.String | typeof Schema.Number }

/**
 * The workflow of a kind of job. The same job gets another attempt if a workflow ended without being able to record its
 * failure.
 */
const workflowOf = ({ fields, jobOf, name }: Kind) => {
  const payload: Recorded = {
    ...Object.fromEntries(fields.map((field) => [field, Schema.String])),
    attempt: Schema.Number
  }
  return Workflow.make({ name, payload, idempotencyKey: (job) => `${jobOf(job).key}/${job.attempt}` })
}

const workflows = new Map(jobKinds.map((kind: Kind) => [kind.name, { ...kind, workflow: workflowOf(kind) }]))

/** One round of cleaning; there is one per time slot, however many processes submit it. */
const CleaningWorkflow = Workflow.make({
  name: "Cleaning",
  payload: { slot: Schema.Number },
  idempotencyKey: ({ slot }) => String(slot)
})

/** The maximum number of jobs of a kind that run concurrently in this process. */
const atOnce = 4

/** The jobs that run in this process, each with its cancellation, and the semaphores for starting. */
class RunningJobs extends Context.Tag("@lectern/server/RunningJobs")<
  RunningJobs,
  {
    readonly stops: Map<string, Deferred.Deferred<void>>
    /** The semaphores, by the name of the kind. */
    readonly turns: ReadonlyMap<string, Effect.Semaphore>
  }
>() {}

/** Starts a job, unless it is already queued or running. Its resource knows whether it has already ended. */
const execute = (job: Job, attempt = 1): Effect.Effect<void, never, WorkflowEngine.WorkflowEngine> =>
  Effect.gen(function* () {
    const workflow = workflows.get(job.kind)?.workflow
    if (workflow === undefined) return yield* Effect.dieMessage(`there is no job kind ${job.kind}`)
    const payload = { ...job.payload, attempt }
    const id = yield* workflow.executionId(payload)
    const result = yield* Effect.exit(workflow.poll(id))
    if (Exit.isSuccess(result) && result.value?._tag === "Suspended") return yield* workflow.resume(id)
    if (Exit.isFailure(result) || result.value !== undefined) return yield* execute(job, attempt + 1)
    yield* workflow.execute(payload, { discard: true })
  })

/** {@link Jobs} as workflows. A job that runs in another process stops when its resource says so. */
export const jobs: Layer.Layer<Jobs | RunningJobs, never, WorkflowEngine.WorkflowEngine> = Layer.effectContext(
  Effect.gen(function* () {
    const engine = yield* WorkflowEngine.WorkflowEngine
    const stops = new Map<string, Deferred.Deferred<void>>()
    const turns = new Map(jobKinds.map(({ name }) => [name, Effect.unsafeMakeSemaphore(atOnce)]))
    return Context.make(RunningJobs, { stops, turns }).pipe(
      Context.add(Jobs, {
        submit: (job) =>
          execute(job).pipe(
            Effect.withTracerEnabled(false),
            Effect.provideService(WorkflowEngine.WorkflowEngine, engine),
            Effect.catchAllDefect((cause) => new Unavailable({ message: "the job cannot be recorded now", cause }))
          ),
        cancel: (job) =>
          Effect.suspend(() => {
            const stop = stops.get(job.key)
            return stop === undefined ? Effect.void : Deferred.succeed(stop, undefined)
          })
      })
    )
  })
)

/** Runs a job in its turn, until it is done or cancelled. */
const perform = (job: Job) =>
  Effect.gen(function* () {
    const { stops, turns } = yield* RunningJobs
    const stop = yield* Deferred.make<void>()
    stops.set(job.key, stop)
    const inTurn = turns.get(job.kind)?.withPermits(1) ?? identity
    const work = inTurn(JobHandlers.handle(job))
    yield* Effect.raceFirst(work, Deferred.await(stop)).pipe(Effect.ensuring(Effect.sync(() => stops.delete(job.key))))
  })

/** A step of a workflow, which logs like the rest of the program. */
const step = <R>(name: string, level: LogLevel.LogLevel, work: Effect.Effect<void, never, R>) =>
  Activity.make({ name, execute: Logger.withMinimumLogLevel(work, level) })

/** The implementations of the workflows. */
export const workers: Layer.Layer<
  never,
  never,
  WorkflowEngine.WorkflowEngine | RunningJobs | WorkflowHistory | Engine.Services
> = Layer.unwrapEffect(
  Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), (level) =>
    Layer.mergeAll(
      CleaningWorkflow.toLayer(() => step("clean", level, clean)),
      ...Array.from(workflows.values(), ({ jobOf, workflow }) =>
        workflow.toLayer((payload) => step("perform", level, perform(jobOf(payload))))
      )
    )
  )
)

/** Submits what an earlier process recorded but did not finish; if that fails, it waits for the next start. */
export const resume = Effect.gen(function* () {
  const { submit } = yield* Jobs
  yield* Effect.forEach(yield* JobHandlers.unfinished, submit, { discard: true })
}).pipe(Effect.catchAllCause((cause) => Effect.logError("jobs of an earlier process could not be resumed", cause)))

/** Runs a round of cleaning now, and then after each interval. Never ends. */
export const cleanEvery = (interval: Duration.Duration): Effect.Effect<void, never, WorkflowEngine.WorkflowEngine> =>
  Clock.currentTimeMillis.pipe(
    Effect.map((now) => Math.floor(now / Duration.toMillis(interval))),
    Effect.flatMap((slot) => CleaningWorkflow.execute({ slot }, { discard: true })),
    Effect.withTracerEnabled(false),
    Effect.catchAllCause((cause) => Effect.logError("cleaning could not begin", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.asVoid
  )
