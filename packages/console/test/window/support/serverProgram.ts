/** A server in a process of its own, on a file and a port, until it is killed or its parent ends. */
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { serve } from "./served.js"

const [filename = "", port = ""] = process.argv.slice(2)
process.once("disconnect", () => process.exit())
await serve(SqliteStorage.open({ filename }), Number(port))
process.send?.("ready")
