/** A program that writes enough for several checkpoints of the log, and has nothing else that keeps it running. */
import { setImmediate } from "node:timers/promises"
import { Storage } from "@lectern/core/storage/Storage"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Effect } from "effect"
import * as SqliteStorage from "../src/SqliteStorage.js"

const [filename = "", rows = ""] = process.argv.slice(2)
const json = JSON.stringify({ filler: "x".repeat(16_000) })

const write = Effect.gen(function* () {
  const storage = yield* Storage
  for (let at = 0; at < Number(rows); at++) {
    yield* storage.transaction(storage.insert(notes, note(String(at)), json))
    yield* Effect.promise(() => setImmediate())
  }
  return yield* storage.count(notes, {})
})

const count = await Effect.runPromise(Effect.provide(write, SqliteStorage.layer({ filename, tables })))
process.stdout.write(`${count} rows\n`)
