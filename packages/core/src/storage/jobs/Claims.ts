/** Claims jobs: a process that does a job has a claim on it, which it renews as long as the process is alive. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Stored, withoutConflict } from "../rows/Repository.js"
import type { Duplicate, VersionMismatch } from "../rows/Storage.js"
import { type Claim, fenceOf } from "./ClaimFence.js"
import { currentFence } from "./Fence.js"
import { JobQueue } from "./JobQueue.js"
import type { JobRecord } from "./JobRows.js"
import { ThisProcess } from "./ThisProcess.js"

/** The interval at which a claim is renewed. */
const beat = Duration.seconds(2)

/** The interval at which processes look for jobs. */
export const interval = Duration.seconds(1)

/**
 * The number of consecutive looks at which a claim was not renewed before it counts as dead: three beats and one look.
 * Looks are counted instead of time, so that clocks need not agree, and a process that was paused does not take others
 * for dead.
 */
const patience = 7

/** The number of times a job may be started by processes that died of it before it has to wait. */
const quickStarts = 3

/** The delay after this many starts of a job that did not end: 5 seconds, doubling up to an hour, in milliseconds. */
const delayAfter = (attempts: number): number => Math.min(2 ** Math.min(attempts, 20) * 2500, 3_600_000)

/** Unique among claims. It does not come from `Ids`, so that the order of ids does not depend on when jobs run. */
const unique = Effect.map(Effect.all([Random.next, Random.next]), (parts) =>
  parts.map((part) => part.toString(36).slice(2)).join("")
)

/** Makes, renews and ends claims. */
export interface ClaimsService {
  /** Claims a job as it was read; `undefined` if another process was quicker. */
  readonly take: (read: Stored<JobRecord>) => Effect.Effect<Claim | undefined, Unavailable>
  /** Runs work behind the fence of the claim for as long as it holds, and interrupts it when another process has the job. */
  readonly whileHeld: <A, E, R>(claim: Claim, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Removes the job, or has it wait until a time. Does nothing if the claim no longer holds. */
  readonly end: (claim: Claim, due: number | undefined) => Effect.Effect<void, Unavailable>
  /** Has the job wait after a start that failed, longer each time. */
  readonly postpone: (claim: Claim) => Effect.Effect<void, Unavailable>
  /** Hands the job over to any process; the start does not count. */
  readonly release: (claim: Claim) => Effect.Effect<void, Unavailable>
  /**
   * The dead ones among the claims of other processes: claims that were not renewed for too long when they are looked
   * at again, or whose process is known to be gone.
   */
  readonly dead: (claimed: ReadonlyArray<Stored<JobRecord>>, time: number) => ReadonlyArray<Stored<JobRecord>>
}

/** Claims on the jobs of the queue. */
export const makeClaims = Effect.gen(function* () {
  const { rows } = yield* JobQueue
  const { isGone, name } = yield* ThisProcess
  let seen = new Map<string, { readonly version: number; readonly looks: number }>()
  let lastLook = Number.NEGATIVE_INFINITY

  /** Whether a write was done; it is not if the job has changed since it was read. */
  const isDone = (write: Effect.Effect<unknown, Duplicate | VersionMismatch | Unavailable>) =>
    write.pipe(
      Effect.as(true),
      Effect.catchTag("VersionMismatch", () => Effect.succeed(false)),
      withoutConflict
    )

  /** Changes the job, if the claim on it holds; returns whether it does. */
  const change = Effect.fnUntraced(function* (
    { id, key }: Claim,
    how: (record: JobRecord) => JobRecord | undefined
  ): Effect.fn.Return<boolean, Unavailable> {
    const read = yield* rows.find(key)
    if (read?.value.claim !== id) return false
    const changed = how(read.value)
    return yield* isDone(changed === undefined ? rows.remove(key) : rows.replace(read, changed))
  })

  const waiting = (record: JobRecord, due: number, attempts: number): JobRecord => ({
    ...record,
    claim: "",
    due,
    attempts
  })

  const claims: ClaimsService = {
    take: Effect.fnUntraced(function* (read) {
      const { attempts, claim, key } = read.value
      const died = claim !== "" && attempts >= quickStarts
      const id = `${name}${yield* unique}`
      const record = died
        ? waiting(read.value, (yield* Clock.currentTimeMillis) + delayAfter(attempts - quickStarts), attempts)
        : { ...read.value, claim: id, attempts: attempts + 1 }
      return (yield* isDone(rows.replace(read, record))) && !died ? { key, id } : undefined
    }),
    whileHeld: (claim, work) => {
      const renewed = Effect.orElseSucceed(
        change(claim, (record) => record),
        () => true
      )
      const lost = Effect.repeat(Effect.zipRight(Effect.sleep(beat), renewed), { while: (holds) => holds })
      return Effect.raceFirst(
        Effect.locally(work, currentFence, fenceOf(claim)),
        Effect.zipRight(lost, Effect.interrupt)
      )
    },
    end: (claim, due) =>
      Effect.asVoid(change(claim, (record) => (due === undefined ? undefined : waiting(record, due, 0)))),
    postpone: (claim) =>
      Effect.flatMap(Clock.currentTimeMillis, (time) =>
        Effect.asVoid(change(claim, (record) => waiting(record, time + delayAfter(record.attempts), record.attempts)))
      ),
    release: (claim) =>
      Effect.flatMap(Clock.currentTimeMillis, (time) =>
        Effect.asVoid(change(claim, (record) => waiting(record, time, record.attempts - 1)))
      ),
    dead: (claimed, time) => {
      if (Math.abs(time - lastLook) < Duration.toMillis(interval) * 0.9) return []
      lastLook = time
      const before = seen
      seen = new Map()
      return claimed.filter(({ value: { claim, key }, version }) => {
        if (isGone(claim)) return true
        const known = before.get(key)
        const looks = known?.version === version ? known.looks + 1 : 0
        seen.set(key, { version, looks })
        return looks >= patience
      })
    }
  }
  return claims
})
