/** A transaction that fails, dies or is interrupted leaves nothing behind. */

import { expect } from "@effect/vitest"
import { SearchIndex, type SearchIndexService } from "@lectern/core/search-index/SearchIndex"
import { Duplicate, Storage, VersionMismatch } from "@lectern/core/storage/Storage"
import * as Cause from "effect/Cause"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import { concern, ids, type Suite } from "./harness.js"
import { section } from "./sections.js"
import { note, notes } from "./tables.js"

/** A search index that is declared to be separate, as far as these tests use it. */
const none: Pick<SearchIndexService, "list" | "replacePages"> = {
  list: () => Effect.succeed([]),
  replacePages: () => Effect.void
}

/** The search index of the layer. */
const searchIndex = Effect.map(
  Effect.serviceOption(SearchIndex),
  Option.getOrElse(() => none)
)

const seed = Effect.gen(function* () {
  const storage = yield* Storage
  const index = yield* searchIndex
  yield* storage.insert(notes, note("a", { slug: "a" }), "old")
  yield* storage.insert(notes, note("b", { slug: "b" }), "old")
  yield* storage.increment("rolled", 3)
  yield* index.replacePages("s", [{ page: "p", documents: [section("s", "p", 0, { body: "kept" })] }])
})

const changeEverything = Effect.gen(function* () {
  const storage = yield* Storage
  const index = yield* searchIndex
  yield* storage.insert(notes, note("c", { slug: "c" }), "new")
  yield* storage.update(notes, note("a", { title: "z", slug: "z" }), "new", 1)
  yield* storage.delete(notes, ["s", "b"])
  yield* storage.increment("rolled")
  yield* index.replacePages("s", [{ page: "p", documents: [section("s", "p", 0, { body: "dropped" })] }])
  yield* index.replacePages("s", [{ page: "q", documents: [section("s", "q", 0, { body: "kept" })] }])
})

const expectUnchanged = Effect.gen(function* () {
  const storage = yield* Storage
  const index = yield* searchIndex
  const rows = [
    { columns: note("a", { slug: "a" }), version: 1, json: "old" },
    { columns: note("b", { slug: "b" }), version: 1, json: "old" }
  ]
  for (const name of [undefined, ...Object.keys(notes.indexes)]) {
    const scan = name === undefined ? {} : { index: name }
    expect(yield* storage.scan(notes, scan)).toEqual(rows)
    expect(yield* storage.count(notes, scan)).toBe(2)
  }
  expect(yield* storage.counter("rolled")).toBe(3)
  const indexed = yield* index.list(undefined, 10)
  expect(indexed.map(({ body, page }) => [page, body])).toEqual(index === none ? [] : [["p", "kept"]])
  yield* storage.insert(notes, note("c", { slug: "c" }), "free again")
})

/** The suite of rollback. */
export const suite: Suite<Storage> = concern("rollback", ({ test }) => {
  test(
    "a failure rolls back rows, every index, counters and the search index, and keeps its error",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* seed
      const exit = yield* Effect.exit(
        storage.transaction(Effect.zipRight(changeEverything, Effect.fail("failed on purpose" as const)))
      )
      expect(exit).toEqual(Exit.fail("failed on purpose"))
      yield* expectUnchanged
    })
  )

  test(
    "a defect rolls back",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* seed
      const exit = yield* Effect.exit(
        storage.transaction(Effect.zipRight(changeEverything, Effect.die("died on purpose")))
      )
      expect(Exit.isFailure(exit) && Cause.isDie(exit.cause)).toBe(true)
      yield* expectUnchanged
    })
  )

  test(
    "an interruption rolls back",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* seed
      const written = yield* Deferred.make<void>()
      const fiber = yield* Effect.fork(
        storage.transaction(
          changeEverything.pipe(Effect.zipRight(Deferred.succeed(written, undefined)), Effect.zipRight(Effect.never))
        )
      )
      yield* Deferred.await(written)
      const exit = yield* Fiber.interrupt(fiber)
      expect(Exit.isInterrupted(exit)).toBe(true)
      yield* expectUnchanged
    })
  )

  test(
    "an interruption from within rolls back",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* seed
      yield* Effect.exit(storage.transaction(Effect.zipRight(changeEverything, Effect.interrupt)))
      yield* expectUnchanged
    })
  )

  test(
    "a statement's failure that the transaction handles undoes nothing but that statement",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* storage.insert(notes, note("a", { slug: "a" }), "1")
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("b"), "1")
          const taken = yield* Effect.flip(storage.insert(notes, note("a"), "2"))
          expect(taken).toEqual(new Duplicate({ table: notes.name, index: "key" }))
          const stale = yield* Effect.flip(storage.update(notes, note("a"), "2", 7))
          expect(stale).toEqual(new VersionMismatch({ table: notes.name }))
          const slug = yield* Effect.flip(storage.update(notes, note("b", { slug: "a" }), "2", 1))
          expect(slug).toEqual(new Duplicate({ table: notes.name, index: "slug" }))
          yield* storage.insert(notes, note("c"), "1")
        })
      )
      expect(ids(yield* storage.scan(notes, {}))).toEqual(["a", "b", "c"])
      expect((yield* storage.scan(notes, {})).map((row) => row.json)).toEqual(["1", "1", "1"])
    })
  )

  test(
    "a transaction in which a statement failed unhandled rolls back",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* seed
      const error = yield* Effect.flip(
        storage.transaction(Effect.zipRight(changeEverything, storage.insert(notes, note("a"), "taken")))
      )
      expect(error).toEqual(new Duplicate({ table: notes.name, index: "key" }))
      yield* expectUnchanged
    })
  )

  test(
    "after a rollback the next transaction starts afresh",
    Effect.gen(function* () {
      const storage = yield* Storage
      yield* Effect.exit(storage.transaction(Effect.zipRight(storage.insert(notes, note("a"), "1"), Effect.fail("x"))))
      yield* storage.transaction(storage.insert(notes, note("a"), "2"))
      expect(yield* storage.get(notes, ["s", "a"])).toEqual({ columns: note("a"), version: 1, json: "2" })
    })
  )
})
