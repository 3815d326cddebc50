/** Transactions see their own writes, others see committed data, and writers wait for each other. */

import { expect } from "@effect/vitest"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import { concern, ids, inTime, type Suite } from "./harness.js"
import { note, notes } from "./tables.js"

const failed = "failed on purpose" as const

const accounts = ["a", "b", "c", "d"]

/** Moves an amount from one account to another in two updates, with pauses between, and then ends as it is told to. */
interface Transfer {
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly nested: boolean
  readonly ending: "commit" | "fail" | "die"
}

const transfer: FastCheck.Arbitrary<Transfer> = FastCheck.record({
  from: FastCheck.constantFrom(...accounts),
  to: FastCheck.constantFrom(...accounts),
  amount: FastCheck.integer({ min: 1, max: 50 }),
  nested: FastCheck.boolean(),
  ending: FastCheck.constantFrom("commit", "commit", "fail", "die")
})

const move = (storage: StorageService, { from, to, amount, nested, ending }: Transfer) => {
  const add = Effect.fnUntraced(function* (id: string, by: number) {
    const row = yield* storage.get(notes, ["s", id])
    yield* Effect.yieldNow()
    yield* storage.update(notes, note(id), String(Number(row?.json) + by), row?.version ?? 0)
  })
  const credit = nested ? storage.transaction(add(to, amount)) : add(to, amount)
  const end = ending === "commit" ? Effect.void : ending === "fail" ? Effect.fail(failed) : Effect.die(failed)
  return Effect.exit(storage.transaction(Effect.all([add(from, -amount), Effect.yieldNow(), credit, end])))
}

const balances = (storage: StorageService) =>
  Effect.map(storage.scan(notes, {}), (rows) => rows.map((row) => Number(row.json)))

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((a, b) => a + b, 0)

/** The suite of isolation. */
export const suite: Suite<Storage> = concern("isolation", ({ test, property }, { readers }) => {
  property(
    "of transfers at once, none shows half done, and those that commit add up",
    FastCheck.array(transfer, { minLength: 2, maxLength: 12 }),
    Effect.fnUntraced(function* (transfers: ReadonlyArray<Transfer>) {
      const storage = yield* Storage
      for (const id of accounts) yield* storage.insert(notes, note(id), "100")
      const sums = new Set<number>()
      const watch = Effect.zipRight(
        Effect.map(balances(storage), (found) => sums.add(sum(found))),
        Effect.yieldNow()
      )
      const watcher = yield* Effect.fork(Effect.forever(watch))
      const exits = yield* Effect.forEach(transfers, (each) => move(storage, each), { concurrency: "unbounded" })
      yield* watch
      yield* Fiber.interrupt(watcher)
      expect([...sums]).toEqual([400])
      expect(exits.map((exit) => exit._tag === "Success")).toEqual(transfers.map(({ ending }) => ending === "commit"))
      const due = accounts.map((id) => {
        const changes = transfers
          .filter(({ ending }) => ending === "commit")
          .map(({ from, to, amount }) => (to === id ? amount : 0) - (from === id ? amount : 0))
        return 100 + sum(changes)
      })
      expect(yield* balances(storage)).toEqual(due)
    }),
    40
  )

  test(
    "a transaction sees its own writes",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "x" }), "1")
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("b"), "2")
          yield* storage.update(notes, note("a", { slug: "y" }), "3", 1)
          expect((yield* storage.get(notes, ["s", "a"]))?.json).toBe("3")
          expect(yield* storage.count(notes, { prefix: ["s"] })).toBe(2)
          expect(ids(yield* storage.scan(notes, { index: "slug", prefix: ["s", "y"] }))).toEqual(["a"])
          expect(ids(yield* storage.scan(notes, { index: "slug", prefix: ["s", "x"] }))).toEqual([])
          yield* storage.delete(notes, ["s", "a"])
          expect(yield* storage.get(notes, ["s", "a"])).toBeUndefined()
        })
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["b"])
    })
  )

  test(
    "transactions that read and then write what they read lose nothing to each other",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a"), "0")
      yield* Effect.forEach(
        Array.from({ length: 20 }, (_, i) => i),
        () =>
          storage.transaction(
            Effect.gen(function* () {
              const row = yield* storage.get(notes, ["s", "a"])
              yield* Effect.yieldNow()
              yield* storage.update(notes, note("a"), String(Number(row?.json) + 1), row?.version ?? 0)
            })
          ),
        { concurrency: "unbounded" }
      )
      expect(yield* storage.get(notes, ["s", "a"])).toMatchObject({ json: "20", version: 21 })
    })
  )

  test(
    "a write from outside waits for a running transaction and survives its rollback",
    Effect.gen(function* () {
      const storage = yield* Storage
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.fork(
        Effect.flip(
          storage.transaction(
            Effect.gen(function* () {
              yield* storage.insert(notes, note("mine"), "1")
              yield* Deferred.succeed(written, undefined)
              yield* Deferred.await(proceed)
              return yield* Effect.fail(failed)
            })
          )
        )
      )
      yield* Deferred.await(written)
      const others = yield* Effect.fork(
        Effect.all([
          storage.insert(notes, note("theirs"), "2"),
          storage.increment("outside"),
          storage.transaction(storage.insert(notes, note("also"), "3"))
        ])
      )
      yield* Effect.yieldNow()
      if (readers !== "wait") expect(yield* inTime(storage.count(notes, {}), "a reader waited for a writer")).toBe(0)
      yield* Deferred.succeed(proceed, undefined)
      expect(yield* Fiber.join(writer)).toBe(failed)
      yield* Fiber.join(others)
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["also", "theirs"])
      expect(yield* storage.counter("outside")).toBe(1)
    })
  )

  test(
    "a writer that is interrupted while it waits writes nothing and holds up nobody",
    Effect.gen(function* () {
      const storage = yield* Storage
      const started = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(
        storage.transaction(Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(proceed)))
      )
      yield* Deferred.await(started)
      const waiting = yield* Effect.fork(storage.transaction(storage.insert(notes, note("a"), "1")))
      const single = yield* Effect.fork(storage.insert(notes, note("b"), "1"))
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll([waiting, single])
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(holder)
      yield* storage.insert(notes, note("c"), "1")
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["c"])
    })
  )

  test(
    "a fiber that a transaction forks and joins is part of it",
    Effect.gen(function* () {
      const storage = yield* Storage
      const attempt = storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a"), "1")
          const child = yield* Effect.fork(
            Effect.zipRight(storage.insert(notes, note("b"), "1"), storage.count(notes, {}))
          )
          expect(yield* Fiber.join(child)).toBe(2)
          return yield* Effect.fail(failed)
        })
      )
      expect(yield* Effect.flip(attempt)).toBe(failed)
      expect(yield* storage.count(notes, {})).toBe(0)
    })
  )

  test(
    "a fiber that outlives the transaction it was forked in is no longer part of it",
    Effect.gen(function* () {
      const storage = yield* Storage
      const ended = yield* Deferred.make<void>()
      const started = yield* Deferred.make<Fiber.RuntimeFiber<number, unknown>>()
      const attempt = storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a"), "1")
          const survivor = yield* Effect.forkDaemon(
            Effect.gen(function* () {
              yield* Deferred.await(ended)
              yield* storage.insert(notes, note("b"), "1")
              yield* storage.transaction(storage.insert(notes, note("c"), "1"))
              return yield* storage.count(notes, {})
            })
          )
          yield* Deferred.succeed(started, survivor)
          return yield* Effect.fail(failed)
        })
      )
      expect(yield* Effect.flip(attempt)).toBe(failed)
      yield* Deferred.succeed(ended, undefined)
      expect(yield* Fiber.join(yield* Deferred.await(started))).toBe(2)
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["b", "c"])
    })
  )

  test(
    "a transaction that only reads, or does nothing, answers",
    Effect.gen(function* () {
      const storage = yield* Storage
      expect(yield* storage.transaction(storage.count(notes, {}))).toBe(0)
      expect(yield* storage.transaction(Effect.succeed(42))).toBe(42)
    })
  )
})
