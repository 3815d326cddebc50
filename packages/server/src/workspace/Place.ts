/** The location of a workspace: its folder, its file, and the URLs in its answers. */
import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { runningBase } from "./RunningServers.js"

/** The file of a workspace on SQLite. */
export const databaseFile = (settings: Settings): string =>
  settings.databaseFile ?? join(settings.dataDir, "lectern.db")

/** The file of the keys that encrypt secrets in the database. */
export const keyFile = (settings: Pick<Settings, "dataDir" | "keyFile">): string =>
  settings.keyFile ?? join(settings.dataDir, "keys")

/** The URL of a server that listens as configured. */
export const localBase = ({ host, port }: Pick<Settings, "host" | "port">): string => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${reachable}:${port}`
}

/** The base URL in the answers of a command: the configured one, else that of the running server. */
export const baseOf = (settings: Settings): string => settings.baseUrl ?? runningBase(settings) ?? localBase(settings)

/** Creates a folder with its parents. Node's own function never returns if a file system refuses with ENOENT. */
const makeFolders = (folder: string): void => {
  if (existsSync(folder) && statSync(folder).isDirectory()) return
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    const madeMeanwhile = existsSync(folder) && statSync(folder).isDirectory()
    if (!madeMeanwhile) throw error
  }
}

/** Creates the data folder, readable only by its owner. */
export const makeDataDir = (settings: Settings): Effect.Effect<void, Failed> =>
  Effect.try({
    try: () => makeFolders(settings.dataDir),
    catch: (error) => new Failed({ message: `${settings.dataDir} cannot be created: ${reasonOf(error)}` })
  })

/** Fails unless the storage keeps data between processes. */
export const requireKept = (settings: Settings): Effect.Effect<void, WrongUsage> =>
  settings.storage === "memory"
    ? new WrongUsage({ message: "memory storage keeps nothing between commands; this command needs sqlite storage" })
    : Effect.void

/** Fails unless there is a workspace. The tables of a database are created when it is opened. */
export const requireWorkspace = (settings: Settings): Effect.Effect<void, Failed | WrongUsage> =>
  Effect.zipRight(
    requireKept(settings),
    Effect.suspend(() =>
      settings.database !== undefined || existsSync(databaseFile(settings))
        ? Effect.void
        : new Failed({ message: `there is no workspace in ${placeOf(settings)}; lectern start creates one` })
    )
  )

/** The place of the content of a workspace, for a person to read. */
export const placeOf = ({ database, databaseFile, dataDir }: Settings): string =>
  database === undefined
    ? (databaseFile ?? dataDir)
    : `the database ${new URL(Redacted.value(database)).pathname.slice(1)}`
