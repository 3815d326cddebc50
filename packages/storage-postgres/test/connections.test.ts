/** Lost connections, and which transaction waits for which. */
import { describe, expect, it } from "@effect/vitest"
import { BlobStore } from "@lectern/core/blobs/BlobStore"
import { type Lock, organizationLock, spaceLock } from "@lectern/core/storage/Locks"
import { Storage, type StorageService } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import pg from "pg"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { createDatabase, execute } from "./server.js"

const pages = table({
  name: "locked_pages",
  columns: { space: "text", id: "text" },
  key: ["space", "id"],
  indexes: {},
  lockedBy: "space space"
})

/** Ends all connections of the storage to a database. */
const terminate = (url: string) =>
  execute(
    url,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and application_name = 'lectern'`
  )

const cut = (url: string) => Effect.promise(() => terminate(url))

type Options = Partial<PostgresStorage.PostgresOptions>

const opened = (url: string, options: Options = {}) =>
  Effect.map(Layer.build(PostgresStorage.layer({ url, tables: [...tables, pages], ...options })), (context) =>
    Effect.provide(Effect.all([Storage, BlobStore]), context)
  ).pipe(Effect.flatten)

const newStorage = (options: Options = {}) =>
  Effect.gen(function* () {
    const url = yield* Effect.promise(() => createDatabase())
    const [storage] = yield* opened(url, options)
    return { url, storage }
  })

const insert = (storage: StorageService, id: string) => storage.insert(notes, note(id), "{}")

const idsOf = (storage: StorageService) =>
  Effect.map(storage.scan(notes, {}), (rows) => rows.map(({ columns }) => columns.id))

/** Sends something else in place of the next commit, as soon as `ready` says so. */
const inPlaceOfCommit = (text: string, ready: () => Promise<unknown> = async () => {}) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const original = pg.Client.prototype.query
      const replaced = function (this: pg.Client, ...args: ReadonlyArray<unknown>): unknown {
        const [config, ...rest] = args
        const isCommit = typeof config === "object" && config !== null && "text" in config && config.text === "commit"
        if (!isCommit) return Reflect.apply(original, this, args)
        Reflect.set(pg.Client.prototype, "query", original)
        return ready().then(() => Reflect.apply(original, this, [{ ...config, text }, ...rest]))
      }
      Reflect.set(pg.Client.prototype, "query", replaced)
      return original
    }),
    (original) => Effect.sync(() => Reflect.set(pg.Client.prototype, "query", original))
  )

describe("lost connections", () => {
  it.scopedLive("reads and transactions go on with new connections", () =>
    Effect.gen(function* () {
      const { storage, url } = yield* newStorage()
      yield* insert(storage, "a")
      for (const id of ["b", "c"]) {
        yield* cut(url)
        expect(yield* storage.count(notes, {})).toBe(id === "b" ? 1 : 2)
        yield* cut(url)
        yield* storage.transaction(insert(storage, id))
      }
      expect(yield* idsOf(storage)).toEqual(["a", "b", "c"])
    })
  )

  it.scopedLive(
    "a transaction whose connection is lost fails, whatever its body makes of that, and nothing of it is there",
    () =>
      Effect.gen(function* () {
        const { storage, url } = yield* newStorage()
        const lost = { _tag: "Unavailable", message: "storage cannot be reached" }
        const attempt = storage.transaction(
          Effect.gen(function* () {
            yield* insert(storage, "a")
            yield* cut(url)
            expect(yield* Effect.flip(insert(storage, "b"))).toMatchObject(lost)
            expect(yield* Effect.flip(storage.count(notes, {}))).toMatchObject(lost)
            expect(yield* Effect.flip(storage.transaction(insert(storage, "c")))).toMatchObject(lost)
          })
        )
        const error = yield* Effect.flip(attempt)
        expect(error).toMatchObject(lost)
        expect(error).not.toMatchObject({ cause: { name: "UnknownOutcome" } })
        expect(error).not.toHaveProperty("outcome")
        expect(yield* idsOf(storage)).toEqual([])
      })
  )

  it.scopedLive("a commit that the server did not confirm is told apart, whether it happened or not", () =>
    Effect.gen(function* () {
      const { storage, url } = yield* newStorage()
      const unknown = { _tag: "Unavailable", outcome: "unknown", cause: { name: "UnknownOutcome" } }
      yield* inPlaceOfCommit("commit", () => terminate(url))
      expect(yield* Effect.flip(storage.transaction(insert(storage, "a")))).toMatchObject(unknown)
      expect(yield* idsOf(storage)).toEqual([])
      yield* inPlaceOfCommit("commit; select pg_terminate_backend(pg_backend_pid())")
      expect(yield* Effect.flip(storage.transaction(insert(storage, "b")))).toMatchObject(unknown)
      expect(yield* idsOf(storage)).toEqual(["b"])
    })
  )

  it.scopedLive("a server that is not there is Unavailable", () =>
    Effect.gen(function* () {
      const { storage, url } = yield* newStorage({ connections: 2 })
      const name = new URL(url).pathname.slice(1)
      const server = new URL(url)
      server.pathname = "/postgres"
      yield* Effect.promise(() => execute(server.toString(), `alter database ${name} allow_connections false`))
      yield* Effect.promise(() =>
        execute(
          server.toString(),
          `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`
        )
      )
      expect(yield* Effect.flip(storage.count(notes, {}))).toMatchObject({ _tag: "Unavailable" })
      expect(yield* Effect.flip(storage.transaction(Effect.void))).toMatchObject({ _tag: "Unavailable" })
      expect(yield* Effect.flip(insert(storage, "a"))).toMatchObject({ _tag: "Unavailable" })
      yield* Effect.promise(() => execute(server.toString(), `alter database ${name} allow_connections true`))
      yield* insert(storage, "a")
      expect(yield* idsOf(storage)).toEqual(["a"])
    })
  )

  it.scopedLive("a statement that takes too long is Unavailable", () =>
    Effect.gen(function* () {
      const { storage, url } = yield* newStorage({ statementTimeout: 250 })
      const other = new pg.Client({ connectionString: url })
      yield* Effect.acquireRelease(
        Effect.promise(() => other.connect()),
        () => Effect.promise(() => other.end())
      )
      yield* Effect.promise(() => other.query(`begin; lock table ${notes.name}`))
      const tooLong = { _tag: "Unavailable", message: "storage took too long" }
      expect(yield* Effect.flip(storage.count(notes, {}))).toMatchObject(tooLong)
      expect(yield* Effect.flip(storage.transaction(insert(storage, "a")))).toMatchObject(tooLong)
      yield* Effect.promise(() => other.query("rollback"))
      yield* insert(storage, "a")
    })
  )

  it.scopedLive("a lock that another process keeps is Unavailable", () =>
    Effect.gen(function* () {
      const { storage, url } = yield* newStorage()
      const [other] = yield* opened(url, { lockTimeout: 50 })
      const started = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const holder = yield* Effect.fork(
        storage.transaction(Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(proceed)))
      )
      yield* Deferred.await(started)
      const error = yield* Effect.flip(other.transaction(insert(other, "a")))
      expect(error).toMatchObject({ _tag: "Unavailable", message: "storage is busy" })
      expect(yield* other.count(notes, {})).toBe(0)
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(holder)
      yield* other.transaction(insert(other, "a"))
      expect(yield* idsOf(storage)).toEqual(["a"])
    })
  )

  it.scopedLive("closing waits for the transaction that runs, and refuses what comes later", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase())
      const proceed = yield* Deferred.make<void>()
      const started = yield* Deferred.make<StorageService>()
      const closing = yield* Effect.fork(
        Effect.scoped(
          Effect.gen(function* () {
            const [storage] = yield* opened(url)
            yield* Effect.forkDaemon(
              storage.transaction(Effect.zipRight(insert(storage, "a"), Deferred.await(proceed)))
            )
            while (
              (yield* Effect.promise(() => execute(url, "select from pg_locks where locktype = 'advisory'"))).length ===
              0
            );
            yield* Deferred.succeed(started, storage)
          })
        )
      )
      const storage = yield* Deferred.await(started)
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(closing)
      expect(yield* Effect.flip(storage.count(notes, {}))).toMatchObject({ message: "storage is closed" })
      expect(yield* Effect.flip(storage.transaction(Effect.void))).toMatchObject({ message: "storage is closed" })
      const [again] = yield* opened(url)
      expect(yield* idsOf(again)).toEqual(["a"])
    })
  )
})

describe("locks between processes", () => {
  const add = (space: string, id: string) => (storage: StorageService) => storage.insert(pages, { space, id }, "{}")

  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`

  /**
   * The result of a write elsewhere while a transaction with these locks is open; two storages are as separate as two
   * processes.
   */
  const meanwhile = (
    locks: ReadonlyArray<Lock> | undefined,
    write: (storage: StorageService) => Effect.Effect<unknown, unknown>
  ) =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase())
      const [[first], [second]] = yield* Effect.all([opened(url), opened(url)])
      const started = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const body = Effect.zipRight(Deferred.succeed(started, undefined), Deferred.await(proceed))
      const holder = yield* Effect.fork(first.transaction(body, locks))
      yield* Deferred.await(started)
      const writer = yield* Effect.fork(write(second))
      let outcome = "waits"
      while ((yield* Effect.promise(() => execute(url, waiting))).length === 0) {
        if (writer.unsafePoll() === null) continue
        outcome = "goes on"
        break
      }
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(holder)
      yield* Fiber.join(writer)
      return outcome
    })

  const inTransaction = (locks: ReadonlyArray<Lock> | undefined) => (storage: StorageService) =>
    storage.transaction(Effect.void, locks)

  it.scopedLive.each([
    ["a space, a write to it", [spaceLock("s")], add("s", "a"), "waits"],
    ["a space, a write to another", [spaceLock("s")], add("t", "a"), "goes on"],
    ["a space, a write without a lock of its own", [spaceLock("s")], (storage) => insert(storage, "a"), "waits"],
    ["a space, a counter", [spaceLock("s")], (storage) => storage.increment("a"), "goes on"],
    ["nothing, a write", [], add("s", "a"), "goes on"],
    ["everything, a write", undefined, add("s", "a"), "waits"],
    ["everything, a counter", undefined, (storage) => storage.increment("a"), "waits"],
    ["everything, a read", undefined, (storage) => storage.count(pages, {}), "goes on"],
    ["an organization, a space of it", [organizationLock("o")], inTransaction([spaceLock("s")]), "goes on"],
    [
      "two spaces, one of them",
      [organizationLock("o"), spaceLock("s"), spaceLock("t")],
      inTransaction([spaceLock("t")]),
      "waits"
    ],
    ["a space, everything", [spaceLock("s")], inTransaction(undefined), "waits"]
  ] satisfies ReadonlyArray<
    readonly [
      string,
      ReadonlyArray<Lock> | undefined,
      (storage: StorageService) => Effect.Effect<unknown, unknown>,
      string
    ]
  >)("who locks %s", ([, locks, write, expected]) =>
    Effect.map(meanwhile(locks, write), (outcome) => expect(outcome).toBe(expected))
  )

  it.scopedLive("a transaction takes more locks in their order, and none that comes before one it has", () =>
    Effect.gen(function* () {
      const { storage } = yield* newStorage()
      yield* storage.transaction(
        Effect.gen(function* () {
          yield* storage.transaction(add("s", "a")(storage), [spaceLock("s")])
          yield* storage.lock([spaceLock("s"), organizationLock("o")])
        }),
        [organizationLock("o")]
      )
      const wrong = storage.transaction(storage.lock([organizationLock("o")]), [spaceLock("s")])
      expect(Exit.isFailure(yield* Effect.exit(wrong))).toBe(true)
      expect(yield* storage.count(pages, {})).toBe(1)
    })
  )

  it.scopedLive("writers of one space at once all get their turn, on both sides", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase())
      const [[first], [second]] = yield* Effect.all([opened(url, { connections: 3 }), opened(url, { connections: 3 })])
      const grow = (storage: StorageService) =>
        storage.transaction(
          Effect.gen(function* () {
            const count = yield* storage.count(pages, { prefix: ["s"] })
            yield* add("s", String(count))(storage)
          }),
          [spaceLock("s")]
        )
      yield* Effect.forEach(Array.from({ length: 40 }), (_, i) => grow(i % 2 === 0 ? first : second), {
        concurrency: "unbounded",
        discard: true
      })
      expect(yield* first.count(pages, { prefix: ["s"] })).toBe(40)
    })
  )
})
