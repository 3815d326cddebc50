import { assert, describe, it } from "@effect/vitest"
import { Importer, ImportSource } from "@lectern/core/imports/Importer"
import { Outbound } from "@lectern/core/outbound/Outbound"
import { layerInline } from "@lectern/core/workers/Workers"
import { Effect, Layer } from "effect"
import * as Importers from "../src/Importers.js"
import { serving } from "./archives/reading.js"

const url = "https://example.com/a"
const layer = Importers.layer.pipe(
  Layer.provide(Layer.succeed(Outbound, serving({ [url]: "\u0001 nothing that can be read" }))),
  Layer.provide(layerInline)
)

describe("Importers", () => {
  it.effect("has a reader for every source, which names the address that it refuses", () =>
    Effect.gen(function* () {
      const importer = yield* Importer
      const sink = { page: () => Effect.void, file: () => Effect.void, found: () => Effect.void }
      for (const source of ImportSource.literals) {
        const read = importer.read({ source, url: `${url}/gone`, maxPages: 10 }, sink)
        const error = yield* Effect.flip(read)
        assert.strictEqual(error._tag, "Invalid", source)
        assert.match(error.message, /^url: /, source)
      }
    }).pipe(Effect.provide(layer))
  )
})
