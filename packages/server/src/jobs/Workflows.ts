/** The jobs as durable workflows: each is done once, whatever ends the process in the middle. */
import * as Activity from "@effect/workflow/Activity"
import * as Workflow from "@effect/workflow/Workflow"
import * as WorkflowEngine from "@effect/workflow/WorkflowEngine"
import type * as Engine from "@lectern/core/engine/Engine"
import { Unavailable } from "@lectern/core/errors/Errors"
import * as JobHandlers from "@lectern/core/internal/engine/JobHandlers"
import { ImportJob, type Job, Jobs, jobKey, OpenAPISpecJob } from "@lectern/core/jobs/Jobs"
import {
  Clock,
  Context,
  Deferred,
  Duration,
  Effect,
  Exit,
  FiberRef,
  Layer,
  Logger,
  type LogLevel,
  Schedule,
  Schema
} from "effect"
import { cleanOnce } from "./Cleaning.js"
import type { WorkflowHistory } from "./WorkflowStore.js"

/** The same job once more, where a workflow has ended and could not even record that it failed. */
const attempt = { attempt: Schema.Number }
const attemptKey = (job: Job, attempt: number) => `${jobKey(job)}/${attempt}`

const ImportWorkflow = Workflow.make({
  name: "Import",
  payload: { ...ImportJob.fields, ...attempt },
  idempotencyKey: (job) => attemptKey(job, job.attempt)
})

const OpenAPISpecWorkflow = Workflow.make({
  name: "OpenAPISpec",
  payload: { ...OpenAPISpecJob.fields, ...attempt },
  idempotencyKey: (job) => attemptKey(job, job.attempt)
})

/** One round of cleaning; there is one in each slot of time, however many processes ask for it. */
const CleaningWorkflow = Workflow.make({
  name: "Cleaning",
  payload: { slot: Schema.Number },
  idempotencyKey: ({ slot }) => String(slot)
})

/** How many jobs of a kind run in this process at once. */
const atOnce = 4

/** The jobs that run in this process, each with what stops it, and who may begin. */
class RunningJobs extends Context.Tag("@lectern/server/RunningJobs")<
  RunningJobs,
  {
    readonly stops: Map<string, Deferred.Deferred<void>>
    readonly turns: Readonly<Record<Job["_tag"], Effect.Semaphore>>
  }
>() {}

/** Has a job done, unless it waits or runs already. What has ended before is for its resource to know. */
const execute = (job: Job, attempt = 1): Effect.Effect<void, never, WorkflowEngine.WorkflowEngine> =>
  Effect.gen(function* () {
    const workflow = job._tag === "Import" ? ImportWorkflow : OpenAPISpecWorkflow
    const id = yield* job._tag === "Import"
      ? ImportWorkflow.executionId({ ...job, attempt })
      : OpenAPISpecWorkflow.executionId({ ...job, attempt })
    const result = yield* Effect.exit(workflow.poll(id))
    if (Exit.isSuccess(result) && result.value?._tag === "Suspended") return yield* workflow.resume(id)
    if (Exit.isFailure(result) || result.value !== undefined) return yield* execute(job, attempt + 1)
    yield* job._tag === "Import"
      ? ImportWorkflow.execute({ ...job, attempt }, { discard: true })
      : OpenAPISpecWorkflow.execute({ ...job, attempt }, { discard: true })
  })

/** {@link Jobs} as workflows. A job that another process runs stops by what its resource says. */
export const jobs: Layer.Layer<Jobs | RunningJobs, never, WorkflowEngine.WorkflowEngine> = Layer.effectContext(
  Effect.gen(function* () {
    const engine = yield* WorkflowEngine.WorkflowEngine
    const stops = new Map<string, Deferred.Deferred<void>>()
    const turns = { Import: yield* Effect.makeSemaphore(atOnce), OpenAPISpec: yield* Effect.makeSemaphore(atOnce) }
    return Context.make(RunningJobs, { stops, turns }).pipe(
      Context.add(Jobs, {
        submit: (job) =>
          execute(job).pipe(
            Effect.provideService(WorkflowEngine.WorkflowEngine, engine),
            Effect.catchAllDefect((cause) => new Unavailable({ message: "the job cannot be recorded now", cause }))
          ),
        cancel: (job) =>
          Effect.suspend(() => {
            const stop = stops.get(jobKey(job))
            return stop === undefined ? Effect.void : Deferred.succeed(stop, undefined)
          })
      })
    )
  })
)

/** Does a job in its turn, until it is done or stopped. */
const perform = (job: Job) =>
  Effect.gen(function* () {
    const { stops, turns } = yield* RunningJobs
    const stop = yield* Deferred.make<void>()
    stops.set(jobKey(job), stop)
    const work = turns[job._tag].withPermits(1)(JobHandlers.handle(job))
    yield* Effect.raceFirst(work, Deferred.await(stop)).pipe(
      Effect.ensuring(Effect.sync(() => stops.delete(jobKey(job))))
    )
  })

/** A step of a workflow, which logs like the rest of the program. */
const step = <R>(name: string, level: LogLevel.LogLevel, work: Effect.Effect<void, never, R>) =>
  Activity.make({ name, execute: Logger.withMinimumLogLevel(work, level) })

/** What does the work. */
export const workers: Layer.Layer<
  never,
  never,
  WorkflowEngine.WorkflowEngine | RunningJobs | WorkflowHistory | Engine.Services
> = Layer.unwrapEffect(
  Effect.map(FiberRef.get(FiberRef.currentMinimumLogLevel), (level) =>
    Layer.mergeAll(
      ImportWorkflow.toLayer((job) => step("import", level, perform(job))),
      OpenAPISpecWorkflow.toLayer((job) => step("process", level, perform(job))),
      CleaningWorkflow.toLayer(() => step("clean", level, cleanOnce))
    )
  )
)

/** Submits what an earlier process recorded and did not get done; where that fails, it waits for the next start. */
export const resume = Effect.gen(function* () {
  const { submit } = yield* Jobs
  yield* Effect.forEach(yield* JobHandlers.unfinished, submit, { discard: true })
}).pipe(Effect.catchAllCause((cause) => Effect.logError("jobs of an earlier process were not taken up", cause)))

/** Has a round of cleaning done now and then again after each interval. Never ends. */
export const cleanEvery = (interval: Duration.Duration): Effect.Effect<void, never, WorkflowEngine.WorkflowEngine> =>
  Clock.currentTimeMillis.pipe(
    Effect.map((now) => Math.floor(now / Duration.toMillis(interval))),
    Effect.flatMap((slot) => CleaningWorkflow.execute({ slot }, { discard: true })),
    Effect.catchAllCause((cause) => Effect.logError("cleaning could not begin", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.asVoid
  )
