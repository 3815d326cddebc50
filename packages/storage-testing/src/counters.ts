/** Named counters: from 0, by steps, with the transaction. */

import { expect } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import { concern, type Suite } from "./harness.js"

/** The suite of counters. */
export const suite: Suite<Storage> = concern("counters", ({ test }) => {
  test(
    "a counter starts at 0 and gives its new value",
    Effect.gen(function* () {
      const storage = yield* Storage
      expect(yield* storage.counter("a")).toBe(0)
      expect(yield* storage.increment("a")).toBe(1)
      expect(yield* storage.increment("a", 10)).toBe(11)
      expect(yield* storage.increment("a", -1)).toBe(10)
      expect(yield* storage.increment("a", 0)).toBe(10)
      expect(yield* storage.counter("a")).toBe(10)
    })
  )

  test(
    "counters are independent, whatever their names",
    Effect.gen(function* () {
      const storage = yield* Storage
      const names = ["a", "A", "a ", "space:1'2", "😀", ""]
      for (const [i, name] of names.entries()) yield* storage.increment(name, i + 1)
      expect(yield* Effect.forEach(names, storage.counter)).toEqual([1, 2, 3, 4, 5, 6])
    })
  )

  test(
    "increments at once, alone and in transactions, give every value once",
    Effect.gen(function* () {
      const storage = yield* Storage
      const values = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, i) => i),
        (i) =>
          i % 2 === 0
            ? storage.increment("a")
            : storage.transaction(Effect.zipRight(Effect.yieldNow(), storage.increment("a"))),
        { concurrency: "unbounded" }
      )
      expect([...values].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
      expect(yield* storage.counter("a")).toBe(40)
    })
  )

  test(
    "a counter belongs to the transaction: seen inside, gone with a rollback, also of an inner one",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.increment("a")
      yield* storage.transaction(
        Effect.gen(function* () {
          expect(yield* storage.increment("a")).toBe(2)
          yield* Effect.exit(storage.transaction(Effect.zipRight(storage.increment("a", 5), Effect.fail("no"))))
          expect(yield* storage.counter("a")).toBe(2)
          yield* storage.transaction(storage.increment("a"))
          expect(yield* storage.counter("a")).toBe(3)
        })
      )
      yield* Effect.exit(storage.transaction(Effect.zipRight(storage.increment("a", 100), Effect.die("no"))))
      expect(yield* storage.counter("a")).toBe(3)
    })
  )
})
