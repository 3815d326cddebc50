/** The behaviour when another process holds the lock, and when the disk is full. */
import { statSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import * as SqlStorage from "@lectern/storage-sql/SqlStorage"
import { generationOf } from "@lectern/storage-testing/harness"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Context, Effect, Exit, Fiber, Layer } from "effect"
import { sqliteLibrary } from "../src/connections/Libraries.js"
import * as SqliteDriver from "../src/SqliteDriver.js"
import * as SqliteFile from "../src/SqliteFile.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { temporaryFile } from "./temporary.js"

/** A turn of the event loop, in which another process would get to run, as would timers that are due. */
const turn = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, 1)))

/** A storage over the connections to a file, which is closed with the scope. */
const storageOver = (connections: SqliteDriver.Connections) =>
  Effect.map(
    Effect.acquireRelease(SqliteDriver.make(connections), (driver) => driver.close),
    SqlStorage.make
  )

/** A storage in a new file, and another connection to it which holds the write lock. */
const contended = Effect.gen(function* () {
  const filename = yield* temporaryFile
  const storage = yield* Effect.flatMap(SqliteFile.open(filename, tables), storageOver)
  const other = yield* Effect.acquireRelease(
    Effect.sync(() => sqliteLibrary().open(filename)),
    (database) => Effect.sync(() => database.close())
  )
  other.exec("begin immediate")
  return { storage, other }
})

describe("contention", () => {
  it.scoped("a long transaction lets the event loop turn, and still is whole or not at all", () =>
    Effect.gen(function* () {
      const { storage, other } = yield* contended
      other.exec("commit")
      let turns = 0
      const counting = setInterval(() => turns++, 0)
      const insert = (from: number) =>
        Effect.forEach(Array.from({ length: 2_000 }), (_, at) => storage.insert(notes, note(`${from}-${at}`), "1"), {
          discard: true
        })
      const write = Effect.gen(function* () {
        const before = turns
        for (let from = 0; turns < before + 3; from++) yield* insert(from)
        return yield* storage.count(notes, {})
      })
      const count = yield* storage.transaction(write)
      expect(yield* storage.count(notes, {})).toBe(count)
      const failing = yield* Effect.exit(storage.transaction(Effect.zipRight(insert(-1), Effect.fail("no"))))
      clearInterval(counting)
      expect(Exit.isFailure(failing)).toBe(true)
      expect(yield* storage.count(notes, {})).toBe(count)
    })
  )

  it.scoped("a write waits for the other process, while reads go on, and needs no clock of the test's", () =>
    Effect.gen(function* () {
      const { storage, other } = yield* contended
      const single = yield* Effect.fork(storage.insert(notes, note("a"), "1"))
      const whole = yield* Effect.fork(storage.transaction(storage.insert(notes, note("b"), "2")))
      yield* Effect.repeatN(turn, 20)
      expect(yield* storage.count(notes, {})).toBe(0)
      expect([single.unsafePoll(), whole.unsafePoll()]).toEqual([null, null])
      other.exec("commit")
      yield* Fiber.join(single)
      yield* Fiber.join(whole)
      expect(yield* storage.count(notes, {})).toBe(2)
    })
  )

  it.scoped("a write that waits can be interrupted, writes nothing then and holds up nobody", () =>
    Effect.gen(function* () {
      const { storage, other } = yield* contended
      const single = yield* Effect.fork(storage.insert(notes, note("a"), "1"))
      const whole = yield* Effect.fork(storage.transaction(storage.insert(notes, note("b"), "2")))
      yield* Effect.repeatN(turn, 5)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(single))).toBe(true)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(whole))).toBe(true)
      other.exec("commit")
      yield* storage.insert(notes, note("c"), "3")
      expect((yield* storage.scan(notes, {})).map((row) => row.columns.id)).toEqual(["c"])
    })
  )

  it.scoped("where SQLite ends a transaction by itself, nothing of it is committed, whatever its body does", () =>
    Effect.gen(function* () {
      const connections = yield* SqliteFile.open(yield* temporaryFile, tables)
      const storage = yield* storageOver(connections)
      const lost = { _tag: "Unavailable", message: "storage failed" }
      const end = Effect.sync(() => connections.writer.exec("rollback"))
      const attempt = storage.transaction(
        Effect.gen(function* () {
          yield* storage.insert(notes, note("a"), "1")
          yield* end
          expect(yield* Effect.flip(storage.insert(notes, note("b"), "2"))).toMatchObject(lost)
          expect(yield* Effect.flip(storage.get(notes, ["s", "a"]))).toMatchObject(lost)
          expect(yield* Effect.flip(storage.transaction(Effect.void))).toMatchObject(lost)
        })
      )
      expect(yield* Effect.flip(attempt)).toMatchObject(lost)
      const nested = storage.transaction(storage.transaction(end))
      expect(yield* Effect.flip(nested)).toMatchObject(lost)
      const failing = storage.transaction(Effect.zipRight(end, Effect.fail("own" as const)))
      expect(yield* Effect.flip(failing)).toBe("own")
      yield* storage.insert(notes, note("c"), "3")
      expect((yield* storage.scan(notes, {})).map((row) => row.columns.id)).toEqual(["c"])
    })
  )

  it.scoped("a full disk is Unavailable", () =>
    Effect.gen(function* () {
      const connections = yield* SqliteFile.open(yield* temporaryFile, tables)
      const storage = yield* storageOver(connections)
      connections.writer.pragma(`max_page_count = ${Number(connections.writer.pragma("page_count"))}`)
      const error = yield* Effect.flip(storage.insert(notes, note("a"), JSON.stringify("x".repeat(100_000))))
      expect(error).toMatchObject({ _tag: "Unavailable", message: "storage failed" })
    })
  )

  it.scoped("reads between writes do not keep the write-ahead log from being emptied", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const storage = yield* storageOver(yield* SqliteFile.open(filename, tables))
      const large = JSON.stringify("x".repeat(10_000))
      for (let i = 0; i < 1_500; i++) {
        yield* storage.get(notes, ["s", "nothing"])
        yield* storage.transaction(storage.insert(notes, note(`whole${i}`), large))
        yield* storage.get(notes, ["s", "nothing"])
        yield* storage.insert(notes, note(`single${i}`), large)
        if (i % 10 === 0) yield* turn
      }
      expect(statSync(`${filename}-wal`).size).toBeLessThan(64_000_000)
    })
  )

  it.scoped("two storages on one file are as apart as two processes", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const open = Effect.map(Layer.build(SqliteStorage.layer({ filename, tables })), Context.get(Storage))
      const [first, second] = yield* Effect.all([open, open])
      const before = yield* generationOf(second)
      yield* first.transaction(
        Effect.gen(function* () {
          yield* first.insert(notes, note("a"), "1")
          expect(yield* second.count(notes, {})).toBe(0)
          expect(yield* generationOf(second)).toBe(before)
        })
      )
      yield* turn
      expect(yield* second.count(notes, {})).toBe(1)
      expect(yield* generationOf(second)).not.toBe(before)
    })
  )
})
