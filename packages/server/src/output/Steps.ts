/** The steps of a start, each printed with its duration. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { note } from "./Output.js"

/** A step and its time in columns, like the steps that `scripts/lib/steps.mjs` prints before the program runs. */
export const stepLine = (label: string, milliseconds: number): string =>
  `${label.padEnd(26)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s`

/** Runs work, and prints its duration. */
export const withTime = <A, E, R>(label: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const done = yield* work
    yield* note(stepLine(label, (yield* Clock.currentTimeMillis) - begun))
    return done
  })
