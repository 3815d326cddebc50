/** Progress of long work: a bar on a terminal, one plain line otherwise. */
import * as Effect from "effect/Effect"
import { Invocation } from "../Invocation.js"
import type { Report } from "./ProgressBar.js"

/** Runs work that reports its progress: on a terminal as a bar that disappears at the end, elsewhere as one line. */
export const withProgress = <A, E, R>(
  label: string,
  work: (report: Report) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Invocation, ({ stderr: screen }) =>
    screen.isTTY === true
      ? Effect.promise(() => import("./ProgressBar.js")).pipe(
          Effect.flatMap(({ bar }) => bar(label, screen)),
          Effect.flatMap(work),
          Effect.scoped
        )
      : Effect.zipRight(
          Effect.sync(() => screen.write(`${label}...\n`)),
          work(() => {})
        )
  )
