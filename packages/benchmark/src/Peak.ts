/** Runs one task in a separate process and reports the process's peak memory. */
import { Actor, system } from "@lectern/core/access/Actor"
import { backgroundLimits, Imports } from "@lectern/core/imports/Imports"
import { sections } from "@lectern/core/internal/text/markdown/Sections"
import * as Lectern from "@lectern/core/Lectern"
import { Search } from "@lectern/core/search/Search"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as Importers from "@lectern/importers/Importers"
import { parseRanges } from "@lectern/node/outbound/Addresses"
import * as GuardedFetch from "@lectern/node/outbound/GuardedFetch"
import { writeFolder } from "@lectern/server/internal/files/WriteFolder"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import MiniSearch from "minisearch"
import { markdownOf, titleOf } from "./Corpus.js"

const [work = "", filename = "", space = "", place = "", count = ""] = process.argv.slice(2)

const searched = ["restore backup", "configure", "deploy server"]

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

const searching = Effect.gen(function* () {
  const search = yield* Search
  for (const query of searched) {
    const found = yield* search.space(space as SpaceId, { query })
    if (found.count === 0) return yield* Effect.dieMessage(`${query} was not found`)
  }
})

/** Searches the same pages with MiniSearch, by section and with their texts in memory, as its users do in a browser. */
const searchingBeside = Effect.sync(() => {
  const engine = new MiniSearch({ fields: ["title", "text"], storeFields: ["title", "text"] })
  for (let i = 0; i < Number(count); i++) {
    const found = sections(markdownOf(i, Number(place)))
    engine.addAll(found.map(({ heading, text }, at) => ({ id: `${i}#${at}`, title: `${titleOf(i)} ${heading}`, text })))
  }
  for (const query of searched) if (engine.search(query).length === 0) throw new Error(`${query} was not found`)
})

const works: Readonly<Record<string, Effect.Effect<void, unknown, Actor | Imports | ContentSync | Search>>> = {
  import: importing,
  export: exporting,
  search: searching
}
const layer = Lectern.layer(SqliteStorage.layer({ filename }), {
  outbound: GuardedFetch.layer({ allow: parseRanges("127.0.0.0/8") ?? [] }),
  importer: Importers.layer
})

const inEngine = (done: Effect.Effect<void, unknown, Actor | Imports | ContentSync | Search>) =>
  done.pipe(Effect.provideService(Actor, system), Effect.provide(Layer.orDie(layer)))

process.once("disconnect", () => process.exit())
const known = works[work]
await Effect.runPromise(known === undefined ? searchingBeside : inEngine(known))
process.send?.({ kilobytes: process.resourceUsage().maxRSS })
process.disconnect()
