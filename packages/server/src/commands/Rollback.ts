/** `lectern rollback` */
import * as Args from "@effect/cli/Args"
import * as Command from "@effect/cli/Command"
import { RevisionId } from "@lectern/core/content/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { SpaceId } from "@lectern/core/spaces/Space"
import { Effect } from "effect"
import { settingsOf, workspaceFlags } from "../config/ConfigFlags.js"
import { note, print, printJson } from "../output/Output.js"
import { inWorkspace } from "../workspace/Workspace.js"
import { json } from "./Shared.js"

/** `lectern rollback <space> <revision>` */
export const rollback = Command.make(
  "rollback",
  {
    ...workspaceFlags,
    space: Args.text({ name: "space" }).pipe(Args.withDescription("The space's id.")),
    revision: Args.text({ name: "revision" }).pipe(Args.withDescription("The id of the revision to go back to.")),
    json
  },
  ({ space, revision, json, ...flags }) =>
    Effect.gen(function* () {
      const settings = yield* settingsOf(flags)
      yield* inWorkspace(
        settings,
        Effect.gen(function* () {
          const revisions = yield* Revisions
          const current = yield* revisions.rollback(SpaceId.make(space), RevisionId.make(revision))
          if (json) return yield* printJson({ space, revision: current })
          yield* note(`The content is that of revision ${revision} again. The current revision's id:`)
          yield* print(current)
        })
      )
    })
).pipe(Command.withDescription("Gives a space the content of an older revision again, as a new revision."))
