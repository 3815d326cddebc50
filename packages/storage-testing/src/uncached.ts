/** What storages may do that leave cached data as it is: see `uncached` of tables. No part of the contract. */
import { expect } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import { concern, generationOf, type Suite } from "./harness.js"
import { log, note, notes } from "./tables.js"

/** The suite of storages whose generation stays where only such tables change. */
export const suite: Suite<Storage> = concern("tables of which nothing is cached", ({ test }) => {
  test(
    "commits that change nothing else leave the generation",
    Effect.gen(function* () {
      const storage = yield* Storage
      const generation = generationOf(storage)
      const before = yield* generation
      const entry = (at: number) => storage.insert(log, { at }, "1")
      yield* entry(1)
      yield* storage.transaction(Effect.zipRight(entry(2), entry(3)))
      yield* storage.writes([{ kind: "delete", table: log, key: [1] }])
      expect(yield* generation).toBe(before)
      expect(yield* storage.count(log, {})).toBe(2)
      yield* storage.transaction(Effect.zipRight(entry(4), storage.insert(notes, note("a"), "1")))
      const moved = yield* generation
      expect(moved).not.toBe(before)
      yield* storage.transaction(Effect.zipRight(entry(5), storage.increment("a")))
      expect(yield* generation).not.toBe(moved)
    })
  )
})
