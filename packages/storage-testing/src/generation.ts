/** The generation of a storage that has one. Caches of data that was read depend on it. */

import { expect } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import { concern, generationOf, type Suite } from "./harness.js"
import { lookWhileOpen } from "./open.js"
import { note, notes } from "./tables.js"

/** The suite of the generation. */
export const suite: Suite<Storage> = concern("generation", ({ test }, declared) => {
  test(
    "the generation stays while nothing commits and moves with every commit",
    Effect.gen(function* () {
      const storage = yield* Storage
      const generation = generationOf(storage)
      const seen = [yield* generation]
      const moves = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
        Effect.gen(function* () {
          yield* effect
          const now = yield* generation
          expect(seen).not.toContain(now)
          seen.push(now)
          yield* storage.scan(notes, {})
          yield* storage.transaction(storage.transaction(storage.count(notes, {})))
          yield* Effect.exit(storage.transaction(Effect.zipRight(storage.increment("b"), Effect.fail("no"))))
          expect(yield* generation).toBe(now)
        })
      yield* moves(storage.insert(notes, note("a"), "1"))
      yield* moves(storage.update(notes, note("a"), "2", 1))
      yield* moves(storage.increment("a"))
      yield* moves(storage.transaction(storage.insert(notes, note("b"), "1")))
      yield* moves(storage.transaction(storage.transaction(storage.increment("a"))))
      yield* moves(storage.delete(notes, ["s", "a"]))
    })
  )

  test(
    "inside a transaction every answer is new, and is never given again",
    Effect.gen(function* () {
      const storage = yield* Storage
      const generation = generationOf(storage)
      const outside = [yield* generation]
      const inside = [
        ...(yield* storage.transaction(
          Effect.gen(function* () {
            yield* storage.insert(notes, note("a"), "1")
            const outer = [yield* generation, yield* generation]
            const inner = yield* storage.transaction(Effect.zip(generation, generation))
            return [...outer, ...inner, yield* generation]
          })
        ))
      ]
      outside.push(yield* generation)
      yield* Effect.exit(
        storage.transaction(
          Effect.gen(function* () {
            yield* storage.insert(notes, note("b"), "1")
            inside.push(yield* generation)
            return yield* Effect.fail("no")
          })
        )
      )
      for (const id of "cdefghijkl") {
        outside.push(yield* generation)
        yield* storage.insert(notes, note(id), "1")
        outside.push(yield* generation)
      }
      expect(new Set(inside).size).toBe(inside.length)
      expect(outside.filter((each) => inside.includes(each))).toEqual([])
    })
  )

  test(
    "what was read under a generation is read again under it, in transactions too, committed or not",
    Effect.gen(function* () {
      const storage = yield* Storage
      const generation = generationOf(storage)
      const known = new Map<number, number>()
      const read = Effect.gen(function* () {
        const at = yield* generation
        const value = yield* storage.counter("a")
        expect(known.get(at) ?? value).toBe(value)
        known.set(at, value)
      })
      const steps: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        read,
        storage.increment("a"),
        storage.transaction(Effect.zip(read, read)),
        storage.transaction(Effect.zipRight(read, storage.increment("a"))),
        storage.transaction(read.pipe(Effect.zipRight(storage.increment("a")), Effect.zipRight(read))),
        storage.transaction(Effect.zipRight(storage.transaction(Effect.zipRight(storage.increment("a"), read)), read)),
        Effect.either(
          storage.transaction(
            read.pipe(
              Effect.zipRight(storage.increment("a")),
              Effect.zipRight(read),
              Effect.zipRight(Effect.fail("no"))
            )
          )
        ),
        storage.transaction(
          Effect.either(
            storage.transaction(storage.increment("a").pipe(Effect.zipRight(read), Effect.zipRight(Effect.fail("no"))))
          ).pipe(Effect.zipRight(read))
        )
      ]
      for (const first of steps) {
        for (const second of steps) {
          yield* read
          yield* first
          yield* second
        }
      }
      yield* read
      expect(known.size).toBeGreaterThan(steps.length)
    })
  )

  test(
    "outside, the generation does not move before the commit can be read",
    Effect.gen(function* () {
      const storage = yield* Storage
      const generation = generationOf(storage)
      const before = yield* generation
      const look = Effect.zip(generation, storage.get(notes, ["s", "a"]))
      const { after, during } = yield* lookWhileOpen(declared, storage.insert(notes, note("a"), "1"), look)
      if (during[1] === undefined) expect(during[0]).toBe(before)
      expect(after[0]).not.toBe(before)
      expect(after[1]).toBeDefined()
    })
  )
})

/** The suite of a storage that declares to have none. */
export const none: Suite<Storage> = concern("generation", ({ test }) => {
  test(
    "there is none",
    Effect.map(Storage, ({ generation }) => expect(generation).toBeUndefined())
  )
})
