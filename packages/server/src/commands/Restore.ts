/** `lectern restore` */
import * as Effect from "effect/Effect"
import { decryptionKey } from "../backup/Encryption.js"
import { locateArchive } from "../backup/Locating.js"
import { openArchive } from "../backup/ReadBackup.js"
import { restoreWorkspace } from "../backup/RestoreWorkspace.js"
import type { Handler } from "../Handler.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { missingKeys } from "../workspace/MissingKeys.js"
import { placeOf } from "../workspace/Place.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern restore <file>` */
export const restore: Handler<"restore"> = ({ file, json, "keep-tokens": keepTokens, ...options }, settings) =>
  Effect.gen(function* () {
    if (settings.storage === "memory") {
      return yield* new WrongUsage({ message: "a backup cannot be restored into memory storage" })
    }
    const key = yield* decryptionKey(options)
    const archive = yield* locateArchive(file, settings)
    const manifest = yield* Effect.scoped(
      Effect.flatMap(openArchive(archive, key), (opened) => restoreWorkspace(opened, settings, keepTokens))
    )
    const missing = yield* inWorkspace(settings, missingKeys(settings))
    const place = placeOf(settings)
    if (json) {
      return yield* printJson({
        folder: settings.dataDir,
        place,
        ...manifest,
        tokens: keepTokens,
        missingKeys: missing
      })
    }
    yield* note(`Restored the backup of ${manifest.createdAt}; everything is as it was backed up. The workspace is in:`)
    yield* print(place)
    if (!keepTokens) yield* note("Its tokens are disabled: lectern token create makes a new one.")
    yield* note("Its jobs and mail are paused: lectern resume lets them run.")
    for (const line of missing) yield* note(line)
  })
