/** A walk page by page meets every row that stays, once, even if rows are inserted, moved and deleted meanwhile. */

import { expect } from "@effect/vitest"
import { type Scan, Storage } from "@lectern/core/storage/Storage"
import { position, type Row, type Value } from "@lectern/core/storage/Table"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { concern, ids, type Suite } from "./harness.js"
import { type Note, note, notes } from "./tables.js"

const longestWalk = 200

/** Walks a scan by pages of `size`, with an effect between the pages, and returns all rows that it met. */
const walk = <E, R>(scan: Scan, size: number, between: (page: number) => Effect.Effect<unknown, E, R>) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const met: Array<Row<typeof notes>> = []
    let after: ReadonlyArray<Value> | undefined
    for (let page = 0; page < longestWalk; page++) {
      const rows = yield* storage.scan(notes, { ...scan, limit: size, ...(after === undefined ? {} : { after }) })
      met.push(...rows)
      const last = rows.at(-1)
      if (last === undefined || rows.length < size) return met
      after = position(notes, scan.index, last)
      yield* between(page)
    }
    throw new Error("the walk does not end")
  })

type Disturbance =
  | { readonly kind: "insert"; readonly columns: Note }
  | { readonly kind: "move"; readonly id: string; readonly to: Partial<Note> }
  | { readonly kind: "delete"; readonly id: string }

const disturb = (disturbance: Disturbance, touched: Set<string>) =>
  Effect.gen(function* () {
    const storage = yield* Storage
    const id = disturbance.kind === "insert" ? disturbance.columns.id : disturbance.id
    const row = yield* storage.get(notes, ["s", id])
    if (disturbance.kind === "insert") {
      if (row !== undefined) return
      touched.add(String(id))
      yield* storage.insert(notes, disturbance.columns, "")
    } else if (row !== undefined) {
      touched.add(String(id))
      if (disturbance.kind === "delete") yield* storage.delete(notes, ["s", id])
      else yield* storage.update(notes, { ...row.columns, ...disturbance.to }, "", row.version)
    }
  })

const id = FastCheck.constantFrom(..."abcdefghijkl", "\ue000", "😀", "aa")
const place = {
  title: FastCheck.constantFrom("", "m", "\uffff", "😀"),
  order: FastCheck.constantFrom(null, -1, 0, 7),
  label: FastCheck.constantFrom(null, "", "x")
}
const columns = FastCheck.record({ id, ...place }).map(({ id, ...rest }) => note(id, rest))
const disturbance: FastCheck.Arbitrary<Disturbance> = FastCheck.oneof(
  FastCheck.record({ kind: FastCheck.constant("insert" as const), columns }),
  FastCheck.record({ kind: FastCheck.constant("move" as const), id, to: FastCheck.record(place) }),
  FastCheck.record({ kind: FastCheck.constant("delete" as const), id })
)

const input = FastCheck.record({
  rows: FastCheck.uniqueArray(columns, { selector: (row) => row.id, minLength: 4, maxLength: 12 }),
  between: FastCheck.array(FastCheck.array(disturbance, { maxLength: 3 }), { maxLength: 8 }),
  index: FastCheck.constantFrom(undefined, ...Object.keys(notes.indexes)),
  reverse: FastCheck.boolean(),
  size: FastCheck.integer({ min: 1, max: 4 })
})

/** The suite of cursors. */
export const suite: Suite<Storage> = concern("cursors", ({ test, property }) => {
  test(
    "a walk without changes meets every row in order",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const id of "abcdefg") yield* storage.insert(notes, note(id, { order: "bdf".includes(id) ? 1 : null }), "")
      for (const index of [undefined, ...Object.keys(notes.indexes)]) {
        for (const reverse of [false, true]) {
          const scan = { ...(index === undefined ? {} : { index }), reverse }
          const whole = ids(yield* storage.scan(notes, scan))
          expect(whole).toHaveLength(7)
          for (const size of [1, 2, 3, 7]) {
            expect(ids(yield* walk(scan, size, () => Effect.void))).toEqual(whole)
          }
        }
      }
    })
  )

  test(
    "a lean scan gives the keys of the rows, with version and text",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const id of "abc") yield* storage.insert(notes, note(id, { order: id === "b" ? null : 1, label: id }), id)
      for (const index of [undefined, ...Object.keys(notes.indexes)]) {
        const scan = { ...(index === undefined ? {} : { index }), limit: 2 }
        const shown = (rows: ReadonlyArray<Row<typeof notes>>) =>
          rows.map((row) => [position(notes, undefined, row), row.version, row.json])
        expect(shown(yield* storage.scan(notes, { ...scan, lean: true }))).toEqual(
          shown(yield* storage.scan(notes, scan))
        )
      }
    })
  )

  test(
    "the position after which a scan continues need not exist",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const id of "bdf") yield* storage.insert(notes, note(id), "")
      expect(ids(yield* storage.scan(notes, { after: ["s", "a"] }))).toEqual(["b", "d", "f"])
      expect(ids(yield* storage.scan(notes, { after: ["s", "b"] }))).toEqual(["d", "f"])
      expect(ids(yield* storage.scan(notes, { after: ["s", "c"] }))).toEqual(["d", "f"])
      expect(ids(yield* storage.scan(notes, { after: ["s", "f"] }))).toEqual([])
      expect(ids(yield* storage.scan(notes, { after: ["t", ""] }))).toEqual([])
      expect(ids(yield* storage.scan(notes, { after: ["s", "d"], reverse: true }))).toEqual(["b"])
      expect(ids(yield* storage.scan(notes, { after: ["s", "e"], reverse: true }))).toEqual(["d", "b"])
      expect(ids(yield* storage.scan(notes, { after: ["r", "z"], reverse: true }))).toEqual([])
    })
  )

  test(
    "a walk over positions with nulls",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "")
      yield* storage.insert(notes, note("b", { label: "x" }), "")
      yield* storage.insert(notes, note("c", { order: 1 }), "")
      yield* storage.insert(notes, note("d", { order: 1, label: "x" }), "")
      const scan = (after: ReadonlyArray<Value>, reverse: boolean) =>
        Effect.map(storage.scan(notes, { index: "order", prefix: ["s"], after, reverse }), ids)
      expect(yield* scan(["s", null, null, "a"], false)).toEqual(["b", "c", "d"])
      expect(yield* scan(["s", null, "x", "b"], false)).toEqual(["c", "d"])
      expect(yield* scan(["s", 1, null, "c"], false)).toEqual(["d"])
      expect(yield* scan(["s", 1, "x", "d"], true)).toEqual(["c", "b", "a"])
      expect(yield* scan(["s", 1, null, "c"], true)).toEqual(["b", "a"])
      expect(yield* scan(["s", null, "x", "b"], true)).toEqual(["a"])
      expect(yield* scan(["s", null, null, "a"], true)).toEqual([])
    })
  )

  test(
    "a cursor does not lead out of its prefix and bounds",
    Effect.gen(function* () {
      const storage = yield* Storage
      for (const shelf of ["r", "s", "t"]) {
        for (const order of [1, 2, 3, 4]) yield* storage.insert(notes, note(String(order), { shelf, order }), "")
      }
      const scan = { index: "order", prefix: ["s"], gt: 1, lte: 3 }
      expect(ids(yield* walk(scan, 1, () => Effect.void))).toEqual(["2", "3"])
      expect(ids(yield* walk({ ...scan, reverse: true }, 1, () => Effect.void))).toEqual(["3", "2"])
      expect(ids(yield* storage.scan(notes, { ...scan, after: ["s", 0, null, "0"] }))).toEqual(["2", "3"])
      expect(ids(yield* storage.scan(notes, { ...scan, after: ["s", 9, null, "9"], reverse: true }))).toEqual([
        "3",
        "2"
      ])
    })
  )

  property(
    "rows that stay where they are, are met once, in order; nothing that never existed is met",
    input,
    Effect.fnUntraced(function* ({ rows, between, index, reverse, size }) {
      const storage = yield* Storage
      for (const columns of rows) yield* storage.insert(notes, columns, "")
      const scan = { ...(index === undefined ? {} : { index }), reverse }
      const before = ids(yield* storage.scan(notes, scan))
      const touched = new Set<string>()
      const met = ids(
        yield* walk(scan, size, (page) => Effect.forEach(between[page] ?? [], (change) => disturb(change, touched)))
      )
      const stayed = (id: unknown) => !touched.has(String(id))
      expect(met.filter(stayed)).toEqual(before.filter(stayed))
      if (index === undefined) expect(new Set(met).size).toBe(met.length)
    }),
    80
  )
})
