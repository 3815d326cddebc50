/** Repairs derived data of a workspace, next to running servers. */
import { Integrity, type RepairResult } from "@lectern/core/integrity/Integrity"
import type { Repaired } from "@lectern/storage-sql/internal/WorkspaceCopy"
import * as SqliteRepair from "@lectern/storage-sqlite/internal/SqliteRepair"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf } from "../output/Failures.js"
import { databaseFile, requireWorkspace } from "./Place.js"
import { inWorkspace } from "./Workspace.js"

/** Repairs the data below the ports. */
const repairStorage = (settings: Settings) => {
  const { database } = settings
  const repaired: Effect.Effect<Repaired, Error> =
    database === undefined
      ? SqliteRepair.repair(databaseFile(settings))
      : Effect.flatMap(
          Effect.promise(() => import("@lectern/storage-postgres/internal/PostgresRepair")),
          ({ repair }) => repair(Redacted.value(database))
        )
  return Effect.mapError(repaired, (error) => new Failed({ message: reasonOf(error) }))
}

/** Rebuilds all damaged data that is derived. */
export const repairWorkspace = (settings: Settings) =>
  Effect.gen(function* () {
    yield* requireWorkspace(settings)
    const { repaired: below, search } = yield* repairStorage(settings)
    const { failed, repaired } = yield* inWorkspace(
      settings,
      Effect.flatMap(Integrity, (integrity) => integrity.repair({ search }))
    )
    return { repaired: [...below, ...repaired], failed } satisfies RepairResult
  })
