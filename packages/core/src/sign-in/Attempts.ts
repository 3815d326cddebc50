/** Growing delays on failed attempts, for an account and an address together: nobody can lock another out. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type LecternError, RateLimited } from "../errors/Errors.js"
import { secretHash } from "../ids/SecretHash.js"
import { Storage } from "../storage/Storage.js"
import { AttemptRepository } from "./AttemptRepository.js"

/** How many attempts may fail before the first delay. */
const free = 3
const second = 1000
const longest = 15 * 60 * second

/** How long failures count that nothing follows. */
const memory = 24 * 60 * 60 * second

/** How long to wait after this many failures: 2 seconds after the fourth, then twice as long each time. */
export const delayAfter = (failures: number): number =>
  failures <= free ? 0 : Math.min(longest, 2 ** (failures - free) * second)

/** Counts attempts. Each counts as failed until it has succeeded, so that many at once are counted too. */
export const makeAttempts = Effect.gen(function* () {
  const storage = yield* Storage
  const attempts = yield* AttemptRepository

  /** Begins an attempt on whatever names an account; `RateLimited` where its address has to wait. */
  const begin = (account: string, address: string): Effect.Effect<void, LecternError> =>
    storage.transaction(
      Effect.gen(function* () {
        const key = secretHash(account)
        const time = yield* Clock.currentTimeMillis
        const read = yield* attempts.find(key, address)
        const known = read !== undefined && time < read.value.forgottenAt ? read.value : undefined
        if (known !== undefined && time < known.notBefore) {
          const retryAfter = Math.ceil((known.notBefore - time) / second)
          return yield* new RateLimited({
            message: `too many failed attempts; try again in ${retryAfter} seconds`,
            limit: free,
            retryAfter
          })
        }
        const failures = (known?.failures ?? 0) + 1
        const notBefore = time + delayAfter(failures)
        yield* attempts.put(read, { account: key, address, failures, notBefore, forgottenAt: time + memory })
      })
    )

  /** Forgets the failures before an attempt that succeeded. */
  const succeeded = (account: string, address: string) => attempts.remove(secretHash(account), address)

  return { begin, succeeded }
})
