/** The contract, as far as this storage claims it: rows without search and blobs, in a file for one process. */
import { spawn } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Storage } from "@lectern/core/storage/Storage"
import { contract } from "@lectern/storage-testing/contract"
import { temporaryFolder } from "@lectern/storage-testing/files"
import { processes } from "@lectern/storage-testing/processes"
import { note, notes } from "@lectern/storage-testing/tables"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import * as JsonStorage from "../src/JsonStorage.js"

const inNewFolder = (file: string) =>
  Layer.unwrapScoped(Effect.map(temporaryFolder, (folder) => JsonStorage.layer(join(folder, file))))

contract("JSON file", inNewFolder("rows.json"), { search: "separate", blobs: "separate" })

const worker = fileURLToPath(new URL("worker.mjs", import.meta.url))

processes("JSON file", {
  openers: "one",
  open: JsonStorage.layer,
  spawnWorker: (args) => spawn(process.execPath, [worker, ...args], { stdio: ["ignore", "pipe", "pipe"] })
})

it("a commit that cannot be written is Unavailable and changes nothing", () =>
  Effect.gen(function* () {
    const { count, insert } = yield* Storage
    const failure = yield* Effect.flip(insert(notes, note("a"), "{}"))
    expect([failure._tag, yield* count(notes, {})]).toEqual(["Unavailable", 0])
  }).pipe(Effect.provide(inNewFolder("missing/rows.json")), Effect.runPromise))
