/** Writers beside each other: one after another, or side by side where they have no lock in common. */
import { expect } from "@effect/vitest"
import { type Lock, organizationLock, spaceLock } from "@lectern/core/storage/Locks"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { concern, inTime, type Suite, turns } from "./harness.js"
import { books, note, notes } from "./tables.js"

const [organization, a, b] = [organizationLock("o"), spaceLock("a"), spaceLock("b")]

type Writer = (storage: StorageService) => Effect.Effect<unknown, unknown>

const transaction =
  (locks?: ReadonlyArray<Lock>): Writer =>
  (storage) =>
    storage.transaction(storage.increment("written"), locks)

const lock =
  (...locks: ReadonlyArray<Lock>): Writer =>
  (storage) =>
    storage.transaction(Effect.zipRight(storage.lock(locks), storage.increment("written")), [])

const book =
  (space: string): Writer =>
  (storage) =>
    storage.insert(books, { id: "new", space }, "{}")

/** A writer that comes while a transaction with some locks is open, and whether they have a lock in common. */
type Case = readonly [title: string, held: ReadonlyArray<Lock> | undefined, writer: Writer, common: "common" | "apart"]

const cases: ReadonlyArray<Case> = [
  ["a transaction with the lock that is held", [a], transaction([a]), "common"],
  ["a transaction with one of the locks that are held", [organization, a], transaction([organization, b]), "common"],
  ["a transaction that takes the lock on the way", [a], lock(a), "common"],
  ["a transaction that says nothing", [a], transaction(), "common"],
  ["a transaction beside one that says nothing", undefined, transaction([a]), "common"],
  ["a row that is locked by the lock that is held", [a], book("a"), "common"],
  ["a row whose lock is not known", [a], (storage) => storage.insert(notes, note("new"), "{}"), "common"],
  ["a transaction with another lock", [a], transaction([b]), "apart"],
  ["a transaction that takes another lock on the way", [a], lock(b), "apart"],
  ["a transaction that needs no lock", [a], transaction([]), "apart"],
  ["a transaction beside one that needs no lock", [], transaction([a]), "apart"],
  ["a row that is locked by another lock", [a], book("b"), "apart"]
]

/** The suite of writers, by whether there are many. */
export const suite: Suite<Storage> = concern("writers", ({ test }, { readers, writers }) => {
  if (writers === "many") {
    test(
      "a lock that comes before one that is held is a defect, on the way and in a nested transaction",
      Effect.gen(function* () {
        const storage = yield* Storage
        for (const late of [storage.lock([organization]), storage.transaction(Effect.void, [organization])]) {
          const exit = yield* Effect.exit(storage.transaction(late, [a]))
          expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
        }
        yield* storage.transaction(Effect.void, [organization, a])
      })
    )
  }

  for (const [title, held, writer, common] of cases) {
    const waits = writers !== "many" || common === "common"
    test(
      `${title} ${waits ? "waits" : "does not wait"} for the transaction that is open`,
      Effect.gen(function* () {
        const storage = yield* Storage
        const [open, proceed] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const holder = yield* Effect.fork(
          storage.transaction(Effect.zipRight(Deferred.succeed(open, undefined), Deferred.await(proceed)), held)
        )
        yield* Deferred.await(open)
        const written = yield* Effect.fork(writer(storage))
        if (waits) {
          yield* turns
          if (readers !== "wait") yield* Effect.repeatN(storage.count(notes, {}), 300)
          expect((yield* Fiber.poll(written))._tag, "a writer that should wait has written").toBe("None")
        } else yield* inTime(Fiber.join(written), "a writer that should not wait has not written")
        yield* Deferred.succeed(proceed, undefined)
        yield* Fiber.join(holder)
        yield* Fiber.join(written)
      })
    )
  }
})
