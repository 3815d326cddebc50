/** The queue of jobs in the storage, and its jobs that run in this process. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import { type Rows, rows } from "../rows/Repository.js"
import { Storage } from "../rows/Storage.js"
import { repositoryOf } from "../services/Service.js"
import type { JobRecord } from "./JobRows.js"
import { JobsTable } from "./JobsTable.js"

/** The queue of jobs. */
export interface JobQueueService {
  readonly rows: Rows<JobRecord>
  /** Gets an element whenever there may be a job to start. */
  readonly woken: Queue.Queue<void>
  /** The jobs that run in this process, by key. */
  readonly running: Map<string, Fiber.Fiber<unknown, unknown>>
}

/** The queue of jobs, for services that run them. */
export class JobQueue extends Context.Tag("@lectern/core/JobQueue")<JobQueue, JobQueueService>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const woken = yield* Queue.sliding<void>(1)
  return { rows: rows(storage, JobsTable), woken, running: new Map() } satisfies JobQueueService
})

/** {@link JobQueue} over the storage of the context. */
export const service = repositoryOf(JobQueue, make, [JobsTable])

/** Starts the jobs that were submitted in this process. */
export const wake: Effect.Effect<void, never, JobQueue> = Effect.flatMap(JobQueue, ({ woken }) =>
  Effect.asVoid(Queue.offer(woken, undefined))
)
