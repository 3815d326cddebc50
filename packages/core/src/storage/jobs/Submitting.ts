/** Submitting and cancelling jobs. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Queue from "effect/Queue"
import { claimLock } from "../rows/Locks.js"
import { Storage } from "../rows/Storage.js"
import { serviceOf } from "../services/Service.js"
import { JobQueue } from "./JobQueue.js"
import { Jobs, type JobsService } from "./Jobs.js"

/** {@link Jobs} over the queue of the context. */
export const service = serviceOf(
  Jobs,
  Effect.map(Effect.all([Storage, JobQueue]), ([storage, { rows, running, woken }]): JobsService => {
    const wake = Effect.asVoid(Queue.offer(woken, undefined))
    return {
      wake,
      submit: (job, due) =>
        Effect.gen(function* () {
          const at = due ?? (yield* Clock.currentTimeMillis)
          const read = yield* rows.find(job.key)
          if (read === undefined) return yield* rows.insert({ ...job, claim: "", due: at, attempts: 0 })
          const { claim, due: before } = read.value
          if (claim !== "" || at >= before) return
          yield* storage.lock([claimLock(job.key)])
          yield* rows.replace(read, { ...read.value, due: at })
        }).pipe(
          // Another process has submitted or started it just now.
          Effect.catchTags({ Duplicate: () => Effect.void, VersionMismatch: () => Effect.void })
        ),
      cancel: ({ key }) =>
        Effect.zipRight(
          rows.remove(key),
          Effect.suspend(() => {
            const fiber = running.get(key)
            return fiber === undefined ? Effect.void : Effect.asVoid(Fiber.interrupt(fiber))
          })
        )
    }
  })
)
