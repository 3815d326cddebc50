/**
 * Rows that an earlier version wrote are read as rows of today, and written as such. Reading a row of a later version
 * fails with that reason.
 */
import { expect } from "@effect/vitest"
import { rows } from "@lectern/core/internal/storage/rows/Repository"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import type { Table } from "@lectern/core/storage/Table"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Option from "effect/Option"
import { concern, type Suite } from "./harness.js"
import { note, notes } from "./tables.js"

/** As the first version wrote it. */
interface First {
  readonly id: string
  readonly text: string
}

/** `text` is called `body` in the second version, and has a count of its words in the third. */
interface Third {
  readonly id: string
  readonly body: string
  readonly words: number
}

const second: Table = { ...notes, upgrades: [({ text, ...rest }) => ({ ...rest, body: text })] }
const third: Table = {
  ...notes,
  upgrades: [...(second.upgrades ?? []), (older) => ({ ...older, words: String(older.body).split(" ").length })]
}

const rowsOf = <A extends { readonly id: string }>(storage: StorageService, table: Table) =>
  rows(storage, { ...table, columnsOf: ({ id }: A) => note(id) })

/** The suite of upgrades. */
export const suite: Suite<Storage> = concern("upgrades", ({ property, test }) => {
  test(
    "a row of any earlier version is upgraded step by step when it is read, alone and in a scan",
    Effect.gen(function* () {
      const storage = yield* Storage
      const [before, between, now] = [
        rowsOf<First>(storage, notes),
        rowsOf<Omit<Third, "words">>(storage, second),
        rowsOf<Third>(storage, third)
      ]
      yield* before.insert({ id: "a", text: "one two" })
      yield* between.insert({ id: "b", body: "one" })
      yield* now.insert({ id: "c", body: "one two three", words: 3 })
      const expected = [
        { id: "a", body: "one two", words: 2 },
        { id: "b", body: "one", words: 1 },
        { id: "c", body: "one two three", words: 3 }
      ]
      expect((yield* now.scan({})).map(({ value }) => value)).toEqual(expected)
      expect((yield* now.find("s", "a"))?.value).toEqual(expected[0])
    })
  )

  property(
    "what is written is read again, whatever it is",
    FastCheck.dictionary(FastCheck.string(), FastCheck.jsonValue()).filter((value) => !("$version" in value)),
    (value) =>
      Effect.gen(function* () {
        const storage = yield* Storage
        for (const [at, table] of [notes, second, third].entries()) {
          const stored = rows(storage, { ...table, columnsOf: (_: typeof value) => note(`${at}`) })
          yield* stored.insert(value)
          expect((yield* stored.find("s", `${at}`))?.value).toEqual(JSON.parse(JSON.stringify(value)))
        }
      }),
    20
  )

  test(
    "reading leaves an older row as it is, and replacing it writes today's version",
    Effect.gen(function* () {
      const storage = yield* Storage
      const now = rowsOf<Third>(storage, third)
      yield* storage.insert(notes, note("a"), '{"id":"a","text":"one"}')
      const read = yield* Effect.orDieWith(Effect.fromNullable(yield* now.find("s", "a")), () => "no row")
      expect((yield* storage.get(notes, ["s", "a"]))?.json).toBe('{"id":"a","text":"one"}')
      yield* now.replace(read, { ...read.value, body: "changed" })
      expect((yield* storage.get(notes, ["s", "a"]))?.json).toBe('{"$version":3,"id":"a","body":"changed","words":1}')
      expect((yield* now.find("s", "a"))?.value).toEqual({ id: "a", body: "changed", words: 1 })
    })
  )

  test(
    "the version may stand anywhere in the JSON, and rows of a table without upgrades have none",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* rowsOf<First>(storage, notes).insert({ id: "a", text: "one" })
      expect((yield* storage.get(notes, ["s", "a"]))?.json).toBe('{"id":"a","text":"one"}')
      yield* storage.insert(notes, note("b"), '{"id":"b", "$version": 3, "body":"two", "words":1}')
      const now = rowsOf<Third>(storage, third)
      expect((yield* now.find("s", "b"))?.value).toEqual({ id: "b", body: "two", words: 1 })
    })
  )

  test(
    "a row of a later version is a defect that names the table and both versions",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* rowsOf<Third>(storage, third).insert({ id: "a", body: "one", words: 1 })
      const exit = yield* Effect.exit(rowsOf<Third>(storage, second).find("s", "a"))
      const defect = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.dieOption(exit.cause)) : undefined
      expect(String(defect)).toContain("a row of contract_notes has version 3, but 2 is the last known")
    })
  )
})
