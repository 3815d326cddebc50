/** The last step of every test that kills a process: a check for damage. */
import { Actor, system } from "@lectern/core/access/Actor"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity } from "@lectern/core/integrity/Integrity"
import { StorageSnapshot } from "@lectern/storage-sql/WorkspaceCopy"
import { Effect, Either } from "effect"
import { parseSettings } from "../src/config/Settings.js"
import { inSnapshot } from "../src/workspace/Snapshot.js"

/** Everything that is damaged in a folder of data, one line each. */
export const damagesIn = (dataDir: string): Promise<ReadonlyArray<string>> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const settings = Either.getOrThrow(parseSettings({ dataDir }, {}))
      const check = Effect.gen(function* () {
        const inFile = yield* (yield* StorageSnapshot).damage
        const { findings } = yield* Effect.flatMap(Integrity, (integrity) => integrity.check())
        return [...inFile, ...findings].map(findingText)
      })
      return yield* inSnapshot(settings, Effect.provideService(check, Actor, system))
    })
  )
