/** What every test ends with that lets a process die: a look at whether anything is damaged. */
import { Actor, system } from "@lectern/core/access/Actor"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { SqliteSnapshot } from "@lectern/storage-sqlite/SqliteSnapshot"
import { Effect, Either } from "effect"
import { parseSettings } from "../src/config/Settings.js"
import { existingFile } from "../src/workspace/Place.js"
import { inSnapshot } from "../src/workspace/Snapshot.js"

/** Everything that is damaged in a folder of data, one line each. */
export const damagesIn = (dataDir: string): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const settings = Either.getOrThrow(parseSettings({ dataDir }, {}))
      const file = yield* existingFile(settings)
      const check = Effect.gen(function* () {
        const inFile = yield* (yield* SqliteSnapshot).damage
        const { findings } = yield* Effect.flatMap(Integrity, (integrity) => integrity.check())
        return [...inFile, ...findings].map(findingText)
      })
      return yield* inSnapshot(settings, file, Effect.provideService(check, Actor, system))
    })
  )
