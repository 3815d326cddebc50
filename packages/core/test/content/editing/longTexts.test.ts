/** Long texts are read in turns, so that a merge of many of them does not hold up other callers. */
import * as Documents from "@lectern/core/content/items/DocumentRepository"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { spaceLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { as, organization, workspace } from "../../workspace.js"

/** How many times the event loop goes round while something runs. */
const turnsOf = <A, E, R>(run: Effect.Effect<A, E, R>): Effect.Effect<number, E, R> =>
  Effect.suspend(() => {
    let turns = 0
    let running = true
    const count = (): void => {
      turns++
      if (running) setImmediate(count)
    }
    setImmediate(count)
    return Effect.map(run, () => {
      running = false
      return turns
    })
  })

describe.each(storages)("long texts, $name", (storage) => {
  const live = Documents.service.layer.pipe(Layer.provideMerge(workspace(storage)))

  it("are read one in a turn, also in a transaction", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { admin, id } = yield* organization()
        const space = (yield* as(admin)((yield* Spaces).create(id, {}))).id
        const documents = yield* Documents.DocumentRepository
        const { transaction } = yield* Storage
        const texts = Array.from({ length: 6 }, (_, at) => `${at} ${"long ".repeat(20_000)}`)
        const lock = [spaceLock(space)]
        const hashes = yield* Effect.forEach(texts, (text) => transaction(documents.put(space, text), lock))
        const read = Effect.forEach(hashes, (hash) => documents.markdown(space, hash))
        expect(yield* read).toEqual(texts)
        for (const reading of [read, transaction(read, lock)]) {
          expect(yield* turnsOf(reading)).toBeGreaterThanOrEqual(texts.length)
        }
      }).pipe(Effect.provide(live))
    ))
})
