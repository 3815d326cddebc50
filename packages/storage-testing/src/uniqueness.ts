/** Keys and unique indexes hold one row; a null in a unique index collides with nothing. */

import { expect } from "@effect/vitest"
import { Duplicate, Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { concern, ids, type Suite } from "./harness.js"
import { note, notes } from "./tables.js"

const taken = (index: string) => new Duplicate({ table: notes.name, index })

/** The suite of uniqueness. */
export const suite: Suite<Storage> = concern("uniqueness", ({ test }) => {
  test(
    "a second row with the same key fails and changes nothing",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { title: "first" }), "1")
      expect(yield* Effect.flip(storage.insert(notes, note("a", { title: "second" }), "2"))).toEqual(taken("key"))
      yield* storage.insert(notes, note("a", { shelf: "other" }), "3")
      expect((yield* storage.scan(notes, { index: "title" })).map((row) => row.json)).toEqual(["3", "1"])
    })
  )

  test(
    "an insert that takes a unique value fails, changes nothing and names the index",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      expect(yield* Effect.flip(storage.insert(notes, note("b", { slug: "x" }), "2"))).toEqual(taken("slug"))
      expect(yield* storage.get(notes, ["s", "b"])).toBeUndefined()
      expect(ids(yield* storage.scan(notes, { index: "title" }))).toEqual(["a"])
      yield* storage.insert(notes, note("b", { slug: "x", shelf: "other" }), "3")
      yield* storage.insert(notes, note("b", { slug: "X" }), "4")
      expect(yield* storage.count(notes, {})).toBe(3)
    })
  )

  test(
    "where key and index are both taken, the key is named",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      yield* storage.insert(notes, note("b", { slug: "y" }), "1")
      expect(yield* Effect.flip(storage.insert(notes, note("a", { slug: "y" }), "2"))).toEqual(taken("key"))
      expect(yield* Effect.flip(storage.insert(notes, note("a", { slug: "x" }), "2"))).toEqual(taken("key"))
    })
  )

  test(
    "nulls do not collide",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      yield* storage.insert(notes, note("b"), "1")
      yield* storage.update(notes, note("b", { slug: "x" }), "1", 1)
      yield* storage.update(notes, note("b"), "1", 2)
      expect(yield* storage.count(notes, { index: "slug", prefix: ["s", null] })).toBe(2)
    })
  )

  test(
    "an update that takes another row's unique value fails and changes nothing; its own it may keep",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      yield* storage.insert(notes, note("b", { slug: "y" }), "1")
      expect(yield* Effect.flip(storage.update(notes, note("b", { slug: "x" }), "2", 1))).toEqual(taken("slug"))
      expect(yield* storage.get(notes, ["s", "b"])).toEqual({
        columns: note("b", { slug: "y" }),
        version: 1,
        json: "1"
      })
      yield* storage.update(notes, note("b", { slug: "y", title: "new" }), "3", 1)
      expect(ids(yield* storage.scan(notes, { index: "slug", prefix: ["s", "y"] }))).toEqual(["b"])
    })
  )

  test(
    "a value is free again after an update, a delete and a rollback",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      yield* storage.update(notes, note("a", { slug: "y" }), "1", 1)
      yield* storage.insert(notes, note("b", { slug: "x" }), "1")
      yield* storage.delete(notes, ["s", "b"])
      yield* storage.insert(notes, note("c", { slug: "x" }), "1")
      yield* Effect.exit(
        storage.transaction(Effect.zipRight(storage.insert(notes, note("d", { slug: "z" }), "1"), Effect.fail("no")))
      )
      yield* storage.insert(notes, note("e", { slug: "z" }), "1")
      expect(ids(yield* storage.scan(notes, { index: "slug", prefix: ["s"] }))).toEqual(["c", "a", "e"])
    })
  )

  test(
    "two rows swap their values within a transaction",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      yield* storage.insert(notes, note("b", { slug: "y" }), "1")
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.update(notes, note("a"), "2", 1)
          yield* storage.update(notes, note("b", { slug: "x" }), "2", 1)
          yield* storage.update(notes, note("a", { slug: "y" }), "2", 2)
        })
      )
      expect(ids(yield* storage.scan(notes, { index: "slug", prefix: ["s"] }))).toEqual(["b", "a"])
    })
  )

  test(
    "of many inserts of one value at once, one succeeds",
    Effect.gen(function* () {
      const storage = yield* Storage
      const outcomes = yield* Effect.forEach(
        ["1", "2", "3", "4", "5"],
        (id) => Effect.either(storage.transaction(storage.insert(notes, note(id, { slug: "x" }), ""))),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter(Either.isRight)).toHaveLength(1)
      for (const outcome of outcomes.filter(Either.isLeft)) expect(outcome.left).toEqual(taken("slug"))
      expect(yield* storage.count(notes, {})).toBe(1)
    })
  )
})
