/**
 * Keeps search and links up to date with the head of main. A revision queues what it changes, in its own transaction;
 * the queue is processed before the next read of search or links, or soon after by the background.
 */

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { steps } from "../../foundation/telemetry/Telemetry.js"
import { spaceLock } from "../../storage/rows/Locks.js"
import type { Write } from "../../storage/rows/Reads.js"
import { Storage } from "../../storage/rows/Storage.js"
import { serviceOf } from "../../storage/services/Service.js"
import type { ItemChange } from "../items/ItemRepository.js"
import { linksDiffer } from "../links/LinkIndex.js"
import { drainInBackground } from "./BackgroundDrain.js"
import type { Drain, makeDrain } from "./DrainPending.js"
import { PendingIndex } from "./PendingIndex.js"
import type { PendingItem } from "./PendingIndexRows.js"
import type { Written } from "./ReadingAhead.js"
import { searchDiffers } from "./Searchable.js"

/** Runs an effect while no other one of its space is running. */
type InTurn = <A, E, R>(space: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Turns of spaces, none of which is taken. */
const makeTurns: Effect.Effect<InTurn> = Effect.sync(() => {
  const turns = new Map<string, { readonly lock: Effect.Semaphore; waiting: number }>()
  return (space, effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const own = turns.get(space) ?? { lock: Effect.unsafeMakeSemaphore(1), waiting: 0 }
        own.waiting++
        turns.set(space, own)
        return own
      }),
      ({ lock }) => lock.withPermits(1)(effect),
      (own) =>
        Effect.sync(() => {
          if (--own.waiting === 0) turns.delete(space)
        })
    )
})

/** Brings search and links up to date. */
export interface IndexingService {
  /**
   * In the transaction of a revision: the writes that queue its changes, for {@link IndexingService.settle}. Changes
   * that neither search nor links depend on are not queued.
   */
  readonly queueing: (
    space: string,
    changes: ReadonlyArray<ItemChange>
  ) => Effect.Effect<ReadonlyArray<Write>, Unavailable>
  /** In a transaction: removes a deleted space from search. */
  readonly removed: (space: string) => Effect.Effect<void, Unavailable>
  /** In a transaction: queues items of a space whose texts have to be read again. */
  readonly noted: (space: string, ids: ReadonlyArray<string>) => Effect.Effect<void, Unavailable>
  /**
   * Processes everything queued for a space by now, in small transactions, so that search and links match a head.
   * Called before every read of them; the author of a large write calls it immediately, and passes what is known about
   * the write.
   */
  readonly settle: (space: string, written?: Written) => Effect.Effect<void, Unavailable>
  /** {@link IndexingService.settle} for the spaces of a set that have something queued. */
  readonly settleAll: (spaces: { readonly has: (space: string) => boolean }) => Effect.Effect<void, Unavailable>
  /** Removes the queued updates of a space. */
  readonly purge: (space: string) => Effect.Effect<void, Unavailable>
  /**
   * Settles the spaces that this process has queued updates for, and at first those of earlier processes: within a
   * second of rest, and at the latest after ten seconds.
   */
  readonly background: Effect.Effect<never>
}

/** Keeps search and links up to date. */
export class Indexing extends Context.Tag("@lectern/core/Indexing")<Indexing, IndexingService>() {}

/** The amount that is indexed in one transaction: in characters, where each item counts for 1,024. */
export class IndexingBudget extends Context.Reference<IndexingBudget>()("@lectern/core/IndexingBudget", {
  defaultValue: () => 1024 * 1024
}) {}

/**
 * Whether an engine processes the queue while nobody reads. Without that, it writes only when it is called, for tests
 * that compare or reset the storage.
 */
export class DrainsInBackground extends Context.Reference<DrainsInBackground>()("@lectern/core/DrainsInBackground", {
  defaultValue: () => true
}) {}

/** Processes everything that is queued. */
export const settleEverything = Effect.flatMap(Indexing, ({ settleAll }) => settleAll({ has: () => true }))

const draining = lazy("the index", () => import("./DrainPending.js"))

/** The queued update for a change, if search or links depend on it. */
const pendingFor = ({ next, stored }: ItemChange): ReadonlyArray<PendingItem> => {
  const before = stored?.value.value
  const id = next?.id ?? before?.id ?? ""
  if (before === undefined) return [{ id, presence: "came" }]
  if (next === undefined) return [{ id, presence: "went" }]
  return searchDiffers(before, next) || linksDiffer(before, next) ? [{ id }] : []
}

const make = Effect.gen(function* () {
  const storage = yield* Storage
  const pending = yield* PendingIndex
  const budget = yield* IndexingBudget
  const inTurn = yield* makeTurns
  const step = yield* steps

  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof makeDrain>>>()
  let made: Drain | undefined
  const drain: Drain = (space, until, written) =>
    Effect.gen(function* () {
      made ??= yield* Effect.provide((yield* draining.load).makeDrain(budget), context)
      yield* made(space, until, written)
    })
  const settleUntil = (space: string, until: number | undefined, written?: Written) =>
    until === undefined
      ? Effect.void
      : Effect.flatMap(storage.inTransaction, (inside) => {
          const drained = step("index.settle")(drain(space, until, written))
          // Whoever has the turn may be waiting for the transaction.
          return inside ? drained : inTurn(space, drained)
        })
  const settle: IndexingService["settle"] = (space, written) =>
    Effect.flatMap(pending.last(space), (until) => settleUntil(space, until, written))

  return {
    queueing: (space, changes) => pending.adding(space, changes.flatMap(pendingFor)),
    removed: pending.addRemoval,
    noted: (space, ids) =>
      pending.add(
        space,
        ids.map((id) => ({ id }))
      ),
    settle,
    settleAll: (some) =>
      Effect.flatMap(pending.spaces, (found) =>
        Effect.forEach(
          found.filter((space) => some.has(space)),
          (space) => settle(space),
          { discard: true }
        )
      ),
    purge: pending.purge,
    background: drainInBackground(pending, (space) =>
      // With the lock: the transaction that has queued the updates may still be running.
      Effect.flatMap(storage.transaction(pending.last(space), [spaceLock(space)]), (until) => settleUntil(space, until))
    )
  } satisfies IndexingService
})

/** {@link Indexing} over the repositories and indexes of the context. */
export const service = serviceOf(Indexing, make)
