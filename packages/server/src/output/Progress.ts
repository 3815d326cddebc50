/** Progress of long work: a bar on a terminal, one plain line otherwise. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { Invocation, type OutputStream } from "../Invocation.js"

/** Reports progress: `done` of `total` steps. */
export type Report = (done: number, total: number) => void

const appearance = {
  format: "{label} [{bar}] {percentage} % {value}/{total}",
  barCompleteChar: "#",
  barIncompleteChar: "-",
  barsize: 28,
  clearOnComplete: true,
  emptyOnZero: false,
  fps: 20
}

/** A bar on a screen (of which only `write`, `isTTY` and `columns` are used), from the beginning to the end of the scope. */
const bar = (label: string, screen: OutputStream): Effect.Effect<Report, never, Scope.Scope> =>
  Effect.promise(() => import("cli-progress")).pipe(
    Effect.flatMap(({ default: { SingleBar } }) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          const drawn = new SingleBar({ ...appearance, stream: screen as NodeJS.WritableStream })
          drawn.start(0, 0, { label })
          return drawn
        }),
        (drawn) => Effect.sync(() => drawn.stop())
      )
    ),
    Effect.map((drawn) => (done, total) => {
      drawn.setTotal(total)
      drawn.update(done)
    })
  )

/** Runs work that reports its progress: on a terminal as a bar that disappears at the end, elsewhere as one line. */
export const withProgress = <A, E, R>(
  label: string,
  work: (report: Report) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Invocation, ({ stderr: screen }) =>
    screen.isTTY === true
      ? Effect.scoped(Effect.flatMap(bar(label, screen), work))
      : Effect.zipRight(
          Effect.sync(() => screen.write(`${label}...\n`)),
          work(() => {})
        )
  )
