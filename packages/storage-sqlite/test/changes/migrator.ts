/**
 * A process that brings a file up to date as soon as it is told to on its standard input: to the schema of the books, or
 * to that of the engine. It can be told to kill itself in the middle of a piece.
 */
import { once } from "node:events"
import { Effect } from "effect"
import { migrations } from "../../src/Migrations.js"
import * as SqliteFile from "../../src/SqliteFile.js"
import { newMigrations } from "./books.js"

const [filename = "", what, dieAfter] = process.argv.slice(2)

const books = newMigrations(({ last }) => {
  if (dieAfter !== undefined && last > Number(dieAfter)) process.kill(process.pid, "SIGKILL")
})

process.stdout.write("ready\n")
await once(process.stdin, "data")
process.stdin.destroy()
await Effect.runPromise(Effect.scoped(SqliteFile.open(filename, [], what === "books" ? books : migrations)))
