/** `lectern export` */
import { resolve } from "node:path"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import { writeFolder } from "../files/WriteFolder.js"
import type { Handler } from "../Handler.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { problemLines } from "../workspace/ImportSource.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern export <space> <folder>` */
export const exportCommand: Handler<"export"> = ({ folder, force, json, space }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const files = yield* Effect.flatMap(ContentSync, (sync) => sync.folder(SpaceId.make(space)))
      const target = resolve(folder)
      const result = yield* withProgress("Exporting", (report) => writeFolder(target, space, files, force, report))
      const { problems } = files
      if (json) return yield* printJson({ space, folder: target, ...result, problems })
      for (const line of problemLines(problems)) yield* note(line)
      yield* note(`Exported: ${result.written} written, ${result.unchanged} unchanged, ${result.removed} removed.`)
      yield* print(target)
    })
  )
