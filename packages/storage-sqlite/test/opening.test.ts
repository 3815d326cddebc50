import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { BlobStore, hashOf } from "@lectern/core/blobs/BlobStore"
import { tables as engineTables } from "@lectern/core/engine/Tables"
import { inOnePiece } from "@lectern/core/storage/blobs/Pieces"
import { Storage } from "@lectern/core/storage/Storage"
import { type Table, table } from "@lectern/core/storage/Table"
import { numberOf } from "@lectern/storage-sql/SchemaNumbers"
import * as SqlStorage from "@lectern/storage-sql/SqlStorage"
import { generationOf } from "@lectern/storage-testing/harness"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { counterName } from "@lectern/storage-testing/worker"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import * as Migrations from "../src/Migrations.js"
import * as SqliteBlobStore from "../src/SqliteBlobStore.js"
import * as SqliteDriver from "../src/SqliteDriver.js"
import * as SqliteFile from "../src/SqliteFile.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { newMigrations } from "./changes/books.js"
import { declaredSchema, recordsOf, schemaOf } from "./changes/schema.js"
import { inspect, valuesOf } from "./inspecting.js"
import { spawnWorker } from "./processes.js"
import { temporaryFile } from "./temporary.js"

const use = <A, E>(filename: string, effect: Effect.Effect<A, E, Storage>, declared: ReadonlyArray<Table> = tables) =>
  Effect.provide(effect, SqliteStorage.layer({ filename, tables: declared }))

const refusal = (filename: string, declared?: ReadonlyArray<Table>) => Effect.flip(use(filename, Effect.void, declared))

const tableNames = (filename: string) =>
  inspect(filename, (database) => valuesOf(database, "select name from sqlite_schema where type = 'table'"))

describe("opening", () => {
  it.scoped("creates a file for its owner alone and leaves the permissions of one that is there", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const modes = Effect.map(Storage, () =>
        ["", "-wal", "-shm"].map((suffix) => statSync(`${filename}${suffix}`).mode & 0o777)
      )
      expect(yield* use(filename, modes)).toEqual([0o600, 0o600, 0o600])
      chmodSync(filename, 0o640)
      expect(yield* use(filename, modes)).toEqual([0o640, 0o640, 0o640])
    })
  )

  it.scoped("creates a file once, records the migration, and keeps what is in it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(
        filename,
        Effect.flatMap(Storage, (storage) => storage.insert(notes, note("a"), "kept"))
      )
      const row = yield* use(
        filename,
        Effect.flatMap(Storage, (storage) => storage.get(notes, ["s", "a"]))
      )
      expect(row).toEqual({ columns: note("a"), version: 1, json: "kept" })
      expect(inspect(filename, recordsOf)).toEqual(Object.keys(Migrations.migrations).map(numberOf))
    })
  )

  it.scoped("gives a new file the declared tables and indexes of the engine, by its frozen migrations", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(filename, Effect.void, [])
      expect(inspect(filename, (database) => schemaOf(database, engineTables))).toEqual(declaredSchema(engineTables))
    })
  )

  it.scoped("brings an earlier file up to date: it keeps a copy, rows and blobs, and creates tables besides", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const blobs = [Buffer.alloc(0), Buffer.from("small"), Buffer.alloc(600_000, "large")]
      const fill = Effect.gen(function* () {
        const storage = yield* Storage
        yield* storage.insert(notes, note("a"), "kept")
        const store = yield* BlobStore
        yield* Effect.forEach(blobs, (bytes) => store.put(hashOf(bytes), bytes))
      })
      yield* Effect.provide(fill, SqliteStorage.layer({ filename, tables }))
      const later = table({ name: "later", columns: { id: "text" }, key: ["id"], indexes: {} })
      const connections = yield* SqliteFile.open(filename, [...tables, later], newMigrations())
      const driver = yield* Effect.acquireRelease(SqliteDriver.make(connections), ({ close }) => close)
      const storage = SqlStorage.make(driver)
      yield* storage.insert(later, { id: "b" }, "new")
      const rows = [yield* storage.get(notes, ["s", "a"]), yield* storage.get(later, ["b"])]
      expect(rows.map((row) => row?.json)).toEqual(["kept", "new"])
      const store = SqliteBlobStore.make(driver)
      const read = (bytes: Uint8Array) =>
        Effect.gen(function* () {
          expect(yield* store.stat(hashOf(bytes))).toEqual({ hash: hashOf(bytes), size: bytes.length })
          const tail = yield* inOnePiece(store.read(hashOf(bytes), { start: bytes.length >> 1, end: bytes.length }))
          expect(hashOf(tail)).toBe(hashOf(bytes.subarray(bytes.length >> 1)))
          return hashOf((yield* store.get(hashOf(bytes))) ?? Buffer.from("absent"))
        })
      yield* store.put(hashOf(Buffer.from("new")), Buffer.from("new"))
      expect(yield* Effect.forEach(blobs, read)).toEqual(blobs.map(hashOf))
      const copy = `${filename}.schema-${Migrations.latest}.bak`
      expect(statSync(copy).mode & 0o777).toBe(0o600)
      expect(tableNames(copy)).not.toContain("later")
      expect(inspect(copy, (database) => valuesOf(database, "select count(*) from blob_heads"))).toEqual([3])
      expect(readdirSync(dirname(filename)).filter((name) => name.endsWith(".tmp"))).toEqual([])
      expect(inspect(filename, (database) => database.pragma("integrity_check"))).toBe("ok")
    })
  )

  it.scoped("in WAL mode, with foreign keys, and leaves one file behind", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(
        filename,
        Effect.flatMap(Storage, (storage) =>
          Effect.zipRight(
            storage.insert(notes, note("a"), "1"),
            Effect.sync(() => expect(existsSync(`${filename}-wal`)).toBe(true))
          )
        )
      )
      expect(existsSync(`${filename}-wal`)).toBe(false)
      expect(inspect(filename, (database) => database.pragma("journal_mode"))).toBe("wal")
      expect(inspect(filename, (database) => database.pragma("integrity_check"))).toBe("ok")
    })
  )

  it.effect("refuses memory, and says what to use", () =>
    Effect.gen(function* () {
      for (const filename of [":memory:", "file::memory:?cache=shared", ""]) {
        const error = yield* refusal(filename)
        expect(error).toMatchObject({ _tag: "SqliteOpenError", reason: "memory" })
        expect(error.message).toContain("@lectern/storage-memory")
      }
    })
  )

  it.scoped("refuses what is no database, and leaves it as it is", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const text = "A text of some length, which is no database. ".repeat(40)
      writeFileSync(filename, text)
      const error = yield* refusal(filename)
      expect(error).toMatchObject({ reason: "not-a-database", message: `${filename} is not a SQLite database` })
      expect(readFileSync(filename, "utf8")).toBe(text)
    })
  )

  it.scoped("refuses a file in a folder that is not there", () =>
    Effect.gen(function* () {
      const filename = join(dirname(yield* temporaryFile), "nowhere", "workspace.db")
      const error = yield* refusal(filename)
      expect(error.reason).toBe("unreachable")
      expect(error.message).toContain(filename)
    })
  )

  it.scoped("refuses the database of another program, and adds nothing to it", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      inspect(filename, (database) => database.exec("create table theirs (a)"))
      expect(yield* refusal(filename)).toMatchObject({ reason: "foreign" })
      expect(tableNames(filename)).toEqual(["theirs"])
    })
  )

  it.scoped("refuses the schema of a newer version", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(filename, Effect.void)
      const newer = Migrations.latest + 1
      inspect(filename, (database) =>
        database.prepare("insert into schema_migrations (migration_id, name) values (?, 'later')").run([newer])
      )
      const error = yield* refusal(filename)
      expect(error.reason).toBe("newer")
      expect(error.message).toContain(`has schema ${newer}`)
    })
  )

  it.scoped("a migration that fails changes nothing, and can be run again", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      inspect(filename, (database) => {
        database.exec("create table schema_migrations (migration_id integer primary key, created_at, name)")
        database.exec("create table blob_heads (id text)")
      })
      const error = yield* refusal(filename)
      expect(error.reason).toBe("migration")
      expect(error.message).toContain("table blob_heads already exists")
      expect(tableNames(filename)).toEqual(["schema_migrations", "blob_heads"])
      inspect(filename, (database) => database.exec("drop table blob_heads; drop table schema_migrations"))
      expect(
        yield* use(
          filename,
          Effect.flatMap(Storage, (storage) => storage.count(notes, {}))
        )
      ).toBe(0)
    })
  )

  it.scopedLive(
    "a file that is not there yet can be opened by three processes at once",
    () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        const start = Effect.async<string>((resume) => {
          const worker = spawnWorker([filename, "increment", "1"])
          let output = ""
          worker.stderr?.on("data", (data) => {
            output += data
          })
          worker.once("close", (code) => resume(Effect.succeed(`${code}${output}`)))
        })
        const outcomes = yield* Effect.all([start, start, start], { concurrency: "unbounded" })
        expect(outcomes).toEqual(["0", "0", "0"])
        expect(
          yield* use(
            filename,
            Effect.flatMap(Storage, (storage) => storage.counter(counterName))
          )
        ).toBe(3)
      }),
    60_000
  )
})

describe("closing", () => {
  it.scoped("waits for the transaction that runs, and refuses what comes later", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const scope = yield* Scope.make()
      const context = yield* Scope.extend(Layer.build(SqliteStorage.layer({ filename, tables })), scope)
      const storage = yield* Effect.provide(Storage, context)
      const started = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.fork(
        storage.transaction(
          Effect.gen(function* () {
            yield* storage.insert(notes, note("a"), "1")
            yield* Deferred.succeed(started, undefined)
            yield* Deferred.await(proceed)
            yield* storage.insert(notes, note("b"), "2")
          })
        )
      )
      yield* Deferred.await(started)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(writer)
      yield* Fiber.join(closing)
      const closed = { _tag: "Unavailable", message: "storage is closed" }
      expect(yield* Effect.flip(storage.get(notes, ["s", "a"]))).toMatchObject(closed)
      expect(yield* Effect.flip(storage.insert(notes, note("c"), "3"))).toMatchObject(closed)
      expect(yield* Effect.flip(storage.transaction(Effect.void))).toMatchObject(closed)
      expect(yield* Effect.flip(generationOf(storage))).toMatchObject(closed)
      expect(
        yield* use(
          filename,
          Effect.flatMap(Storage, (storage) => storage.count(notes, {}))
        )
      ).toBe(2)
    })
  )
})
