/** The engine over the configured storage. */
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { Actor, system } from "@lectern/core/access/Actor"
import * as Engine from "@lectern/core/engine/Engine"
import * as Ids from "@lectern/core/ids/Ids"
import type { Storage } from "@lectern/core/storage/Storage"
import * as PublicUrls from "@lectern/core/urls/PublicUrls"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"

/** What a workspace offers: the services, the storage below them, and ids. */
export type WorkspaceServices = Engine.Services | Storage | Ids.Ids

/** The file of a workspace on SQLite. */
export const databaseFile = (settings: Settings): string => join(settings.dataDir, "lectern.db")

/** The address in answers where none is configured and no server has chosen its port. */
export const localBase = ({ host, port }: Pick<Settings, "host" | "port">): string => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${reachable}:${port}`
}

/** Opens the workspace; answers carry addresses under `base`. */
export const layer = (settings: Settings, base: string): Layer.Layer<WorkspaceServices, Failed> => {
  const storage =
    settings.storage === "memory" ? MemoryStorage.layer() : SqliteStorage.layer({ filename: databaseFile(settings) })
  const ports = Layer.mergeAll(storage, Ids.layer, PublicUrls.layer(base))
  return Engine.layer.pipe(
    Layer.provideMerge(ports),
    Layer.mapError((error) => new Failed({ message: reasonOf(error) }))
  )
}

/** Makes the folder of the data, readable by its owner alone. */
export const makeDataDir = (settings: Settings): Effect.Effect<void, Failed> =>
  Effect.try({
    try: () => {
      mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
    },
    catch: (error) => new Failed({ message: `${settings.dataDir} cannot be made: ${reasonOf(error)}` })
  })

/** Runs a command in an existing workspace, as the program itself. A server may be running on the same workspace. */
export const inWorkspace = <A, E>(
  settings: Settings,
  effect: Effect.Effect<A, E, WorkspaceServices | Actor>
): Effect.Effect<A, E | Failed | WrongUsage> => {
  if (settings.storage === "memory") {
    return new WrongUsage({ message: "storage memory keeps nothing between commands; this needs storage sqlite" })
  }
  if (!existsSync(databaseFile(settings))) {
    return new Failed({ message: `there is no workspace in ${settings.dataDir}; lectern start makes one` })
  }
  return effect.pipe(
    Effect.provideService(Actor, system),
    Effect.provide(layer(settings, settings.baseUrl ?? localBase(settings)))
  )
}
