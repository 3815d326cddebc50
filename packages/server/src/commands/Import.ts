/** `lectern import` */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { ContentSync } from "@lectern/core/content/ContentSync"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { note, print, printJson } from "../output/Output.js"
import { withProgress } from "../output/Progress.js"
import { chooseOrganization } from "../workspace/Choices.js"
import { problemText, readSource, titleOf } from "../workspace/ImportSource.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json, text } from "./Shared.js"

/** `lectern import <folder|zip>`: exit 0 also where problems were reported, since everything else was imported. */
export const importCommand = Command.make(
  "import",
  {
    ...workspaceFlags,
    source: Args.text({ name: "folder|zip" }).pipe(
      Args.withDescription("A folder of markdown, or a zip archive of one.")
    ),
    space: text("space", "Id of the space to update (default: a new space)."),
    organization: text("organization", "Id of the organization of a new space (default: the only one)."),
    title: text("title", "Title of a new space (default: the name of the folder)."),
    json
  },
  ({ source, space, organization, title, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const sync = yield* ContentSync
          const existing = space === undefined ? undefined : yield* spaces.get(space as SpaceId)
          const { tree, problems } = yield* readSource(source)
          const target =
            existing ??
            (yield* Effect.flatMap(chooseOrganization(organization), ({ id }) =>
              spaces.create(id, { title: title ?? titleOf(source) })
            ))
          const result = yield* withProgress("Importing", (report) => sync.apply(target.id, tree, report))
          if (json) return yield* printJson({ space: target.id, ...result, problems })
          for (const problem of problems) yield* note(problemText(problem))
          const counts = `${result.inserted} added, ${result.updated} changed, ${result.removed} removed`
          const reported = problems.length === 1 ? "1 problem" : `${problems.length} problems`
          yield* note(`Imported ${source} into ${target.title}: ${counts}; ${reported}. The space's id:`)
          yield* print(target.id)
        })
      )
    })
).pipe(Command.withDescription("Imports a folder of markdown as a new space, or updates one by a single revision."))
