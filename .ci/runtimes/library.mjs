/** Prints the library that serves SQLite in this process. */
import { Storage } from "@lectern/core/storage/Storage"
import * as SqliteStorage from "@lectern/storage-sqlite"
import { Effect } from "effect"

const library = Effect.map(Storage, (storage) => storage.library)
const found = Effect.provide(library, SqliteStorage.layer({ filename: "library.db" }))
console.log(await Effect.runPromise(Effect.catchAll(found, ({ message }) => Effect.succeed(message))))
