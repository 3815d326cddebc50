/** Finds the library that serves SQLite in this process. */
import { createRequire } from "node:module"
import * as BetterSqlite from "./BetterSqlite.js"
import * as BunSqlite from "./BunSqlite.js"
import * as NodeSqlite from "./NodeSqlite.js"
import type { SqliteLibrary } from "./SqliteConnection.js"

const require = createRequire(import.meta.url)

const errorText = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0]!.trim()

/** Loads a module without the warning of Node 22 that it may change: what is used of it is tested on every version. */
const quietly = <A>(load: () => A): A => {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** How each library is loaded; throws where it is not installed, does not load, or lacks something. */
export const libraries: Record<SqliteLibrary["name"], () => SqliteLibrary> = {
  "better-sqlite3": () => {
    const { version }: { readonly version: string } = require("better-sqlite3/package.json")
    // Loading it there ends the process.
    if (Number.parseInt(process.versions.node, 10) < 22 && Number.parseInt(version, 10) >= 13)
      throw new Error(`version ${version} needs Node 22`)
    return BetterSqlite.libraryFrom(require("better-sqlite3"))
  },
  "node:sqlite": () => NodeSqlite.libraryFrom(quietly(() => require("node:sqlite"))),
  "bun:sqlite": () => BunSqlite.libraryFrom(require("bun:sqlite"))
}

const find = (): SqliteLibrary => {
  if ("bun" in process.versions) return libraries["bun:sqlite"]()
  try {
    return libraries["better-sqlite3"]()
  } catch (cause) {
    try {
      return libraries["node:sqlite"]()
    } catch {
      const reason =
        cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND"
          ? "it is not installed"
          : errorText(cause)
      throw new Error(
        `better-sqlite3 cannot be loaded (${reason}): install better-sqlite3@12 with its install scripts allowed, or use Node 22.16 or newer, which has SQLite of its own`,
        { cause }
      )
    }
  }
}

let found: SqliteLibrary | undefined

/**
 * The library that serves SQLite in this process: in Bun its own, else better-sqlite3 where it is installed and loads,
 * else the one of Node. Throws an error for the operator if there is none.
 */
export const sqliteLibrary = (): SqliteLibrary => {
  found ??= find()
  return found
}
