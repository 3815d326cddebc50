/** A bar that shows progress on a terminal. Its library is CommonJS, which a bundle can only import statically. */
import { SingleBar } from "cli-progress"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { OutputStream } from "../Invocation.js"

const appearance = {
  format: "{label} [{bar}] {percentage} % {value}/{total}",
  barCompleteChar: "#",
  barIncompleteChar: "-",
  barsize: 28,
  clearOnComplete: true,
  emptyOnZero: false,
  fps: 20
}

/**
 * A bar on a screen, from the beginning to the end of the scope. Only `write`, `isTTY` and `columns` of the screen are
 * used.
 */
export const bar = (label: string, screen: OutputStream): Effect.Effect<Report, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const drawn = new SingleBar({ ...appearance, stream: screen as NodeJS.WritableStream })
        drawn.start(0, 0, { label })
        return drawn
      }),
      (drawn) => Effect.sync(() => drawn.stop())
    ),
    (drawn) => (done, total) => {
      drawn.setTotal(total)
      drawn.update(done)
    }
  )

/** Reports progress: `done` of `total` steps. */
export type Report = (done: number, total: number) => void
