import { describe, expect, it } from "@effect/vitest"
import { table } from "@lectern/core/storage/Table"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import { note, notes, numbers, tables } from "@lectern/storage-testing/tables"
import { Cause, Deferred, Effect, Exit, Fiber } from "effect"

const defectOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.map(Effect.exit(effect), (exit) => (Exit.isFailure(exit) ? String(Cause.squash(exit.cause)) : "no failure"))

describe("what only a mistake leads to is a defect", () => {
  it.effect("a table that the storage was made without", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make([numbers])
      expect(yield* defectOf(storage.get(notes, ["s", "a"]))).toContain("no table contract_notes")
      expect(yield* defectOf(storage.insert(notes, note("a"), ""))).toContain("no table contract_notes")
      expect(yield* storage.count(numbers, {})).toBe(0)
    })
  )

  it.effect("two tables of one name", () =>
    Effect.gen(function* () {
      const twin = table({ name: numbers.name, columns: { id: "text" }, key: ["id"], indexes: {} })
      expect(yield* defectOf(MemoryStorage.make([numbers, twin]))).toContain("same name")
    })
  )

  it.effect("a value that is not of its column's type", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make(tables)
      expect(yield* defectOf(storage.insert(notes, note("a", { title: null }), ""))).toContain("title: expected text")
      expect(yield* defectOf(storage.insert(notes, note("a", { title: 1 }), ""))).toContain("title: expected text")
      expect(yield* defectOf(storage.insert(notes, note("a", { order: "1" }), ""))).toContain(
        "order: expected integer?"
      )
      for (const number of [null, 0.5, Number.NaN, 2 ** 60]) {
        expect(yield* defectOf(storage.insert(numbers, { number }, ""))).toContain("number: expected integer")
      }
      expect(yield* storage.count(notes, {})).toBe(0)
    })
  )

  it.effect("a transaction that ends before one that is nested in it: the outer one holds, the inner one dies", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make(tables)
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const inner = yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("outer"), "")
          const fiber = yield* Effect.forkDaemon(
            storage.transaction(
              Effect.gen(function* () {
                yield* storage.insert(notes, note("inner"), "")
                yield* Deferred.succeed(written, undefined)
                yield* Deferred.await(proceed)
              })
            )
          )
          yield* Deferred.await(written)
          return fiber
        })
      )
      yield* Deferred.succeed(proceed, undefined)
      expect(yield* defectOf(Fiber.join(inner))).toContain("ended before another one that was nested in it")
      expect((yield* storage.scan(notes, {})).map((row) => row.columns.id)).toEqual(["outer"])
      yield* storage.insert(notes, note("next"), "")
      expect(yield* storage.count(notes, {})).toBe(2)
    })
  )
})

describe("concurrency inside a transaction", () => {
  it.effect("nested transactions at once take turns, each undone by itself", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make(tables)
      yield* storage.transaction(
        Effect.forEach(
          Array.from({ length: 12 }, (_, i) => i),
          (i) =>
            Effect.exit(
              storage.transaction(
                Effect.gen(function* () {
                  yield* storage.insert(notes, note(String(i).padStart(2, "0")), "")
                  yield* Effect.yieldNow()
                  if (i % 3 === 0) return yield* Effect.fail("no")
                })
              )
            ),
          { concurrency: "unbounded" }
        )
      )
      const ids = (yield* storage.scan(notes, {})).map((row) => Number(row.columns.id))
      expect(ids).toEqual([1, 2, 4, 5, 7, 8, 10, 11])
    })
  )

  it.effect("a write beside a nested transaction waits for it and is not undone with it", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make(tables)
      yield* storage.transaction(
        Effect.gen(function* () {
          const written = yield* Deferred.make<void>()
          const proceed = yield* Deferred.make<void>()
          const inner = yield* Effect.fork(
            storage.transaction(
              Effect.gen(function* () {
                yield* storage.insert(notes, note("inner"), "")
                yield* Deferred.succeed(written, undefined)
                yield* Deferred.await(proceed)
                return yield* Effect.fail("no")
              })
            )
          )
          yield* Deferred.await(written)
          const beside = yield* Effect.fork(storage.insert(notes, note("beside"), ""))
          yield* Effect.yieldNow()
          expect(yield* storage.count(notes, {})).toBe(0)
          yield* Deferred.succeed(proceed, undefined)
          yield* Effect.exit(Fiber.join(inner))
          yield* Fiber.join(beside)
        })
      )
      expect((yield* storage.scan(notes, {})).map((row) => row.columns.id)).toEqual(["beside"])
    })
  )

  it.effect("writers take turns, alone and in transactions, and none is lost", () =>
    Effect.gen(function* () {
      const { storage } = yield* MemoryStorage.make(tables)
      yield* Effect.forEach(
        Array.from({ length: 100 }, (_, i) => i),
        (i) => {
          const write = storage.insert(numbers, { number: i }, "")
          const slow = Effect.zipRight(Effect.yieldNow(), write)
          return i % 2 === 0 ? slow : storage.transaction(Effect.zipLeft(slow, Effect.yieldNow()))
        },
        { concurrency: "unbounded" }
      )
      expect(yield* storage.count(numbers, {})).toBe(100)
    })
  )
})
