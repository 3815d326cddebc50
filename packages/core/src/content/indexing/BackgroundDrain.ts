/** Processes queued updates of search and links while nobody waits for them. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { sleepIdly } from "../../foundation/scheduling/IdleSleep.js"
import { mayBeLost } from "../../storage/rows/LosableTransactions.js"
import type { PendingIndexService } from "./PendingIndex.js"

/** The time between two looks, in milliseconds. A space in which nothing was queued between two looks is at rest. */
const tick = 500

/** The number of looks after which a space is settled although it is not at rest, at ten seconds. */
const mostTicks = 19

/**
 * Settles the spaces for which this process queues updates, once they are at rest, and those that other processes have
 * left. Ends with the scope of its fiber: what is queued then is left to the next process or reader.
 */
export const drainInBackground = (
  { queued, spaces }: Pick<PendingIndexService, "queued" | "spaces">,
  settle: (space: string) => Effect.Effect<void, Unavailable>
): Effect.Effect<never> =>
  Effect.gen(function* () {
    /** The spaces that are not settled yet, with the number of looks since their first update. */
    const waiting = new Map<string, number>()

    const settleNow = (space: string) =>
      settle(space).pipe(
        Effect.locally(mayBeLost, true),
        Effect.catchTag("Unavailable", (error) => {
          waiting.set(space, 1)
          return Effect.logDebug("search and links will be updated later", error)
        }),
        Effect.catchAllDefect((defect) => Effect.logError("search and links could not be updated", defect)),
        Effect.annotateLogs({ space })
      )

    const look = Effect.gen(function* () {
      const touched = queued.take()
      for (const [space, ticks] of [...waiting]) {
        if (touched.has(space) && ticks < mostTicks) waiting.set(space, ticks + 1)
        else {
          waiting.delete(space)
          yield* settleNow(space)
        }
      }
      for (const space of touched) if (!waiting.has(space)) waiting.set(space, 1)
    })

    yield* sleepIdly(tick)
    for (const space of yield* Effect.orElseSucceed(spaces, () => [])) waiting.set(space, 1)
    for (;;) {
      yield* look
      if (waiting.size === 0) yield* queued.some
      yield* sleepIdly(tick)
    }
  })
