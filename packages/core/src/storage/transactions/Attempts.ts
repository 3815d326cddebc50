/**
 * Attempts to run a whole call in one transaction. A call that turns out to do what no rollback undoes, or to commit in
 * several steps on purpose, leaves the attempt: everything is rolled back, and its caller runs it in another way.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { type Lock, LockOrderError } from "../rows/Locks.js"
import type { StorageService } from "../rows/Storage.js"
import { columnsOfKey, locksOfRows, locksOfWrites } from "../rows/WriteLocks.js"

/** A running attempt, or one that has ended and whose forked fibers have not. */
export interface Attempt {
  /** Whether it excludes all other writers, instead of taking the locks that its inner transactions take. */
  readonly isExclusive: boolean
  isOpen: boolean
  /** Whether the call does something that belongs outside a transaction. */
  leaves: boolean
  /** Whether its locks cannot be taken one after the other. */
  needsAll: boolean
}

/** The attempt that a fiber is in. */
export const currentAttempt = FiberRef.unsafeMake<Attempt | undefined>(undefined)

/** Whether a fiber is in an inner transaction of an attempt, which holds the locks of what it writes. */
export const isInner = FiberRef.unsafeMake(false)

/** The defect with which an attempt is abandoned. */
export const abandoned = new Error("abandoned")

const abandon = (attempt: Attempt, why: "leaves" | "needsAll"): Effect.Effect<never> =>
  Effect.suspend(() => {
    attempt[why] = true
    return Effect.die(abandoned)
  })

/** Marks an effect that belongs outside a transaction: an attempt ends when it comes to it. */
export const outsideAttempts = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiberRuntime<A, E, R>((fiber) => {
    const attempt = fiber.getFiberRef(currentAttempt)
    return attempt?.isOpen === true ? abandon(attempt, "leaves") : effect
  })

/** Comes before work that takes long, and is therefore committed in several steps. */
export const inSeveralTransactions: Effect.Effect<void> = outsideAttempts(Effect.void)

/** Runs an effect that takes locks; an attempt that cannot take them in their order is abandoned. */
const inOrder = <A, E, R>(attempt: Attempt, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(effect, (cause) =>
    Array.from(Cause.defects(cause)).some((defect) => defect instanceof LockOrderError)
      ? abandon(attempt, "needsAll")
      : Effect.void
  )

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
    if (locks === undefined) return abandon(attempt, "needsAll")
    return inOrder(attempt, storage.transaction(effect, locks))
  }
  /** A write, with the locks that it needs if no transaction has taken them. */
  const single = <A, E>(
    write: Effect.Effect<A, E>,
    locks: () => ReadonlyArray<Lock> | undefined
  ): Effect.Effect<A, E | Unavailable> =>
    Effect.withFiberRuntime<A, E | Unavailable>((fiber) => {
      const attempt = fiber.getFiberRef(currentAttempt)
      return attempt?.isOpen !== true || fiber.getFiberRef(isInner) ? write : locked(attempt, write, locks())
    })
  return {
    ...storage,
    transaction: (effect, locks) =>
      Effect.withFiberRuntime((fiber) => {
        const attempt = fiber.getFiberRef(currentAttempt)
        if (attempt?.isOpen !== true) return storage.transaction(effect, locks)
        return fiber.getFiberRef(isInner) && locks === undefined
          ? storage.transaction(effect)
          : locked(attempt, Effect.locally(effect, isInner, true), locks)
      }),
    lock: (locks) =>
      Effect.withFiberRuntime((fiber) => {
        const attempt = fiber.getFiberRef(currentAttempt)
        if (attempt?.isOpen !== true) return storage.lock(locks)
        return inOrder(attempt, storage.lock(locks))
      }),
    insert: (table, columns, json) =>
      single(storage.insert(table, columns, json), () => locksOfRows([[table, columns]])),
    update: (table, columns, json, version) =>
      single(storage.update(table, columns, json, version), () => locksOfRows([[table, columns]])),
    delete: (table, key) => single(storage.delete(table, key), () => locksOfRows([[table, columnsOfKey(table, key)]])),
    writes: (writes) => single(storage.writes(writes), () => locksOfWrites(writes))
  }
}
