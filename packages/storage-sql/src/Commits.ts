/** Tracks transactions: their fibers, their changes so far, and the subscribers to commits. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import type { Change } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as PubSub from "effect/PubSub"
import * as Stream from "effect/Stream"

/** A transaction with the fibers in it. */
export interface Transaction {
  /** False once it has committed or rolled back. */
  open: boolean
  /** The failure of one of its statements, if the database then refuses to commit. */
  failure?: Unavailable | undefined
  readonly changes: Array<Change>
  /** Whether it may have written anything, if the driver asks for that. */
  wrote?: boolean
  /** Whether it may have changed something that is cached, if the driver asks for that. */
  movedCached?: boolean
  /** The amount of its work, in statements of a few kilobytes, if the driver counts that. */
  work?: number
}

/** The transactions of one driver. */
export interface Commits {
  /** Carries the transaction through a fiber and its children. */
  readonly current: FiberRef.FiberRef<Transaction | undefined>
  /** The open transaction of a fiber; one that has ended, but is still referenced by a child, does not count. */
  readonly active: (fiber: Fiber.RuntimeFiber<unknown, unknown>) => Transaction | undefined
  /** Whether the fiber that runs it is in an open transaction. */
  readonly inTransaction: Effect.Effect<boolean>
  /** Announces the changes of a commit. */
  readonly publish: (changes: ReadonlyArray<Change>) => void
  /** All commits from now on. */
  readonly changes: Stream.Stream<ReadonlyArray<Change>>
  /** A negative number that was never returned before: the generation inside a transaction. */
  readonly unsettled: () => number
}

/** The bookkeeping of a new driver. */
export const make: Effect.Effect<Commits> = Effect.map(
  PubSub.unbounded<ReadonlyArray<Change>>(),
  (commits): Commits => {
    const current = FiberRef.unsafeMake<Transaction | undefined>(undefined)
    let unsettled = 0
    const active: Commits["active"] = (fiber) => {
      const transaction = fiber.getFiberRef(current)
      return transaction?.open === true ? transaction : undefined
    }
    return {
      current,
      active,
      inTransaction: Effect.withFiberRuntime((fiber) => Effect.succeed(active(fiber) !== undefined)),
      publish: (changes) => {
        if (changes.length > 0) commits.unsafeOffer(changes)
      },
      changes: Stream.fromPubSub(commits),
      unsettled: () => --unsettled
    }
  }
)
