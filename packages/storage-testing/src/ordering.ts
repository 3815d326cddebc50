/** One order of values in every storage, and scans and counts that follow it. */

import { expect } from "@effect/vitest"
import { type Range, Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { concern, ids, type Suite } from "./harness.js"
import { note, notes, numbers } from "./tables.js"

const encoder = new TextEncoder()

const byCodePoint = (a: string, b: string): number => {
  const x = encoder.encode(a)
  const y = encoder.encode(b)
  for (let i = 0; i < Math.min(x.length, y.length); i++) if (x[i] !== y[i]) return x[i]! - y[i]!
  return x.length - y.length
}

const tricky = [
  "",
  " ",
  "A",
  "Z",
  "a",
  "aa",
  "a\u0301",
  "b",
  "z",
  "é",
  "ß",
  "Ω",
  "中",
  "\ue000",
  "\uffff",
  "😀",
  "😀a",
  "𝒳"
]

/** Rows in the order of index `order`: shelf, order (null first), label (null first), id. */
const grid = [
  note("1"),
  note("2"),
  note("3", { label: "a" }),
  note("4", { order: -5, label: "z" }),
  note("5", { order: 0 }),
  note("6", { order: 0, label: "" }),
  note("7", { order: 0, label: "a" }),
  note("8", { order: 9, label: "a" }),
  note("9", { order: 10 })
]

const insertGrid = Effect.gen(function* () {
  const storage = yield* Storage
  for (const columns of [...grid].reverse()) yield* storage.insert(notes, columns, "")
  yield* storage.insert(notes, note("0", { shelf: "r", order: 0 }), "")
  yield* storage.insert(notes, note("0", { shelf: "t", order: 0 }), "")
})

const bounded: ReadonlyArray<readonly [string, Range, string]> = [
  ["no prefix", {}, "0 1 2 3 4 5 6 7 8 9 0"],
  ["a prefix", { prefix: ["s"] }, "1 2 3 4 5 6 7 8 9"],
  ["a prefix that nothing has", { prefix: ["x"] }, ""],
  ["a prefix of null", { prefix: ["s", null] }, "1 2 3"],
  ["a prefix of nulls", { prefix: ["s", null, null] }, "1 2"],
  ["a prefix of all columns", { prefix: ["s", null, null, "2"] }, "2"],
  ["a longer prefix", { prefix: ["s", 0] }, "5 6 7"],
  ["gt", { prefix: ["s"], gt: 0 }, "8 9"],
  ["gte", { prefix: ["s"], gte: 0 }, "5 6 7 8 9"],
  ["lt, which lets null through", { prefix: ["s"], lt: 0 }, "1 2 3 4"],
  ["lte, which lets null through", { prefix: ["s"], lte: 0 }, "1 2 3 4 5 6 7"],
  ["gt null", { prefix: ["s"], gt: null }, "4 5 6 7 8 9"],
  ["gte null", { prefix: ["s"], gte: null }, "1 2 3 4 5 6 7 8 9"],
  ["lte null", { prefix: ["s"], lte: null }, "1 2 3"],
  ["lt null", { prefix: ["s"], lt: null }, ""],
  ["both ends", { prefix: ["s"], gt: -5, lte: 9 }, "5 6 7 8"],
  ["both ends, between nulls and 0", { prefix: ["s"], gt: null, lt: 0 }, "4"],
  ["an empty interval", { prefix: ["s"], gt: 9, lt: 0 }, ""],
  ["gt and lt of one value", { prefix: ["s"], gt: 0, lt: 0 }, ""],
  ["gte and lte of one value", { prefix: ["s"], gte: 0, lte: 0 }, "5 6 7"],
  ["bounds on text", { prefix: ["s", 0], gte: "", lt: "a" }, "6"],
  ["bounds on text, null below", { prefix: ["s", 0], lt: "a" }, "5 6"],
  ["bounds on the key's part", { prefix: ["s", null, null], gt: "1" }, "2"],
  ["bounds on the first column", { gt: "r", lt: "t" }, "1 2 3 4 5 6 7 8 9"]
]

/** The suite of ordering. */
export const suite: Suite<Storage> = concern("ordering", ({ test, property }) => {
  test(
    "text sorts by code point: the byte order of UTF-8",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const [i, title] of [...tricky].reverse().entries()) {
        yield* storage.insert(notes, note(`id${i}`, { title }), "")
      }
      const rows = yield* storage.scan(notes, { index: "title", prefix: ["s"] })
      expect(rows.map((row) => row.columns.title)).toEqual([...tricky].sort(byCodePoint))
      const above = yield* storage.scan(notes, { index: "title", prefix: ["s"], gt: "\uffff" })
      expect(above.map((row) => row.columns.title)).toEqual(["𝒳", "😀", "😀a"])
    })
  )

  property(
    "any text sorts by code point, forwards and in reverse",
    FastCheck.uniqueArray(
      FastCheck.string({
        unit: FastCheck.constantFrom("a", "Z", "é", "\u0301", "\ud7ff", "\ue000", "\uffff", "😀", "𐀀"),
        maxLength: 4
      }),
      { maxLength: 12 }
    ),
    Effect.fnUntraced(function* (keys: ReadonlyArray<string>) {
      const storage = yield* Storage
      for (const id of keys) yield* storage.insert(notes, note(id), "")
      const sorted = [...keys].sort(byCodePoint)
      expect(ids(yield* storage.scan(notes, {}))).toEqual(sorted)
      expect(ids(yield* storage.scan(notes, { reverse: true }))).toEqual([...sorted].reverse())
      for (const [i, id] of sorted.entries()) {
        expect(yield* storage.count(notes, { prefix: ["s"], lt: id })).toBe(i)
        expect(ids(yield* storage.scan(notes, { prefix: ["s"], gte: id, limit: 2 }))).toEqual(sorted.slice(i, i + 2))
      }
    })
  )

  test(
    "numbers sort as numbers",
    Effect.gen(function* () {
      const storage = yield* Storage
      const sorted = [Number.MIN_SAFE_INTEGER, -10, -9, -1, 0, 1, 2, 9, 10, 11, 100, 2 ** 31, Number.MAX_SAFE_INTEGER]
      for (const number of [...sorted].reverse()) yield* storage.insert(numbers, { number }, "")
      expect((yield* storage.scan(numbers, {})).map((row) => row.columns.number)).toEqual(sorted)
      const some = yield* storage.scan(numbers, { gt: 1, lte: 10, reverse: true })
      expect(some.map((row) => row.columns.number)).toEqual([10, 9, 2])
      expect(yield* storage.count(numbers, {})).toBe(sorted.length)
    })
  )

  test(
    "an index sorts by its columns, null first, and then by the key",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* insertGrid
      const expected = "0 1 2 3 4 5 6 7 8 9 0".split(" ")
      expect(ids(yield* storage.scan(notes, { index: "order" }))).toEqual(expected)
      expect(ids(yield* storage.scan(notes, { index: "order", reverse: true }))).toEqual([...expected].reverse())
      expect(ids(yield* storage.scan(notes, { index: "label" }))).toEqual("0 0 1 2 5 9 6 3 7 8 4".split(" "))
    })
  )

  test(
    "rows of one place in an index follow their keys",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const id of ["b", "a", "c"]) {
        for (const shelf of ["y", "x"]) yield* storage.insert(notes, note(id, { shelf, title: "same" }), "")
      }
      const rows = yield* storage.scan(notes, { index: "label" })
      expect(rows.map((row) => `${row.columns.id}${row.columns.shelf}`)).toEqual(["ax", "ay", "bx", "by", "cx", "cy"])
    })
  )

  for (const [title, range, expected] of bounded) {
    test(
      `bounds: ${title}`,
      Effect.gen(function* () {
        const storage = yield* Storage
        yield* insertGrid
        const wanted = expected === "" ? [] : expected.split(" ")
        const scan = { index: "order", ...range }
        expect(ids(yield* storage.scan(notes, scan))).toEqual(wanted)
        expect(ids(yield* storage.scan(notes, { ...scan, reverse: true }))).toEqual([...wanted].reverse())
        expect(ids(yield* storage.scan(notes, { ...scan, limit: 2 }))).toEqual(wanted.slice(0, 2))
        expect(ids(yield* storage.scan(notes, { ...scan, limit: 2, reverse: true }))).toEqual(
          [...wanted].reverse().slice(0, 2)
        )
        expect(ids(yield* storage.scan(notes, { ...scan, limit: 0 }))).toEqual([])
        expect(ids(yield* storage.scan(notes, { ...scan, skip: 1, limit: 2 }))).toEqual(wanted.slice(1, 3))
        expect(ids(yield* storage.scan(notes, { ...scan, skip: 1, limit: 2, reverse: true }))).toEqual(
          [...wanted].reverse().slice(1, 3)
        )
        expect(yield* storage.count(notes, scan)).toBe(wanted.length)
      })
    )
  }

  test(
    "an index that the table does not declare is a defect",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const effect of [
        Effect.asVoid(storage.scan(notes, { index: "none" })),
        Effect.asVoid(storage.count(notes, { index: "none" }))
      ]) {
        expect(yield* Effect.exit(effect)).toMatchObject({ _tag: "Failure", cause: { _tag: "Die" } })
      }
    })
  )
})
