/** `lectern rollback` */
import { RevisionId } from "@lectern/core/content/RevisionId"
import { Revisions } from "@lectern/core/revisions/Revisions"
import { SpaceId } from "@lectern/core/spaces/Space"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { note, print, printJson } from "../output/Output.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern rollback <space> <revision>` */
export const rollback: Handler<"rollback"> = ({ json, revision, space }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const revisions = yield* Revisions
      const current = yield* revisions.rollback(SpaceId.make(space), RevisionId.make(revision))
      if (json) return yield* printJson({ space, revision: current })
      yield* note(`Restored the content of revision ${revision}. The id of the new revision:`)
      yield* print(current)
    })
  )
