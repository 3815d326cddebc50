/** A server in a process of its own, on a workspace and a port, until it is killed or its parent ends. */
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { serve } from "./served.js"

const [where = "", port = ""] = process.argv.slice(2)
process.once("disconnect", () => process.exit())
const isDatabase = where.startsWith("postgres:")
await serve(
  isDatabase ? PostgresStorage.open({ url: where, connections: 4 }) : SqliteStorage.open({ filename: where }),
  Number(port)
)
process.send?.("ready")
