/** The readings of texts by their dialects. Those of other tools than GitBook are loaded for the first text of one. */
import * as Effect from "effect/Effect"
import type { Unavailable } from "../../foundation/errors/Errors.js"
import { lazy } from "../../foundation/loading/Lazy.js"
import { gitbookReading, type Reading } from "../../text/markdown/Reading.js"
import type { DialectName } from "./DialectName.js"

const others = lazy("the readings of other tools", () => import("./OtherReadings.js"))

type Readings = Readonly<Record<DialectName, Reading>>

let loaded: Readings | undefined

const kept = (dialect: DialectName, readings: Readings): Reading => {
  loaded = readings
  return readings[dialect]
}

/** The reading of a dialect; GitBook's if there is none. */
export const readingOf = (dialect: DialectName | undefined): Effect.Effect<Reading, Unavailable> =>
  dialect === undefined
    ? Effect.succeed(gitbookReading)
    : Effect.map(others.load, ({ otherReadings }) => kept(dialect, otherReadings))

/** The result of reading by a dialect: immediately if its reading is loaded, otherwise a promise. */
export const readBy = <A>(dialect: DialectName | undefined, read: (reading: Reading) => A): A | Promise<Awaited<A>> =>
  dialect === undefined
    ? (read(gitbookReading) as A)
    : others.use(({ otherReadings }) => read(kept(dialect, otherReadings)))

/** The reading of a dialect, which {@link readingOf} or {@link readBy} has loaded for a text before. */
export const loadedReading = (dialect: DialectName | undefined): Reading => {
  if (dialect === undefined) return gitbookReading
  if (loaded === undefined) throw new Error(`the reading of ${dialect} is not loaded`)
  return loaded[dialect]
}
