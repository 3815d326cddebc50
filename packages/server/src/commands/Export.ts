/** `lectern export` */
import { resolve } from "node:path"
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { writeFolder } from "../files/WriteFolder.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { problemText } from "../workspace/ImportSource.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json } from "./Shared.js"

/** `lectern export <space> <folder>` */
export const exportCommand = Command.make(
  "export",
  {
    ...workspaceFlags,
    space: Args.text({ name: "space" }).pipe(Args.withDescription("The space's id.")),
    folder: Args.text({ name: "folder" }).pipe(
      Args.withDescription("Where to write: new, empty, or an earlier export.")
    ),
    force: Options.boolean("force").pipe(Options.withDescription("Write into a folder that holds something else.")),
    json
  },
  ({ space, folder, force, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const files = yield* Effect.flatMap(ContentSync, (sync) => sync.folder(SpaceId.make(space)))
          const target = resolve(folder)
          const result = yield* withProgress("Exporting", (report) => writeFolder(target, space, files, force, report))
          const { problems } = files
          if (json) return yield* printJson({ space, folder: target, ...result, problems })
          for (const problem of problems) yield* note(problemText(problem))
          yield* note(`Exported: ${result.written} written, ${result.unchanged} unchanged, ${result.removed} removed.`)
          yield* print(target)
        })
      )
    })
).pipe(Command.withDescription("Writes the current content of a space as a folder of markdown."))
