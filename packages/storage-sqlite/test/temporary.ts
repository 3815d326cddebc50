/** Temporary files for tests. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { newFile } from "@lectern/storage-testing/files"
import { tables } from "@lectern/storage-testing/tables"
import { Effect } from "effect"
import * as SqliteStorage from "../src/SqliteStorage.js"

/** The path of a file that does not exist yet, in a folder that lasts as long as the scope. */
export const temporaryFile = Effect.map(
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "lectern-sqlite-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  ),
  (folder) => join(folder, "workspace.db")
)

/** The storage of the contract's tables in a new file. */
export const temporaryStorage = newFile((filename) => SqliteStorage.layer({ filename, tables }))
