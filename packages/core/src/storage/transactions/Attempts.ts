/**
 * Attempts to run a whole call in one transaction. A call that turns out to do what no rollback undoes, or to commit in
 * several steps on purpose, leaves the attempt: everything is rolled back, and its caller runs it in another way.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Option from "effect/Option"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Lock, LockOrderError } from "../rows/Locks.js"
import type { StorageService } from "../rows/Storage.js"
import { columnsOfKey, locksOfRows, locksOfWrites } from "../rows/WriteLocks.js"

/** A running attempt, or one that has ended and whose forked fibers have not. */
interface Attempt {
  /** Whether it excludes all other writers, instead of taking the locks that its inner transactions take. */
  readonly isExclusive: boolean
  isOpen: boolean
  /** Whether the call does something that belongs outside a transaction. */
  leaves: boolean
  /** Whether its locks cannot be taken one after the other. */
  needsAllLocks: boolean
}

const current = FiberRef.unsafeMake<Attempt | undefined>(undefined)

/** Whether a fiber is in an inner transaction of an attempt, which holds the locks of what it writes. */
const isInner = FiberRef.unsafeMake(false)

const abandoned = new Error("the attempt to run this in one transaction was abandoned")

const abandon = (attempt: Attempt, why: "leaves" | "needsAllLocks"): Effect.Effect<never> =>
  Effect.suspend(() => {
    attempt[why] = true
    return Effect.die(abandoned)
  })

/** Marks an effect that belongs outside a transaction: an attempt ends when it comes to it. */
export const outsideAttempts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime<A, E, R>((fiber) => {
    const attempt = fiber.getFiberRef(current)
    return attempt?.isOpen === true ? abandon(attempt, "leaves") : effect
  })

/** Comes before work that takes long, and is therefore committed in several steps. */
export const inSeveralTransactions: Effect.Effect<void> = outsideAttempts(Effect.void)

/**
 * Runs a program in one transaction, or none of it: `None` if it does something that belongs outside. The program may be
 * run several times, and must not be inside a transaction. Inner transactions take their locks; where these cannot be
 * taken in the order of locks, the program is run again and excludes all other writers.
 */
export const attempt = <A, E, R>(
  { transaction }: Pick<StorageService, "transaction">,
  program: Effect.Effect<A, E, R>
): Effect.Effect<Option.Option<A>, E | Unavailable, R> => {
  const run = (isExclusive: boolean): Effect.Effect<Option.Option<A>, E | Unavailable, R> =>
    Effect.suspend(() => {
      const state: Attempt = { isExclusive, isOpen: true, leaves: false, needsAllLocks: false }
      const body = Effect.flatMap(program, (value) =>
        state.leaves || state.needsAllLocks ? Effect.die(abandoned) : Effect.succeed(Option.some(value))
      )
      return transaction(Effect.locally(body, current, state), isExclusive ? undefined : []).pipe(
        Effect.ensuring(
          Effect.sync(() => {
            state.isOpen = false
          })
        ),
        Effect.catchAllCause((cause) => {
          if (Cause.isInterrupted(cause)) return Effect.failCause(cause)
          if (state.leaves) return Effect.succeed(Option.none<A>())
          return state.needsAllLocks ? run(true) : Effect.failCause(cause)
        })
      )
    })
  return run(false)
}

/** Marks a write in an attempt that needs no lock, and fails the attempt if it fails: it takes no savepoint. */
export const decisive = <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(write, isInner, true)

const isOutOfOrder = (cause: Cause.Cause<unknown>): boolean => {
  for (const defect of Cause.defects(cause)) if (defect instanceof LockOrderError) return true
  return false
}

/**
 * The storage, where single writes in an attempt take the locks that they take outside of transactions, and an attempt
 * learns of locks that it cannot take.
 */
export const attemptedStorage = (storage: StorageService): StorageService => {
  const locked = <A, E, R>(
    attempt: Attempt,
    effect: Effect.Effect<A, E, R>,
    locks: ReadonlyArray<Lock> | undefined
  ) => {
    if (attempt.isExclusive) return storage.transaction(effect, locks)
    if (locks === undefined) return abandon(attempt, "needsAllLocks")
    return Effect.tapErrorCause(storage.transaction(effect, locks), (cause) =>
      isOutOfOrder(cause) ? abandon(attempt, "needsAllLocks") : Effect.void
    )
  }
  /** A write, with the locks that it needs if no transaction has taken them. */
  const single = <A, E>(
    write: Effect.Effect<A, E>,
    locks: () => ReadonlyArray<Lock> | undefined
  ): Effect.Effect<A, E | Unavailable> =>
    Effect.withFiberRuntime<A, E | Unavailable>((fiber) => {
      const attempt = fiber.getFiberRef(current)
      return attempt?.isOpen !== true || fiber.getFiberRef(isInner) ? write : locked(attempt, write, locks())
    })
  return {
    ...storage,
    transaction: (effect, locks) =>
      Effect.withFiberRuntime((fiber) => {
        const attempt = fiber.getFiberRef(current)
        if (attempt?.isOpen !== true) return storage.transaction(effect, locks)
        return fiber.getFiberRef(isInner) && locks === undefined
          ? storage.transaction(effect)
          : locked(attempt, Effect.locally(effect, isInner, true), locks)
      }),
    lock: (locks) =>
      Effect.withFiberRuntime((fiber) => {
        const attempt = fiber.getFiberRef(current)
        if (attempt?.isOpen !== true) return storage.lock(locks)
        return Effect.tapErrorCause(storage.lock(locks), (cause) =>
          isOutOfOrder(cause) ? abandon(attempt, "needsAllLocks") : Effect.void
        )
      }),
    insert: (table, columns, json) =>
      single(storage.insert(table, columns, json), () => locksOfRows([[table, columns]])),
    update: (table, columns, json, version) =>
      single(storage.update(table, columns, json, version), () => locksOfRows([[table, columns]])),
    delete: (table, key) => single(storage.delete(table, key), () => locksOfRows([[table, columnsOfKey(table, key)]])),
    writes: (writes) => single(storage.writes(writes), () => locksOfWrites(writes))
  }
}
