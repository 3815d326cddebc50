/**
 * Several reads or writes in one call have the same results as one by one, and locks admit calls that hold other locks.
 */

import { expect } from "@effect/vitest"
import type { Write } from "@lectern/core/storage/Batches"
import { organizationLock, spaceLock } from "@lectern/core/storage/Locks"
import { Storage } from "@lectern/core/storage/Storage"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { concern, ids, type Suite } from "./harness.js"
import { note, notes, numbers } from "./tables.js"

const insert = (id: string, json = "1"): Write => ({ kind: "insert", table: notes, columns: note(id), json })

/** The suite of batches. */
export const suite: Suite<Storage> = concern("batches", ({ property, test }) => {
  property(
    "reads give what each of them gives alone",
    FastCheck.uniqueArray(FastCheck.constantFrom("a", "b", "c", "d")),
    Effect.fnUntraced(function* (there: ReadonlyArray<string>) {
      const storage = yield* Storage
      yield* storage.writes(there.map((id) => insert(id)))
      yield* storage.increments([
        ["one", 1],
        ["two", 2]
      ])
      const range = { prefix: ["s"], gt: "a" }
      const [found, rows, count, counter, none] = yield* storage.reads([
        { kind: "get", table: notes, key: ["s", "b"] },
        { kind: "scan", table: notes, scan: { ...range, reverse: true, limit: 2 } },
        { kind: "count", table: notes, range },
        { kind: "counter", counter: "two" },
        { kind: "counter", counter: "none" }
      ])
      expect(found).toEqual(yield* storage.get(notes, ["s", "b"]))
      expect(ids(rows)).toEqual(ids(yield* storage.scan(notes, { ...range, reverse: true, limit: 2 })))
      expect([count, counter, none]).toEqual([yield* storage.count(notes, range), 2, 0])
      expect(yield* storage.counters(["two", "none", "one"])).toEqual([2, 0, 1])
    })
  )

  test(
    "writes are done in their order, all of them or none",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.writes([
        insert("a"),
        { kind: "update", table: notes, columns: note("a"), json: "2", version: 1 },
        insert("b"),
        { kind: "delete", table: notes, key: ["s", "b"] },
        { kind: "add", counter: "written", by: 3 }
      ])
      expect((yield* storage.scan(notes, {})).map(({ json, version }) => [json, version])).toEqual([["2", 2]])
      expect(yield* storage.counter("written")).toBe(3)
      const taken = yield* Effect.flip(
        storage.writes([insert("c"), { kind: "add", counter: "written", by: 1 }, insert("a")])
      )
      expect(taken).toMatchObject({ _tag: "Duplicate" })
      const stale = yield* Effect.flip(
        storage.transaction(
          storage.writes([insert("c"), { kind: "update", table: notes, columns: note("a"), json: "3", version: 1 }])
        )
      )
      expect(stale).toMatchObject({ _tag: "VersionMismatch" })
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["a"])
      expect(yield* storage.counter("written")).toBe(3)
    })
  )

  property(
    "a row is ensured once, and only then are its additions made",
    FastCheck.array(FastCheck.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
    Effect.fnUntraced(function* (asked: ReadonlyArray<number>) {
      const storage = yield* Storage
      yield* storage.insert(numbers, { number: 1 }, "first")
      const ensure = (number: number): Write => ({
        kind: "ensure",
        table: numbers,
        columns: { number },
        json: "later",
        adds: [
          ["ensured", 1],
          [`ensured ${number}`, 2]
        ]
      })
      const [one = 1, ...others] = asked
      yield* storage.writes([ensure(one)])
      const seen = yield* storage.transaction(
        Effect.zipRight(storage.writes([...others.map(ensure), insert("a")]), storage.counter("ensured"))
      )
      const made = [...new Set(asked)].filter((number) => number > 1).sort()
      expect(seen).toBe(made.length)
      expect(yield* Effect.exit(storage.writes([ensure(4), insert("a")]))).toMatchObject({ _tag: "Failure" })
      const rows = yield* storage.scan(numbers, {})
      expect(rows.map(({ columns, json, version }) => [columns.number, json, version])).toEqual([
        [1, "first", 1],
        ...made.map((number) => [number, "later", 1])
      ])
      expect(yield* storage.counters(["ensured", "ensured 1", "ensured 2", "ensured 3"])).toEqual([
        made.length,
        0,
        made.includes(2) ? 2 : 0,
        made.includes(3) ? 2 : 0
      ])
    })
  )

  test(
    "a row is not ensured if another one has its place in a unique index",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "taken" }), "1")
      const ensure = (id: string, slug: string): Write => {
        return { kind: "ensure", table: notes, columns: note(id, { slug }), json: "2", adds: [["ensured", 1]] }
      }
      expect(yield* Effect.flip(storage.writes([ensure("b", "taken")]))).toMatchObject({
        _tag: "Duplicate",
        index: "slug"
      })
      yield* storage.writes([ensure("a", "other"), ensure("c", "free")])
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["a", "c"])
      expect(yield* storage.counter("ensured")).toBe(1)
    })
  )

  test(
    "a transaction sees what it added to counters, and others do once it has committed",
    Effect.gen(function* () {
      const storage = yield* Storage
      const inside = yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.writes([{ kind: "add", counter: "added", by: 2 }])
          const seen = yield* storage.counters(["added"])
          yield* Effect.exit(
            storage.transaction(
              Effect.zipRight(storage.writes([{ kind: "add", counter: "added", by: 5 }]), Effect.fail("no"))
            )
          )
          return [...seen, ...(yield* storage.increments([["added", 1]])), yield* storage.counter("added")]
        })
      )
      expect(inside).toEqual([2, 3, 3])
      expect(yield* storage.counter("added")).toBe(3)
    })
  )

  test(
    "transactions with the same lock follow each other, and a lock may be taken on the way",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "0")
      const add = Effect.gen(function* () {
        yield* storage.lock([spaceLock("b"), spaceLock("a")])
        const row = yield* storage.get(notes, ["s", "a"])
        yield* Effect.yieldNow()
        yield* storage.update(notes, note("a"), String(Number(row?.json) + 1), row?.version ?? 0)
      })
      const all = Effect.forEach(
        Array.from({ length: 8 }, (_, i) => i),
        (i) =>
          storage.transaction(
            storage.transaction(add, [organizationLock("o")]),
            i % 2 === 0 ? [] : [organizationLock("o")]
          ),
        { concurrency: "unbounded", discard: true }
      )
      yield* all
      expect((yield* storage.get(notes, ["s", "a"]))?.json).toBe("8")
    })
  )

  test(
    "whether one is in a transaction is known",
    Effect.gen(function* () {
      const storage = yield* Storage
      const inside = yield* storage.transaction(storage.inTransaction)
      expect([yield* storage.inTransaction, inside, yield* storage.inTransaction]).toEqual([false, true, false])
    })
  )
})
