/** A process of its own that works on a file until it has done so, or is killed. */
import { work } from "@lectern/storage-testing/worker"
import { Effect } from "effect"
import * as JsonStorage from "../dist/JsonStorage.js"

const [file, mode, count] = process.argv.slice(2)
await Effect.runPromise(Effect.provide(work(mode, count), JsonStorage.layer(file)))
