/** The contract, as far as this storage claims it: rows without search and blobs, in a file for one process. */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { contract } from "@lectern/storage-testing/contract"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { processes } from "@lectern/storage-testing/processes"
import { Effect, Layer } from "effect"
import * as JsonStorage from "../src/JsonStorage.js"

const inNewFile = Layer.unwrapScoped(
  Effect.map(temporaryFolder, (folder) => JsonStorage.layer(join(folder, "rows.json")))
)

contract("JSON file", inNewFile, { search: "separate", blobs: "separate" })

const worker = fileURLToPath(new URL("worker.mjs", import.meta.url))

processes("JSON file", {
  openers: "one",
  open: JsonStorage.layer,
  spawnWorker: (args) => spawn(process.execPath, [worker, ...args], { stdio: ["ignore", "pipe", "pipe"] })
})
