/**
 * Merging the items of a change request. Long texts are never merged inside a transaction: slow merges are computed
 * before it, over the versions that both sides have then, and looked up inside.
 */
import * as Effect from "effect/Effect"
import type { Conflict, Unavailable } from "../../foundation/errors/Errors.js"
import { inlineSize, Workers } from "../../foundation/workers/Workers.js"
import { Unprepared } from "../../storage/rows/PreparedTransaction.js"
import { readingOf } from "../dialects/Readings.js"
import { mergeRequested, type Requested } from "../merge/MergeRequested.js"
import { dialectIn, type ItemMerge, mergeTask } from "../merge/MergeTask.js"

/** Merges one item. */
export type MergeOne<E> = (merge: ItemMerge) => Effect.Effect<Requested, E>

/** The merges of one operation, which remember their results. */
export interface PreparedMerges {
  /** Computes a merge, in a worker thread if it is slow. Not inside a transaction. */
  readonly prepare: MergeOne<Conflict | Unavailable>
  /** Returns a merge that is fast or was computed before, for the same versions of the two sides. */
  readonly find: MergeOne<Unprepared>
  /** Returns a merge, however long it takes. */
  readonly force: MergeOne<never>
}

/** A key that distinguishes merges: texts are named by their hashes. */
const keyOf = ({ decided, sides, undecided }: ItemMerge): string => JSON.stringify([sides, undecided, [...decided]])

const mergeNow = ({ decided, sides, texts, undecided }: ItemMerge): Requested =>
  mergeRequested(sides, undecided, (hash) => texts.get(hash) ?? "", decided)

/** Whether a merge takes no time, and no code that is still to be loaded. */
const isShort = (merge: ItemMerge): boolean =>
  mergeTask.size(merge) <= inlineSize && dialectIn(merge.sides) === undefined

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
    force: (merge) => Effect.map(Effect.orDie(readingOf(dialectIn(merge.sides))), () => mergeNow(merge))
  }
})
