/** Finds the library that serves SQLite in this process. */
import { createRequire } from "node:module"
import * as BetterSqlite from "./BetterSqlite.js"
import * as BunSqlite from "./BunSqlite.js"
import * as NodeSqlite from "./NodeSqlite.js"
import type { SqliteLibrary } from "./SqliteConnection.js"

const require = createRequire(import.meta.url)

/** The first version of Node whose own library has all that is used here. */
const ownFrom = [22, 16] as const

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

const errorText = (cause: unknown): string =>
  (cause instanceof Error ? cause.message : String(cause)).split("\n", 1)[0]!.trim()

/** Throws if better-sqlite3 is not installed or does not load. */
const betterSqlite = (): SqliteLibrary => {
  const { version }: { readonly version: string } = require("better-sqlite3/package.json")
  // Loading it ends the process.
  if (major < 22 && Number.parseInt(version, 10) >= 13) throw new Error(`version ${version} needs Node 22`)
  return BetterSqlite.libraryFrom(require("better-sqlite3"))
}

const ofNode = (): SqliteLibrary | undefined =>
  major > ownFrom[0] || (major === ownFrom[0] && minor >= ownFrom[1])
    ? NodeSqlite.libraryFrom(process.getBuiltinModule("node:sqlite") as NodeSqlite.NodeSqlite)
    : undefined

const find = (): SqliteLibrary => {
  if ("bun" in process.versions) return BunSqlite.libraryFrom(require("bun:sqlite"))
  try {
    return betterSqlite()
  } catch (cause) {
    const own = ofNode()
    if (own !== undefined) return own
    const reason =
      cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND"
        ? "it is not installed"
        : errorText(cause)
    throw new Error(
      `better-sqlite3 cannot be loaded (${reason}): install better-sqlite3@12 with its install scripts allowed, or use Node ${ownFrom.join(".")} or newer, which has SQLite of its own`,
      { cause }
    )
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
