/** `lectern backup` */
import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { Effect } from "effect"
import { writeBackup } from "../backup/WriteBackup.js"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { bytesText } from "../files/SourceFile.js"
import { note, print, printJson } from "../output/Output.js"
import { json } from "./Shared.js"

/** `lectern backup <file>` */
export const backup = Command.make(
  "backup",
  {
    ...workspaceFlags,
    file: Args.text({ name: "file" }).pipe(Args.withDescription("The archive to write.")),
    force: Options.boolean("force").pipe(Options.withDescription("Replace a file that is there already.")),
    json
  },
  ({ file, force, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      const target = resolve(file)
      const written = yield* writeBackup(settings, target, force)
      if (json) return yield* printJson({ file: target, ...written })
      yield* note(`Backed up ${settings.dataDir}, ${bytesText(written.bytes)}, into:`)
      yield* print(target)
    })
).pipe(Command.withDescription("Writes the whole workspace into one archive, also while a server runs."))
