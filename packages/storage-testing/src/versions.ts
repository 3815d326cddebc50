/** A row is replaced only by a caller who has read its present version. */

import { expect } from "@effect/vitest"
import { Storage, VersionMismatch } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { concern, type Suite } from "./harness.js"
import { note, notes, numbers } from "./tables.js"

const mismatch = new VersionMismatch({ table: notes.name })

/** The suite of versions. */
export const suite: Suite<Storage> = concern("versions", ({ test }) => {
  test(
    "a row starts at version 1, grows by 1 with each update, and starts again after a delete",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), '{"n":0}')
      expect(yield* storage.get(notes, ["s", "a"])).toEqual({ columns: note("a"), version: 1, json: '{"n":0}' })
      yield* storage.update(notes, note("a", { title: "b", order: 4 }), '{"n":1}', 1)
      yield* storage.update(notes, note("a", { title: "c" }), '{"n":2}', 2)
      expect(yield* storage.get(notes, ["s", "a"])).toEqual({
        columns: note("a", { title: "c" }),
        version: 3,
        json: '{"n":2}'
      })
      expect((yield* storage.scan(notes, { index: "title" })).map((row) => row.version)).toEqual([3])
      expect(yield* storage.delete(notes, ["s", "a"])).toBe(true)
      yield* storage.insert(notes, note("a"), "{}")
      expect((yield* storage.get(notes, ["s", "a"]))?.version).toBe(1)
    })
  )

  test(
    "an update that expects another version fails and changes nothing",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      yield* storage.update(notes, note("a"), "2", 1)
      for (const version of [0, 1, 3]) {
        expect(yield* Effect.flip(storage.update(notes, note("a", { title: "x" }), "3", version))).toEqual(mismatch)
      }
      expect(yield* storage.scan(notes, { index: "title" })).toEqual([{ columns: note("a"), version: 2, json: "2" }])
    })
  )

  test(
    "an update of a row that is not there fails",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      yield* storage.delete(notes, ["s", "a"])
      expect(yield* Effect.flip(storage.update(notes, note("a"), "2", 1))).toEqual(mismatch)
      expect(yield* Effect.flip(storage.update(notes, note("b"), "2", 1))).toEqual(mismatch)
      expect(yield* storage.count(notes, {})).toBe(0)
    })
  )

  test(
    "of several updates of one version at once, one succeeds",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "0")
      const outcomes = yield* Effect.forEach(
        ["1", "2", "3", "4", "5"],
        (json) => Effect.either(storage.update(notes, note("a"), json, 1)),
        { concurrency: "unbounded" }
      )
      expect(outcomes.filter(Either.isRight)).toHaveLength(1)
      const row = yield* storage.get(notes, ["s", "a"])
      expect(row?.version).toBe(2)
      expect(row?.json).toBe(String(outcomes.findIndex(Either.isRight) + 1))
    })
  )

  test(
    "a delete says whether there was a row",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "1")
      expect(yield* storage.delete(notes, ["s", "b"])).toBe(false)
      expect(yield* storage.delete(notes, ["s", "a"])).toBe(true)
      expect(yield* storage.delete(notes, ["s", "a"])).toBe(false)
      expect(yield* storage.scan(notes, { index: "title" })).toEqual([])
    })
  )

  test(
    "text, integers, nulls and JSON come back as they went in",
    Effect.gen(function* () {
      const storage = yield* Storage
      const columns = note("ä/😀", {
        shelf: "",
        title: 'it\'s "quoted", %_\\ and\nbroken',
        order: Number.MIN_SAFE_INTEGER,
        label: "漢字 é e\u0301 \ue000 \uffff",
        slug: null
      })
      const json = JSON.stringify({ text: "\u0001 \u2028 😀 '", nested: { empty: [] } })
      yield* storage.insert(notes, columns, json)
      expect(yield* storage.get(notes, ["", "ä/😀"])).toEqual({ columns, version: 1, json })
      for (const number of [0, -1, 42, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
        yield* storage.insert(numbers, { number }, String(number))
        expect(yield* storage.get(numbers, [number])).toEqual({ columns: { number }, version: 1, json: String(number) })
      }
    })
  )
})
