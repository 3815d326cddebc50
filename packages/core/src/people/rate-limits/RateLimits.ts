/**
 * Rate limits, shared by the processes of a workspace. Each process leases calls, or amounts of cost, from storage, a
 * slice at a time. The first slice of a window needs no lease, so that nothing is written for callers with few calls.
 * @since 0.1.0
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { type Forbidden, RateLimited, type Unavailable } from "../../foundation/errors/Errors.js"
import { addressKey } from "../../foundation/ids/AddressKey.js"
import { rowLock } from "../../storage/rows/Locks.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { Actor } from "../access/Actor.js"
import { requireSystem } from "../users/Users.js"
import { LeaseRepository, LeasesTable } from "./LeaseRepository.js"
import type { Allowance, RateLimit } from "./RateLimit.js"
import { makeSlices, type Slice, sliceOf } from "./Slices.js"
import { makeWrongSecrets } from "./WrongSecrets.js"

/**
 * Counts calls. A limit that is reached in one process is reached in all; together they never let more calls pass than
 * the limit plus one slice, which is a twentieth of it, for each process but one.
 */
export interface RateLimitsService {
  /**
   * Counts a call under a key, such as `token:` and an id, or an amount of something. It passes if anything was left
   * before. An amount of 0 only asks. While storage is unavailable, this process counts alone.
   */
  readonly take: (key: string, rule: RateLimit, amount?: number) => Effect.Effect<Allowance, Unavailable>
  /**
   * Counts a wrong secret, such as a token, for the address that sent it. Fails with `RateLimited` if the address sends
   * wrong ones too quickly: after the first 20 it has to wait between them, up to a minute. Correct secrets are never
   * counted or refused.
   */
  readonly wrongSecret: (address: string) => Effect.Effect<void, RateLimited | Unavailable>
  /** Removes the leases of windows that have ended. Only for the embedding program. */
  readonly clean: () => Effect.Effect<void, Forbidden | Unavailable, Actor>
}

/** The service of rate limits. */
export class RateLimits extends Context.Tag("@lectern/core/RateLimits")<RateLimits, RateLimitsService>() {}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const leases = yield* LeaseRepository
  const slices = makeSlices()
  const wrongSecrets = makeWrongSecrets()

  /** Leases another slice from storage, or more if more is needed; returns whether anything was left. */
  const lease = (needed: number, key: string, limit: number, endsAt: number, slice: Slice): Effect.Effect<boolean> => {
    const wanted = Math.max(sliceOf(limit), needed - slice.granted)
    return storage
      .transaction(
        Effect.gen(function* () {
          const read = yield* leases.find(key)
          const before = (read?.value.endsAt === endsAt ? read.value.leased : 0) + slice.unreported
          const granted = Math.max(0, Math.min(wanted, limit - before))
          yield* leases.put(read, { key, leased: before + granted, endsAt })
          return { granted, left: Math.max(0, limit - before - granted) }
        }),
        [rowLock(LeasesTable, key)]
      )
      .pipe(
        Effect.map(({ granted, left }) => {
          slice.unreported = 0
          slice.granted += granted
          slice.left = left
          return granted > 0
        }),
        Effect.catchAll(() =>
          Effect.sync(() => {
            const granted = Math.min(wanted, limit - slice.granted)
            slice.unreported += granted
            slice.granted += granted
            return granted > 0
          })
        )
      )
  }

  /** Leases until `needed` is granted, or nothing is left. */
  const granting = (needed: number, key: string, limit: number, endsAt: number, slice: Slice): Effect.Effect<void> =>
    Effect.suspend(() =>
      needed <= slice.granted || slice.left === 0
        ? Effect.void
        : Effect.flatMap(lease(needed, key, limit, endsAt, slice), (more) =>
            more ? granting(needed, key, limit, endsAt, slice) : Effect.void
          )
    )

  const allowance = ({ limit }: RateLimit, slice: Slice, time: number, endsAt: number, passes: boolean): Allowance => {
    const retryAfter = Math.max(1, Math.ceil((endsAt - time) / 1000))
    return {
      limit,
      remaining: passes ? Math.max(0, slice.granted - slice.used + slice.left) : 0,
      endsAt,
      exceeded: passes
        ? undefined
        : new RateLimited({ message: `too many requests, try again in ${retryAfter} seconds`, limit, retryAfter })
    }
  }

  const service: RateLimitsService = {
    take: (key, rule, amount = 1) =>
      Clock.clockWith((clock) => {
        const time = clock.unsafeCurrentTimeMillis()
        const length = rule.windowSeconds * 1000
        const window = Math.floor(time / length)
        const endsAt = (window + 1) * length
        const slice = slices(key, rule, window)
        const first = slice.used + 1
        slice.used += amount
        const last = Math.max(first, slice.used)
        const answer = () => allowance(rule, slice, time, endsAt, first <= slice.granted)
        if (last <= slice.granted || slice.left === 0) return Effect.succeed(answer())
        slice.turns ??= Effect.unsafeMakeSemaphore(1)
        return Effect.map(slice.turns.withPermits(1)(granting(last, key, rule.limit, endsAt, slice)), answer)
      }),
    wrongSecret: (address) =>
      Effect.flatMap(Clock.currentTimeMillis, (time) => {
        const retryAfter = wrongSecrets(addressKey(address), time)
        return retryAfter === undefined
          ? Effect.void
          : new RateLimited({
              message: `too many wrong secrets from this address, try again in ${retryAfter} seconds`,
              limit: 0,
              retryAfter
            })
      }),
    clean: () =>
      Effect.zipRight(
        requireSystem,
        Effect.flatMap(Clock.currentTimeMillis, (time) => leases.clean(time))
      )
  }
  return service
})

/** {@link RateLimits} over the repositories of the context. */
export const service = serviceOf(RateLimits, make)
