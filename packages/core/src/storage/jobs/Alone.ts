/** Work that one process does at a time. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import type { Claim } from "./ClaimFence.js"
import { makeClaims } from "./Claims.js"
import { JobQueue } from "./JobQueue.js"
import { type Job, Jobs } from "./Jobs.js"

/** The interval at which to check whether another process has finished. */
const interval = Duration.millis(200)

/**
 * Runs work under the claim on a job of a kind that no runner knows, after any other process that does the same. If that
 * process dies, this one takes over.
 */
export const alone = <A, E, R>(
  job: Job,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Unavailable, R | JobQueue | Jobs> =>
  Effect.gen(function* () {
    const { rows } = yield* JobQueue
    const { submit } = yield* Jobs
    const claims = yield* makeClaims
    const take: Effect.Effect<Claim, Unavailable> = Effect.gen(function* () {
      yield* submit(job)
      const read = yield* rows.find(job.key)
      if (read === undefined) return yield* take
      const isFree = read.value.claim === "" || claims.dead([read], yield* Clock.currentTimeMillis).length > 0
      const claim = isFree ? yield* claims.take(read) : undefined
      return claim ?? (yield* Effect.zipRight(Effect.sleep(interval), take))
    })
    return yield* Effect.acquireUseRelease(
      Effect.interruptible(take),
      (claim) => claims.whileHeld(claim, work),
      (claim) => Effect.ignore(claims.end(claim, undefined))
    )
  })
