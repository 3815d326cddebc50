/** Does one thing in a process of its own, and tells its parent the most memory that the process ever had. */
import { Actor, system } from "@lectern/core/access/Actor"
import { backgroundLimits, Imports } from "@lectern/core/imports/Imports"
import * as Lectern from "@lectern/core/Lectern"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/internal/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import { writeFolder } from "@lectern/server/internal/files/WriteFolder"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Effect, Layer } from "effect"

const [work = "", filename = "", space = "", place = "", count = ""] = process.argv.slice(2)

const importing = Effect.gen(function* () {
  const input = { url: `${place}/docs/`, source: "website" } as const
  const { importedResources } = yield* (yield* Imports).run(space as SpaceId, input, { limits: backgroundLimits })
  if (importedResources < Number(count))
    return yield* Effect.dieMessage(`only ${importedResources} pages were imported`)
})

const exporting = Effect.gen(function* () {
  const files = yield* (yield* ContentSync).folder(space as SpaceId)
  const { written } = yield* writeFolder(place, space, files, false, () => {})
  if (written < Number(count)) return yield* Effect.dieMessage(`only ${written} files were written`)
})

const done: Effect.Effect<void, unknown, Actor | Imports | ContentSync> = work === "import" ? importing : exporting
const layer = Lectern.layer(SqliteStorage.layer({ filename }), {
  outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] }),
  importer: Importers.layer
})

await Effect.runPromise(done.pipe(Effect.provideService(Actor, system), Effect.provide(Layer.orDie(layer))))
process.send?.({ kilobytes: process.resourceUsage().maxRSS })
process.disconnect()
