/** A process of its own that works on a file, see the contract's worker. */
import { tables } from "@lectern/storage-testing/tables"
import { work } from "@lectern/storage-testing/worker"
import { Effect } from "effect"
import * as SqliteStorage from "../src/SqliteStorage.js"

const [filename = "", mode, count] = process.argv.slice(2)

Effect.runPromise(Effect.provide(work(mode, count), SqliteStorage.layer({ filename, tables }))).catch((error) => {
  console.error(error)
  process.exitCode = 1
})
