/** Measures how quickly the pages of a manual are rendered, in a process of its own, and reports it to its parent. */
import * as Effect from "effect/Effect"
import { median, percentile } from "../Harness.js"
import { alike, largeManual, otherManual, ownManual } from "./Manuals.js"
import { publishedSite } from "./PublishedSite.js"
import { firstTimes } from "./Serving.js"

/** How many manuals are rendered before those that are measured, and how many are measured. */
const [warming, measured] = [2, 3]

const manual = process.argv[2] === "own" ? ownManual() : largeManual()

const told = await Effect.runPromise(
  Effect.gen(function* () {
    yield* Effect.scoped(Effect.flatMap(publishedSite(otherManual()), firstTimes))
    const all: Array<number> = []
    for (let line = 1; line <= warming + measured; line++) {
      const times = yield* Effect.scoped(Effect.flatMap(publishedSite(alike(manual, line)), firstTimes))
      all.push(percentile(times, 0.95))
    }
    // The median of several, since it depends on luck in which page garbage is collected.
    return { cold: all[0], warm: median(all.slice(warming)) }
  })
)
process.send?.(told)
process.disconnect()
