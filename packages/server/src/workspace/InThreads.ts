/** Worker threads for commands that open no workspace of their own. */
import type { Workers } from "@lectern/core/workers/Workers"
import * as Effect from "effect/Effect"

/** Runs an effect that needs worker threads, which are started for it alone. */
export const inThreads = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Workers>> =>
  Effect.flatMap(
    Effect.promise(() => import("./OutsideWorld.js")),
    ({ workers }) => Effect.provide(work, workers)
  )
