/** How long this thread is blocked. */
import { readFileSync } from "node:fs"
import { Effect } from "effect"

/** Milliseconds; on Linux of the processor and of this thread, which other programs do not change. */
const now =
  process.platform === "linux"
    ? () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6
    : () => performance.now()

/** The longest turn of the event loop while an effect runs, in milliseconds. */
export const longestTurn = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.gen(function* () {
    let longest = 0
    let last = now()
    const timer = setInterval(() => {
      const time = now()
      longest = Math.max(longest, time - last)
      last = time
    }, 1)
    yield* Effect.ensuring(
      effect,
      Effect.sync(() => clearInterval(timer))
    )
    return longest
  })
