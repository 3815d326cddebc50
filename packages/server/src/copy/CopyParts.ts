/** Makes the parts of one workspace equal to the parts of another one, however far an earlier attempt has come. */
import type { Unavailable } from "@lectern/core/errors/Errors"
import * as Effect from "effect/Effect"
import { Failed } from "../output/Failures.js"
import { eachDifference } from "./Differences.js"
import type { Part } from "./Parts.js"

/** The number of each kind of part in a workspace. */
export type Counts = Readonly<Record<Part["kind"], number>>

/**
 * Copies parts. With `isResumed`, it first removes differences: an outdated row may have the place of a row to be
 * copied in a unique index.
 */
export const copyParts = (parts: ReadonlyArray<Part>, isResumed: boolean): Effect.Effect<void, Unavailable> =>
  Effect.gen(function* () {
    if (isResumed) {
      for (const { from, remove, to } of parts) {
        yield* eachDifference(from, to, ({ changed, surplus }) => {
          const outdated = [...changed, ...surplus]
          return outdated.length === 0 ? Effect.void : remove(outdated)
        })
      }
    }
    for (const { from, insert, to } of parts) {
      yield* eachDifference(from, to, ({ missing }) => (missing.length === 0 ? Effect.void : insert(missing)))
    }
  })

/** Compares parts, and fails if anything differs. Returns how many of each kind were compared. */
export const compareParts = (parts: ReadonlyArray<Part>): Effect.Effect<Counts, Failed | Unavailable> =>
  Effect.gen(function* () {
    const counts = { rows: 0, counters: 0, "pages in search": 0 }
    for (const { from, kind, name, to } of parts) {
      let differences = 0
      counts[kind] += yield* eachDifference(from, to, ({ changed, missing, surplus }) =>
        Effect.sync(() => {
          differences += changed.length + missing.length + surplus.length
        })
      )
      if (differences > 0) {
        return yield* new Failed({ message: `the copy differs in ${name}, at ${differences} places: run it again` })
      }
    }
    return counts
  })
