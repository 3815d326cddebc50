/**
 * Merging the items of a change request. Long texts are never merged inside a transaction: slow merges are computed
 * before it, over the versions that both sides have then, and looked up inside.
 */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { inlineSize, Workers } from "../../foundation/workers/Workers.js"
import { mergeRequested, type Requested } from "../merge/MergeRequested.js"
import { type ItemMerge, mergeTask } from "../merge/MergeTask.js"

/**
 * Says that a merge is slow and was not computed before the transaction, or only for other versions of the two sides.
 */
export class Unprepared extends Data.TaggedError("Unprepared") {}

/** Merges one item. */
export type MergeOne<E> = (merge: ItemMerge) => Effect.Effect<Requested, E>

/** The merges of one operation, which remember their results. */
export interface PreparedMerges {
  /** Computes a merge, in a worker thread if it is slow. Not inside a transaction. */
  readonly prepare: MergeOne<Conflict | Unavailable>
  /** Returns a merge that is fast or was computed before. */
  readonly find: MergeOne<Unprepared>
  /** Returns a merge, however long it takes. */
  readonly force: MergeOne<never>
}

/**
 * The number of times that a merge is computed again because one of the sides has changed, before it is computed inside
 * the transaction.
 */
const tries = 5

/** A key that distinguishes merges: texts are named by their hashes. */
const keyOf = ({ decided, sides, undecided }: ItemMerge): string => JSON.stringify([sides, undecided, [...decided]])

const mergeNow = ({ decided, sides, texts, undecided }: ItemMerge): Requested =>
  mergeRequested(sides, undecided, (hash) => texts.get(hash) ?? "", decided)

const isShort = (merge: ItemMerge): boolean => mergeTask.size(merge) <= inlineSize

/** Makes the {@link PreparedMerges} of an operation, over the workers of the context. */
export const makePreparedMerges = Effect.map(Workers, (workers) => (): PreparedMerges => {
  const known = new Map<string, Requested>()
  return {
    prepare: (merge) =>
      isShort(merge)
        ? Effect.sync(() => mergeNow(merge))
        : Effect.tap(workers.run(mergeTask, merge), (merged) => Effect.sync(() => known.set(keyOf(merge), merged))),
    find: (merge) =>
      Effect.suspend(() => {
        const found = isShort(merge) ? mergeNow(merge) : known.get(keyOf(merge))
        return found === undefined ? new Unprepared() : Effect.succeed(found)
      }),
    force: (merge) => Effect.sync(() => mergeNow(merge))
  }
})

/**
 * Runs a transaction that merges. If a merge is slow, the transaction is abandoned before it has written anything, the
 * merges are computed, and it runs again, up to a few times if the two sides keep changing.
 */
export const overMerges = <A, E, R>(
  { find, force }: PreparedMerges,
  transact: (merge: MergeOne<Unprepared>) => Effect.Effect<A, E | Unprepared, R>,
  prepare: Effect.Effect<unknown, E, R>
): Effect.Effect<A, E | Unprepared, R> => {
  const attempt = (left: number): Effect.Effect<A, E | Unprepared, R> =>
    left === 0
      ? transact(force)
      : Effect.catchIf(
          transact(find),
          (error): error is Unprepared => error instanceof Unprepared,
          () => Effect.zipRight(prepare, attempt(left - 1))
        )
  return attempt(tries)
}
