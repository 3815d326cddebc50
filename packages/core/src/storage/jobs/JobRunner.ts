/** Runs the jobs of the queue in this process, in addition to other processes that do the same. */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type BatchedRead, combinedReads, readBatched } from "../rows/BatchedRead.js"
import type { Stored } from "../rows/Repository.js"
import { Storage } from "../rows/Storage.js"
import type { Claim } from "./ClaimFence.js"
import { interval, makeClaims } from "./Claims.js"
import type { JobHandler } from "./JobKind.js"
import { JobQueue } from "./JobQueue.js"
import type { JobRecord } from "./JobRows.js"

/** The number of jobs of a kind that run in parallel in this process. */
const atOnce = 4

/** The number of jobs of other processes that are watched. */
const watched = 1000

/** The maximum time that handing a job over may take when the process stops. */
const handingOver = Duration.seconds(2)

/** Runs an effect in a finalizer, which waits for it up to this time. */
const atMost = <A, E>(time: Duration.Duration, effect: Effect.Effect<A, E>) =>
  effect.pipe(
    Effect.disconnect,
    Effect.timeoutOption(time),
    Effect.interruptible,
    Effect.forkDaemon,
    Effect.flatMap(Fiber.join)
  )

/** The jobs that a process runs. */
export interface RunnerOptions<R> {
  /** The handlers of the jobs of each kind. */
  readonly handlers: ReadonlyMap<string, JobHandler<R>>
  /**
   * Whether to look for jobs that other processes submit, once a second. Otherwise this process looks only when it submits
   * one itself, and as long as there are any.
   */
  readonly polls: boolean
}

/** The result of a look at the queue. */
interface Found {
  readonly startable: ReadonlyArray<Stored<JobRecord>>
  /** The time until the next look, in milliseconds from now; never, if `undefined`. */
  readonly next: number | undefined
}

/** Runs jobs until it is interrupted, and then hands its running jobs over to other processes. */
export const run = <R>({ handlers, polls }: RunnerOptions<R>): Effect.Effect<never, never, JobQueue | Storage | R> =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const { rows, running, woken } = yield* JobQueue
    const claims = yield* makeClaims
    const counts = new Map<string, number>()
    const roomFor = (kind: string): number => atOnce - (counts.get(kind) ?? 0)

    const find: Effect.Effect<Found, Unavailable> = Effect.gen(function* () {
      const time = yield* Clock.currentTimeMillis
      const kinds = [...handlers.keys()].filter((kind) => roomFor(kind) > 0)
      const asks: ReadonlyArray<BatchedRead<ReadonlyArray<Stored<JobRecord>>>> = [
        rows.scanning({ index: "claim", gt: "", limit: watched }),
        ...kinds.map((kind) => rows.scanning({ index: "claim", prefix: ["", kind], limit: atOnce }))
      ]
      const [claimed = [], ...waiting] = yield* readBatched(storage, combinedReads(asks))
      const others = claimed.filter(({ value }) => !running.has(value.key))
      const isDue = ({ value }: Stored<JobRecord>): boolean => value.due <= time
      const later = waiting.flat().filter((read) => !isDue(read))
      const startable = [...claims.dead(others, time), ...waiting.flat().filter(isDue)]
      const next = Math.min(
        ...later.map(({ value }) => value.due - time),
        polls || others.length > 0 || startable.length > 0 ? Duration.toMillis(interval) : Number.POSITIVE_INFINITY
      )
      return { startable, next: Number.isFinite(next) ? next : undefined }
    })

    /** Records how a job ended. */
    const settle = (claim: Claim, job: JobRecord, exit: Exit.Exit<number | undefined, Unavailable>) => {
      if (Exit.isSuccess(exit)) return claims.end(claim, exit.value)
      if (Cause.isInterruptedOnly(exit.cause)) return atMost(handingOver, claims.release(claim))
      const failed = Effect.annotateLogs(Effect.logError("job failed", exit.cause), { job: job.key })
      return Effect.zipRight(failed, claims.postpone(claim))
    }

    const start = Effect.fnUntraced(function* (read: Stored<JobRecord>) {
      const job = read.value
      const handler = handlers.get(job.kind)
      if (handler === undefined || roomFor(job.kind) <= 0 || running.has(job.key)) return
      const claim = yield* claims.take(read)
      if (claim === undefined) return
      const ended = Effect.suspend(() => {
        running.delete(job.key)
        counts.set(job.kind, (counts.get(job.kind) ?? 1) - 1)
        return Queue.offer(woken, undefined)
      })
      counts.set(job.kind, (counts.get(job.kind) ?? 0) + 1)
      const work = Effect.interruptible(claims.whileHeld(claim, handler(job))).pipe(
        Effect.onExit((exit) =>
          Effect.catchAll(settle(claim, job, exit), (error) =>
            Effect.annotateLogs(Effect.logWarning("the end of a job could not be recorded", error), { job: job.key })
          )
        ),
        Effect.ensuring(ended)
      )
      // It inherits the uninterruptible region: a claim is given back even if the process stops before the work begins.
      running.set(job.key, yield* Effect.forkDaemon(work))
    }, Effect.uninterruptible)

    const look = Effect.gen(function* () {
      const { next, startable } = yield* find
      for (const read of startable) yield* start(read)
      return next
    }).pipe(
      Effect.catchAll((error) =>
        Effect.as(Effect.logDebug("looking for jobs failed", error), Duration.toMillis(interval))
      )
    )

    /** Waits until there may be work. */
    const pause = (next: number | undefined) =>
      next === undefined ? Queue.take(woken) : Effect.timeoutOption(Queue.take(woken), next)

    const handOver = Effect.suspend(() => Fiber.interruptAll([...running.values()]))
    return yield* Effect.ensuring(Effect.forever(Effect.flatMap(look, pause)), handOver)
  })
