/** Measures how quickly the pages of a manual are rendered, in a process of its own, and reports it to its parent. */
import * as Effect from "effect/Effect"
import { median, percentile } from "../Harness.js"
import { alike, largeManual, type Manual, otherManual, ownManual } from "./Manuals.js"
import { publishedSite } from "./PublishedSite.js"
import { firstTimes } from "./Serving.js"

/** How many manuals are rendered before the measured ones, and how many are measured. */
const [warming, measured] = [2, 3]

const manual = process.argv[2] === "own" ? ownManual() : largeManual()

/** The 95th percentile of the times of the first requests for the pages of a manual, in milliseconds. */
const slow = (rendered: Manual) =>
  Effect.scoped(Effect.map(Effect.flatMap(publishedSite(rendered), firstTimes), (times) => percentile(times, 0.95)))

const told = await Effect.runPromise(
  Effect.gen(function* () {
    yield* slow(otherManual())
    const cold = yield* slow(manual)
    for (let line = 1; line <= warming; line++) yield* slow(alike(largeManual(), line))
    const all: Array<number> = []
    for (let line = 1; line <= measured; line++) all.push(yield* slow(alike(manual, warming + line)))
    // The median of several, since it depends on luck in which page garbage is collected.
    return { cold, warm: median(all) }
  })
)
process.send?.(told)
process.disconnect()
