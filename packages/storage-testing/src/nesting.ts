/** A transaction within a transaction is a savepoint. */

import { expect } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { concern, ids, type Suite } from "./harness.js"
import { lookWhileOpen } from "./open.js"
import { note, notes } from "./tables.js"

const failed = "failed on purpose" as const

/** The suite of nesting. */
export const suite: Suite<Storage> = concern("nesting", ({ test }, declared) => {
  test(
    "an inner failure that is handled undoes the inner transaction alone",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a", { slug: "a" }), "outer")
          const inner = storage.transaction(
            Effect.gen(function* () {
              yield* storage.update(notes, note("a", { slug: "b" }), "inner", 1)
              yield* storage.insert(notes, note("b"), "inner")
              yield* storage.increment("nested")
              expect(yield* storage.count(notes, {})).toBe(2)
              return yield* Effect.fail(failed)
            })
          )
          expect(yield* Effect.flip(inner)).toBe(failed)
          expect(yield* storage.scan(notes, {})).toEqual([
            { columns: note("a", { slug: "a" }), version: 1, json: "outer" }
          ])
          expect(yield* storage.counter("nested")).toBe(0)
          yield* storage.insert(notes, note("b"), "after")
          yield* storage.update(notes, note("a", { slug: "c" }), "after", 1)
        })
      )
      expect((yield* storage.scan(notes, {})).map((row) => [row.columns.id, row.json])).toEqual([
        ["a", "after"],
        ["b", "after"]
      ])
    })
  )

  test(
    "an inner transaction sees what the outer ones wrote, and they see what it wrote",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a"), "1")
          yield* storage.transaction(
            Effect.gen(function* () {
              expect(yield* storage.count(notes, {})).toBe(1)
              yield* storage.insert(notes, note("b"), "1")
              yield* storage.transaction(
                Effect.gen(function* () {
                  expect(yield* storage.count(notes, {})).toBe(2)
                  yield* storage.insert(notes, note("c"), "1")
                })
              )
              expect(yield* storage.count(notes, {})).toBe(3)
            })
          )
          expect(yield* storage.count(notes, {})).toBe(3)
        })
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["a", "b", "c"])
    })
  )

  test(
    "nothing of an inner transaction outlives the failure of an outer one",
    Effect.gen(function* () {
      const storage = yield* Storage
      const attempt = storage.transaction(
        Effect.zipRight(storage.transaction(storage.insert(notes, note("a"), "1")), Effect.fail(failed))
      )
      expect(yield* Effect.flip(attempt)).toBe(failed)
      expect(yield* storage.count(notes, {})).toBe(0)
    })
  )

  test(
    "each level is undone by itself",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("1"), "")
          yield* storage.transaction(
            Effect.gen(function* () {
              yield* storage.insert(notes, note("2"), "")
              yield* Effect.exit(
                storage.transaction(
                  Effect.gen(function* () {
                    yield* storage.insert(notes, note("3"), "")
                    yield* storage.transaction(storage.insert(notes, note("4"), ""))
                    return yield* Effect.die("died on purpose")
                  })
                )
              )
              yield* storage.transaction(storage.insert(notes, note("5"), ""))
            })
          )
          yield* Effect.exit(storage.transaction(Effect.zipRight(storage.delete(notes, ["s", "1"]), Effect.fail(1))))
        })
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["1", "2", "5"])
    })
  )

  test(
    "one inner transaction after another, some failing",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.transaction(
        Effect.forEach(
          Array.from({ length: 10 }, (_, i) => i),
          (i) =>
            Effect.exit(
              storage.transaction(
                Effect.zipRight(storage.insert(notes, note(String(i)), ""), i % 3 === 0 ? Effect.fail(i) : Effect.void)
              )
            )
        )
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["1", "2", "4", "5", "7", "8"])
    })
  )

  test(
    "an inner transaction whose fiber is interrupted is undone, and the outer one goes on",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a"), "")
          const written = yield* Deferred.make<void>()
          const inner = yield* Effect.fork(
            storage.transaction(
              storage
                .insert(notes, note("b"), "")
                .pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Effect.never))
            )
          )
          yield* Deferred.await(written)
          yield* Fiber.interrupt(inner)
          expect(ids(yield* storage.scan(notes, {}))).toEqual(["a"])
          yield* storage.insert(notes, note("c"), "")
        })
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["a", "c"])
    })
  )

  test(
    "outside, an inner commit is invisible until the outermost commits",
    Effect.gen(function* () {
      const storage = yield* Storage
      const inner = storage.transaction(storage.insert(notes, note("a"), ""))
      const looks = yield* lookWhileOpen(declared, inner, storage.count(notes, {}))
      expect(looks).toEqual({ during: declared.readers === "wait" ? 1 : 0, after: 1 })
    })
  )
})
