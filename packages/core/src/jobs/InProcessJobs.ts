/** Jobs that run in the process that submits them, and end with it. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberMap from "effect/FiberMap"
import * as Queue from "effect/Queue"
import type * as Scope from "effect/Scope"
import { type Job, Jobs } from "./Jobs.js"

interface Waiting {
  readonly queue: Queue.Queue<Job>
  readonly asked: Map<string, Job>
  readonly running: FiberMap.FiberMap<string>
}

/** The queue of jobs. */
export class JobQueue extends Context.Tag("@lectern/core/JobQueue")<JobQueue, Waiting>() {}

/** A queue in memory, for a {@link worker}. */
export const make: Effect.Effect<Context.Context<Jobs | JobQueue>, never, Scope.Scope> = Effect.gen(function* () {
  const queue = yield* Queue.unbounded<Job>()
  const asked = new Map<string, Job>()
  const running = yield* FiberMap.make<string>()
  return Context.make(JobQueue, { queue, asked, running }).pipe(
    Context.add(Jobs, {
      submit: (job) =>
        Effect.suspend(() => {
          const { key } = job
          if (asked.has(key)) return Effect.void
          asked.set(key, job)
          return Queue.offer(queue, job)
        }),
      cancel: (job) =>
        Effect.suspend(() => {
          asked.delete(job.key)
          return FiberMap.remove(running, job.key)
        })
    })
  )
})

/** How many jobs run at once. */
const atOnce = 4

/** How many jobs run concurrently. */
export const worker = <R>(
  handle: (job: Job) => Effect.Effect<void, never, R>,
  left: Effect.Effect<ReadonlyArray<Job>, never, R>
): Effect.Effect<void, never, JobQueue | Jobs | Scope.Scope | R> =>
  Effect.gen(function* () {
    const { asked, queue, running } = yield* JobQueue
    const jobs = yield* Jobs
    const one = Effect.gen(function* () {
      const job = yield* Queue.take(queue)
      const { key } = job
      if (!asked.has(key)) return
      const fiber = yield* FiberMap.run(running, key, handle(job))
      yield* fiber.await
      asked.delete(key)
    })
    yield* Effect.forkScoped(
      Effect.replicateEffect(Effect.forever(one), atOnce, { concurrency: atOnce, discard: true })
    )
    yield* Effect.forEach(yield* left, (job) => Effect.orDie(jobs.submit(job)), { discard: true })
  })
