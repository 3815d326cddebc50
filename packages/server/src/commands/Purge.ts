/** `lectern purge` */
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json } from "./Shared.js"

/** `lectern purge`: removes for good what was deleted 7 days ago or earlier. */
export const purge = Command.make(
  "purge",
  {
    ...workspaceFlags,
    dryRun: Options.boolean("dry-run").pipe(Options.withDescription("Only tell what would be removed.")),
    json
  },
  ({ dryRun, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const spaces = yield* Spaces
          const found = yield* dryRun ? spaces.purgeable : spaces.purge
          const freed = dryRun ? { blobs: 0, bytes: 0 } : yield* (yield* Blobs).collect
          if (json) return yield* printJson({ dryRun, spaces: found, ...(!dryRun && { freed }) })
          if (found.length === 0 && freed.blobs === 0) return yield* note("There is nothing to purge.")
          const rows = found.map((space) => [space.id, space.organization, space.deletedAt, space.title])
          if (rows.length > 0) yield* print(columns([["id", "organization", "deleted", "title"], ...rows]))
          if (freed.blobs > 0) yield* note(`Removed ${freed.blobs} files of no space, ${freed.bytes} bytes.`)
        })
      )
    })
).pipe(Command.withDescription("Removes spaces for good that were deleted 7 days ago or earlier, and their files."))
