/** Temporary folders for the databases that are measured. */
import { mkdtemp, rm } from "node:fs/promises"
import { join } from "node:path"
import { diskPlace } from "@lectern/storage-testing/internal/temporaryPlace"
import * as Effect from "effect/Effect"

/** A new folder that is deleted when the scope closes. */
export const tempFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(diskPlace(), "lectern-bench-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)
