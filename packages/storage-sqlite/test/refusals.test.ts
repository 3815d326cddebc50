/** Files that are older, damaged or only to be read. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Storage } from "@lectern/core/storage/Storage"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Effect, Layer, type Scope } from "effect"
import type { SqliteConnection } from "../src/connections/SqliteConnection.js"
import * as SqliteRepair from "../src/SqliteRepair.js"
import * as SqliteSnapshot from "../src/SqliteSnapshot.js"
import * as SqliteStorage from "../src/SqliteStorage.js"
import * as SqliteTarget from "../src/SqliteTarget.js"
import { recordsOf } from "./changes/schema.js"
import { beforeBaseline, tooOldFixtures, unpack } from "./fixtures.js"
import { inspect, valuesOf } from "./inspecting.js"
import { temporaryFile } from "./temporary.js"

const use = <A, E>(filename: string, effect: Effect.Effect<A, E, Storage>) =>
  Effect.provide(effect, SqliteStorage.layer({ filename, tables }))

const refusal = (filename: string) => Effect.flip(use(filename, Effect.void))

describe("a file that cannot be used as it is", () => {
  it.scoped("leaves a file of an earlier schema as it is where no copy of it can be kept", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      unpack(beforeBaseline, filename)
      mkdirSync(`${filename}.schema-29.bak`)
      const error = yield* refusal(filename)
      expect(error).toMatchObject({ reason: "migration" })
      expect(error.message).toContain(`${filename} was not brought up to date, because no copy of it could be kept`)
      const version = (database: SqliteConnection) =>
        valuesOf(database, "select max(migration_id) from schema_migrations")
      expect(inspect(filename, version)).toEqual([29])
    })
  )

  it.scoped("refuses a file whose tables are not those of its schema, and says which", () =>
    Effect.gen(function* () {
      for (const [change, problem] of [
        ["alter table items drop column path", "its table items has no column path (text)"],
        ["alter table users rename column email to mail", "its table users has no column email (text not null)"],
        ["alter table spaces add column extra text", "its table spaces has an unknown column extra (text)"],
        ["drop table documents", "it has no table documents"],
        ["drop table blob_heads", "it has no table blob_heads"]
      ] as const) {
        const filename = yield* temporaryFile
        yield* use(filename, Effect.void)
        inspect(filename, (database) => {
          database.exec("drop index items_path; drop index users_email")
          database.exec(change)
        })
        const error = yield* refusal(filename)
        expect(error).toMatchObject({ reason: "damaged" })
        expect(error.message).toContain(`${filename} is damaged: ${problem}`)
        expect(yield* Effect.flip(Effect.scoped(Layer.build(SqliteSnapshot.layer(filename))))).toEqual(error)
      }
    })
  )

  it.scoped("refuses other columns in the tables that are declared besides the engine's", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(filename, Effect.void)
      inspect(filename, (database) => database.exec("alter table contract_notes rename column title to name"))
      const error = yield* refusal(filename)
      expect(error).toMatchObject({ reason: "damaged" })
      expect(error.message).toContain(
        `${filename} is damaged: its table contract_notes has no column title (text not null)`
      )
    })
  )

  it.scoped("tells of damaged pages on one line that names the file", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      yield* use(
        filename,
        Effect.flatMap(Storage, (storage) => storage.insert(notes, note("a"), "x".repeat(40_000)))
      )
      const bytes = readFileSync(filename)
      bytes.fill(0xff, 4096)
      writeFileSync(filename, bytes)
      const error = yield* Effect.flip(
        use(
          filename,
          Effect.flatMap(Storage, (storage) => storage.scan(notes, {}))
        )
      )
      const message = error._tag === "Unavailable" ? String(error.cause) : error.message
      expect(message).toContain(`${filename} is damaged`)
      expect(message).not.toContain("\n")
    })
  )

  it.scoped("reads a snapshot while others write, and refuses an earlier schema for that", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      const snapshot = SqliteSnapshot.layer(filename)
      expect(yield* Effect.flip(Effect.scoped(Layer.build(snapshot)))).toMatchObject({ reason: "unreachable" })
      expect(existsSync(filename)).toBe(false)
      const add = (id: string) => Effect.flatMap(Storage, (storage) => storage.insert(notes, note(id), "new"))
      yield* use(filename, add("a"))
      const count = Effect.flatMap(Storage, (storage) => storage.count(notes, {}))
      yield* Effect.gen(function* () {
        expect(yield* count).toBe(1)
        yield* use(filename, add("b"))
        expect(yield* count).toBe(1)
        expect(yield* Effect.flip(add("c"))).toMatchObject({ _tag: "Unavailable" })
      }).pipe(Effect.provide(snapshot))
      expect(yield* use(filename, count)).toBe(2)
      unpack(beforeBaseline, filename)
      const error = yield* Effect.flip(Effect.scoped(Layer.build(snapshot)))
      expect(error).toMatchObject({ reason: "older" })
      expect(error.message).toContain("lectern start brings it up to date")
    })
  )
})

/** Everything that opens a file. */
const entries: Readonly<Record<string, (filename: string) => Effect.Effect<unknown, unknown, Scope.Scope>>> = {
  storage: (filename) => Layer.build(SqliteStorage.layer({ filename })),
  value: (filename) => Layer.build(SqliteStorage.open({ filename }).layer),
  target: (filename) => Layer.build(SqliteTarget.layer(filename)),
  snapshot: (filename) => Layer.build(SqliteSnapshot.layer(filename)),
  copy: (filename) => SqliteSnapshot.copy(filename, `${filename}.copy`, []),
  repair: (filename) => SqliteRepair.repair(filename)
}

describe("a file of a schema before the one that the baseline replaces", () => {
  const refused = (filename: string, schema: unknown) =>
    Effect.gen(function* () {
      const bytes = readFileSync(filename)
      for (const [name, entry] of Object.entries(entries)) {
        const error = yield* Effect.flip(Effect.scoped(entry(filename)))
        expect([name, error]).toMatchObject([name, { _tag: "SqliteOpenError", reason: "older" }])
        expect(String(error)).toContain(
          `${filename} has schema ${schema}, but this version of Lectern knows schemas from 29 on: open it once with commit`
        )
      }
      expect(readFileSync(filename).equals(bytes)).toBe(true)
      expect(readdirSync(dirname(filename))).toEqual([basename(filename)])
    })

  for (const name of tooOldFixtures) {
    it.scoped(`${name} is refused by everything that opens it, in one sentence, and stays as it is`, () =>
      Effect.gen(function* () {
        const filename = yield* temporaryFile
        unpack(name, filename)
        yield* refused(filename, Number.parseInt(name, 10))
      })
    )
  }

  it.scoped("is refused with every number", () =>
    Effect.gen(function* () {
      const filename = yield* temporaryFile
      unpack(beforeBaseline, filename)
      const all = inspect(filename, recordsOf)
      expect(all.at(-1)).toBe(29)
      for (const schema of all.slice(0, -1).reverse()) {
        inspect(filename, (database) =>
          database.prepare("delete from schema_migrations where migration_id > ?").run([schema])
        )
        yield* refused(filename, schema)
      }
    })
  )
})
