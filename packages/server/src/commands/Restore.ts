/** `lectern restore` */
import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { Effect } from "effect"
import { readBackup } from "../backup/ReadBackup.js"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { WrongUsage } from "../output/Failures.js"
import { note, print, printJson } from "../output/Output.js"
import { checkWorkspace } from "../workspace/Checking.js"
import { json } from "./Shared.js"

/** `lectern restore <file>` */
export const restore = Command.make(
  "restore",
  {
    ...workspaceFlags,
    file: Args.text({ name: "file" }).pipe(Args.withDescription("An archive that lectern backup has written.")),
    json
  },
  ({ file, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      if (settings.storage === "memory") {
        return yield* new WrongUsage({ message: "a backup is restored into storage sqlite" })
      }
      const manifest = yield* readBackup(resolve(file), settings.dataDir)
      yield* checkWorkspace(settings, false)
      if (json) return yield* printJson({ folder: settings.dataDir, ...manifest })
      yield* note(`Restored the backup of ${manifest.createdAt}; nothing is damaged. The folder of the data:`)
      yield* print(settings.dataDir)
    })
).pipe(Command.withDescription("Brings a workspace back from a backup, into a new folder of the data."))
