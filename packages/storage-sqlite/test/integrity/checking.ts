/** Checks and repairs a file as `lectern check` does. */
import { Actor, system } from "@lectern/core/access/Actor"
import * as InProcess from "@lectern/core/engine/InProcess"
import * as Ids from "@lectern/core/ids/Ids"
import { findingText } from "@lectern/core/integrity/Finding"
import { Integrity, type RepairResult } from "@lectern/core/integrity/Integrity"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import { StorageSnapshot } from "@lectern/storage-sql/WorkspaceCopy"
import { Effect, Layer } from "effect"
import * as SqliteRepair from "../../src/SqliteRepair.js"
import * as SqliteSnapshot from "../../src/SqliteSnapshot.js"
import * as SqliteStorage from "../../src/SqliteStorage.js"

const ids = Layer.mergeAll(Ids.layer, PublicUrls.layer("http://localhost:4000"))

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
      InProcess.layer({}, { takeUp: false }).pipe(Layer.provideMerge(Layer.merge(SqliteSnapshot.layer(filename), ids)))
    ),
    Effect.runPromise
  )

/** Rebuilds everything derived that is damaged in a file. */
export const repair = (filename: string): Promise<RepairResult> =>
  Effect.gen(function* () {
    const { repaired: below, search } = yield* SqliteRepair.repair(filename)
    const { failed, repaired } = yield* Effect.flatMap(Integrity, (integrity) => integrity.repair({ search })).pipe(
      Effect.provideService(Actor, system),
      Effect.provide(
        InProcess.layer({}, { takeUp: false }).pipe(
          Layer.provideMerge(Layer.merge(SqliteStorage.layer({ filename }), ids))
        )
      )
    )
    return { failed, repaired: [...below, ...repaired] }
  }).pipe(Effect.runPromise)
