/** `lectern restore` */
import { resolve } from "node:path"
import { Effect } from "effect"
import { readBackup } from "../backup/ReadBackup.js"
import type { Handler } from "../Handlers.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { checkWorkspace } from "../workspace/Checking.js"
import { missingKeys } from "../workspace/MissingKeys.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern restore <file>` */
export const restore: Handler<"restore"> = ({ file, json }, settings) =>
  Effect.gen(function* () {
    if (settings.storage !== "sqlite") {
      return yield* new WrongUsage({ message: "a backup can only be restored into sqlite storage" })
    }
    const manifest = yield* readBackup(resolve(file), settings.dataDir)
    yield* checkWorkspace(settings, false)
    const missing = yield* inWorkspace(settings, missingKeys(settings))
    if (json) return yield* printJson({ folder: settings.dataDir, ...manifest, missingKeys: missing })
    yield* note(`Restored the backup of ${manifest.createdAt}; nothing is damaged. The folder of the data:`)
    yield* print(settings.dataDir)
    for (const line of missing) yield* note(line)
  })
