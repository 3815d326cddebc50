/** `lectern purge` */
import { Blobs } from "@lectern/core/garbage-collection/Blobs"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as Effect from "effect/Effect"
import type { Handler } from "../Handler.js"
import { columns, note, print, printJson } from "../output/Output.js"
import { inWorkspace } from "../workspace/Workspace.js"

/** `lectern purge`: permanently removes spaces that were deleted at least 7 days ago. */
export const purge: Handler<"purge"> = ({ "dry-run": dryRun, json }, settings) =>
  inWorkspace(
    settings,
    Effect.gen(function* () {
      const spaces = yield* Spaces
      const found = yield* dryRun ? spaces.purgeable : spaces.purge
      const freed = dryRun ? { blobs: 0, bytes: 0 } : yield* (yield* Blobs).collect
      if (json) return yield* printJson({ dryRun, spaces: found, ...(!dryRun && { freed }) })
      if (found.length === 0 && freed.blobs === 0) return yield* note("There is nothing to purge.")
      const rows = found.map((space) => [space.id, space.organization, space.deletedAt, space.title])
      if (rows.length > 0) yield* print(columns([["id", "organization", "deleted", "title"], ...rows]))
      if (freed.blobs > 0) yield* note(`Removed ${freed.blobs} unreferenced files, ${freed.bytes} bytes.`)
    })
  )
