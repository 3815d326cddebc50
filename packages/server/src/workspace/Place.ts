/** Where a workspace is: its folder, its file, and the addresses in its answers. */
import { existsSync, mkdirSync, statSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import type { Settings } from "../config/Settings.js"
import { Failed, reasonOf, WrongUsage } from "../output/Failures.js"
import { runningBase } from "./RunningServers.js"

/** The file of a workspace on SQLite. */
export const databaseFile = (settings: Settings): string => join(settings.dataDir, "lectern.db")

/** The file of the keys that encrypt secrets in the database. */
export const keyFile = (settings: Pick<Settings, "dataDir" | "keyFile">): string =>
  settings.keyFile ?? join(settings.dataDir, "keys")

/** The address of a server that listens as configured. */
export const localBase = ({ host, port }: Pick<Settings, "host" | "port">): string => {
  const reachable = host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host
  return `http://${reachable}:${port}`
}

/** The address in the answers of a command: the configured one, else that of the server that runs on the workspace. */
export const baseOf = (settings: Settings): string => settings.baseUrl ?? runningBase(settings) ?? localBase(settings)

/** Makes a folder with those above it. Node's own way never ends where a file system refuses with ENOENT. */
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

/** Makes the folder of the data, readable by its owner alone. */
export const makeDataDir = (settings: Settings): Effect.Effect<void, Failed> =>
  Effect.try({
    try: () => makeFolders(settings.dataDir),
    catch: (error) => new Failed({ message: `${settings.dataDir} cannot be made: ${reasonOf(error)}` })
  })

/** Passes where commands can find what an earlier process has kept. */
export const requireKept = (settings: Settings): Effect.Effect<void, WrongUsage> =>
  settings.storage === "memory"
    ? new WrongUsage({ message: "memory storage keeps nothing between commands; this command needs sqlite storage" })
    : Effect.void

/** The file of an existing workspace. */
export const existingFile = (settings: Settings): Effect.Effect<string, Failed | WrongUsage> =>
  Effect.zipRight(
    requireKept(settings),
    Effect.suspend(() => {
      const file = databaseFile(settings)
      return existsSync(file)
        ? Effect.succeed(file)
        : new Failed({ message: `there is no workspace in ${settings.dataDir}; lectern start makes one` })
    })
  )
