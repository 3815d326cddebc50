/** Checks a file as `lectern check` does. */
import { Actor, system } from "@lectern/core/access/Actor"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity } from "@lectern/core/integrity/Integrity"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { StorageSnapshot } from "@lectern/storage-sql/Whole"
import { Effect, Layer } from "effect"
import * as SqliteSnapshot from "../../src/SqliteSnapshot.js"

/** Everything that is found in a file, one line each. */
export const check = (filename: string): Promise<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const { damage } = yield* StorageSnapshot
    const inFile = yield* damage
    const { findings } = yield* Effect.flatMap(Integrity, (integrity) => integrity.check())
    return [...inFile, ...findings].map(findingText)
  }).pipe(
    Effect.provideService(Actor, system),
    Effect.provide(
      InProcess.layer({}, { takeUp: false }).pipe(
        Layer.provideMerge(
          Layer.mergeAll(SqliteSnapshot.layer(filename), Ids.layer, PublicUrls.layer("http://localhost:4000"))
        )
      )
    ),
    Effect.runPromise
  )
