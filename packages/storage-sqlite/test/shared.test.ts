/** A workspace among the tables of an application. */
import * as SqlClient from "@effect/sql/SqlClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Effect, Fiber, Layer } from "effect"
import { sqliteLibrary } from "../src/connections/Libraries.js"
import * as SqliteFile from "../src/SqliteFile.js"
import { findDamage } from "../src/SqliteIntegrity.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import { temporaryFile } from "./temporary.js"

const shared = (filename: string) =>
  Layer.provideMerge(SqliteStorage.layerSqlClient({ tables }), SqliteClient.layer({ filename }))

const execute = (filename: string, statement: string) =>
  Effect.sync(() => {
    const connection = sqliteLibrary().open(filename)
    connection.exec(statement)
    connection.close()
  })

const insert = (id: string) => Effect.flatMap(Storage, (storage) => storage.insert(notes, note(id), `"${id}"`))

const ids = Effect.flatMap(Storage, (storage) =>
  Effect.map(storage.scan(notes, {}), (rows) => rows.map(({ columns }) => columns.id))
)

describe("a shared database", () => {
  it.scoped("keeps the tables of the application as they are, whatever their names", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* execute(filename, "create table schema_migrations (version text); ")
      yield* execute(filename, "create table spaces (name text)")
      yield* execute(filename, "create index spaces_key on spaces (name)")
      yield* execute(filename, "insert into spaces values ('mine')")
      for (const id of ["a", "b"]) yield* Effect.provide(insert(id), shared(filename))
      const found = yield* Effect.provide(
        Effect.flatMap(SqlClient.SqlClient, (sql) =>
          Effect.all([
            sql`select name from spaces`,
            sql`select count(*) as notes from ${sql(`lectern_${notes.name}`)}`,
            ids
          ])
        ),
        shared(filename)
      )
      expect(found).toEqual([[{ name: "mine" }], [{ notes: 2 }], ["a", "b"]])
    })
  )

  it.scoped("is refused if its names are taken, and nothing is changed", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* execute(filename, "create table lectern_spaces (name text)")
      const error = yield* Effect.flip(Effect.provide(ids, shared(filename)))
      expect(error).toMatchObject({ _tag: "SqliteOpenError", reason: "foreign" })
    })
  )

  it.scoped("is checked and repaired without looking at the rest", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* execute(filename, "create table parents (id integer primary key)")
      yield* execute(filename, "create table children (parent integer references parents (id))")
      yield* execute(filename, "pragma foreign_keys = off; insert into children values (1)")
      yield* Effect.provide(insert("a"), shared(filename))
      const snapshot = yield* SqliteFile.openSnapshot(filename)
      expect(snapshot.prefix).toBe("lectern_")
      expect(findDamage(snapshot)).toEqual([])
    })
  )

  it.scoped("commits nothing after a statement of the application has ended the transaction", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* execute(filename, "create table mine (id text)")
      const trigger = "create trigger ends before insert on mine begin select raise(rollback, 'no'); end"
      yield* execute(filename, trigger)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { transaction } = yield* Storage
        const ended = Effect.zipRight(insert("a"), Effect.ignore(sql`insert into mine values ('a')`))
        const error = yield* Effect.flip(transaction(Effect.zipRight(ended, insert("b"))))
        expect(error).toMatchObject({ _tag: "Unavailable", message: "storage failed" })
        expect(yield* Effect.flip(transaction(ended))).toMatchObject({ _tag: "Unavailable" })
        expect(yield* ids).toEqual([])
        yield* insert("c")
        expect(yield* ids).toEqual(["c"])
      }).pipe(Effect.provide(shared(filename)))
    })
  )

  it.scoped("waits for another process without holding up this one, and leaves the client its own patience", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const other = yield* Effect.acquireRelease(
          Effect.sync(() => sqliteLibrary().open(filename)),
          (connection) => Effect.sync(() => connection.close())
        )
        other.exec("begin immediate")
        const waiting = yield* Effect.fork(insert("a"))
        for (let turn = 0; turn < 20; turn++) yield* Effect.promise(() => new Promise(setImmediate))
        expect(yield* ids).toEqual([])
        other.exec("commit")
        yield* Fiber.join(waiting)
        expect(yield* ids).toEqual(["a"])
        expect(yield* sql`pragma busy_timeout`).toEqual([{ timeout: 5000 }])
      }).pipe(Effect.provide(shared(filename)))
    })
  )
})
