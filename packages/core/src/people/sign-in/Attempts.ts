/**
 * Growing delays after failed attempts, for an account and an address together, so that nobody can lock out another.
 * Failures from many addresses, or on many accounts, delay addresses that are new to the account: each once, and never
 * for long.
 */

import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { RateLimited, type Unavailable } from "../../foundation/errors/Errors.js"
import { addressKey } from "../../foundation/ids/AddressKey.js"
import { secretHash } from "../../foundation/ids/SecretHash.js"
import { type Lock, rowLock } from "../../storage/rows/Locks.js"
import type { Stored } from "../../storage/rows/Repository.js"
import { Storage } from "../../storage/rows/Storage.js"
import { type DelayRule, delayAfter } from "../rate-limits/Delays.js"
import { type AttemptRecord, everything } from "./Attempt.js"
import { AttemptRepository, AttemptsTable } from "./AttemptRepository.js"

const second = 1000
const hour = 60 * 60 * second
const day = 24 * hour

/** The delays of an address on an account. */
export const ownRule: DelayRule = { free: 3, longest: 15 * 60 * second }
/** The delays of addresses new to an account on which attempts from any address fail. */
export const accountRule: DelayRule = { free: 20, longest: 60 * second }
/** The delays of an address new to an account, whose attempts on any account fail. */
export const addressRule: DelayRule = { free: 30, longest: 60 * second }

/** After this many failures an hour, an address is refused on accounts to which nobody has signed in from it before. */
const hopeless = 1000

/** The time for which failures count after the last one: a few of them expire soon. */
const memoryOf = (failures: number): number => (failures <= ownRule.free ? hour : day)

/** The time for which an address stays known after a user has signed in from it. */
const knownFor = 30 * day

/** A record that was read, and the part of it that still counts. */
interface Found {
  readonly read: Stored<AttemptRecord> | undefined
  readonly value: AttemptRecord | undefined
}

const failuresIn = ({ value }: Found): number => value?.failures ?? 0

/** Counts attempts. Each counts as failed until it has succeeded, so that concurrent ones are counted too. */
export interface Attempts {
  /** Begins an attempt on an account, by its name as typed; `RateLimited` if its address has to wait. */
  readonly begin: (account: string, address: string) => Effect.Effect<void, RateLimited | Unavailable>
  /** The locks of a transaction in which an attempt succeeds. */
  readonly locks: (account: string, address: string) => ReadonlyArray<Lock>
  /** Removes the failures before a successful attempt, and makes the address known. In its transaction. */
  readonly succeeded: (account: string, address: string) => Effect.Effect<void, Unavailable>
}

/** Makes {@link Attempts} over the repositories of the context. */
export const makeAttempts = Effect.gen(function* () {
  const storage = yield* Storage
  const attempts = yield* AttemptRepository

  /** The record of an account and an address, and whether it still counts. */
  const found = Effect.fnUntraced(function* (account: string, address: string, time: number) {
    const read = yield* attempts.find(account, address)
    const value = read !== undefined && time < read.value.forgottenAt ? read.value : undefined
    return { read, value } satisfies Found
  })

  /** Counts a failure for all addresses or for all accounts. */
  const count = (before: Found, account: string, address: string, time: number) => {
    const failures = failuresIn(before) + 1
    return attempts.put(before.read, { account, address, failures, notBefore: 0, forgottenAt: time + hour })
  }

  /** Takes back the count of a successful attempt. */
  const takeBack = Effect.fnUntraced(function* (account: string, address: string, time: number) {
    const { read, value } = yield* found(account, address, time)
    if (value !== undefined && value.failures > 1) yield* attempts.put(read, { ...value, failures: value.failures - 1 })
    else yield* attempts.remove(account, address)
  })

  /**
   * The locks of the rows that an attempt writes: attempts on the account from the address, on the account from
   * everywhere, and all attempts from the address.
   */
  const locksOf: Attempts["locks"] = (account, address) => [
    rowLock(AttemptsTable, account, address),
    rowLock(AttemptsTable, account, everything),
    rowLock(AttemptsTable, everything, address)
  ]

  /** Counts an attempt, or returns the time it has to wait instead, in milliseconds. */
  const admit = (account: string, address: string): Effect.Effect<number, Unavailable> =>
    storage.transaction(
      Effect.gen(function* () {
        const time = yield* Clock.currentTimeMillis
        const own = yield* found(account, address, time)
        if (own.value !== undefined && time < own.value.notBefore) return own.value.notBefore - time
        const ofAccount = yield* found(account, everything, time)
        const ofAddress = yield* found(everything, address, time)
        const isKnown = own.value?.known === true
        const others = isKnown
          ? 0
          : Math.max(delayAfter(failuresIn(ofAccount), accountRule), delayAfter(failuresIn(ofAddress), addressRule))
        if (own.value === undefined && others > 0) {
          if (failuresIn(ofAddress) >= hopeless) return others
          const notBefore = time + others
          yield* attempts.put(own.read, { account, address, failures: 0, notBefore, forgottenAt: notBefore + hour })
          yield* count(ofAccount, account, everything, time)
          return others
        }
        const failures = failuresIn(own) + 1
        yield* attempts.put(own.read, {
          account,
          address,
          failures,
          notBefore: time + Math.max(others, delayAfter(failures, ownRule)),
          ...(isKnown && { known: true }),
          forgottenAt: time + (isKnown ? knownFor : memoryOf(failures))
        })
        yield* count(ofAccount, account, everything, time)
        yield* count(ofAddress, everything, address, time)
        return 0
      }),
      locksOf(account, address)
    )

  const begin: Attempts["begin"] = (account, address) =>
    Effect.flatMap(admit(secretHash(account), addressKey(address)), (wait) => {
      if (wait === 0) return Effect.void
      const retryAfter = Math.ceil(wait / second)
      return new RateLimited({
        message: `too many failed attempts; try again in ${retryAfter} seconds`,
        limit: ownRule.free,
        retryAfter
      })
    })

  const succeeded: Attempts["succeeded"] = Effect.fnUntraced(function* (name, from) {
    const [account, address] = [secretHash(name), addressKey(from)]
    const time = yield* Clock.currentTimeMillis
    const { read } = yield* found(account, address, time)
    const known = { account, address, failures: 0, notBefore: 0, known: true, forgottenAt: time + knownFor } as const
    yield* attempts.put(read, known)
    yield* takeBack(account, everything, time)
    yield* takeBack(everything, address, time)
  })

  const locks: Attempts["locks"] = (account, address) => locksOf(secretHash(account), addressKey(address))
  const service: Attempts = { begin, locks, succeeded }
  return service
})
