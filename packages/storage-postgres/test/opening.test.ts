import { describe, expect, it } from "@effect/vitest"
import { tables as engineTables } from "@lectern/core/engine/Tables"
import * as Lectern from "@lectern/core/Lectern"
import { Storage } from "@lectern/core/storage/Storage"
import { table } from "@lectern/core/storage/Table"
import { createTables } from "@lectern/storage-sql/Ddl"
import { postgres } from "@lectern/storage-sql/Dialect"
import { numberOf } from "@lectern/storage-sql/SchemaNumbers"
import { note, notes, tables } from "@lectern/storage-testing/tables"
import { Effect, Exit, Layer } from "effect"
import { latest, migrations } from "../src/Migrations.js"
import * as PostgresSnapshot from "../src/PostgresSnapshot.js"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { createDatabase, execute } from "./server.js"

const use = <A, E>(url: string, effect: Effect.Effect<A, E, Storage>, declared = tables) =>
  Effect.provide(effect, PostgresStorage.layer({ url, tables: declared, connections: 2 }))

const refusal = (url: string) => Effect.flip(use(url, Effect.void))

/** The columns and indexes of each table. */
const schema = `
  select table_name, column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(collation_name, '')
  from information_schema.columns where table_schema = 'public'
  union all select tablename, replace(indexdef, 'public.', '') from pg_indexes where schemaname = 'public' order by 1, 2`

const schemaOf = (url: string, names: ReadonlySet<unknown>) =>
  Effect.map(
    Effect.promise(() => execute(url, schema)),
    (rows) => rows.filter(([name]) => names.has(name))
  )

describe("opening a database", () => {
  it.effect("gives an empty one the declared tables and indexes of the engine, by its frozen migrations", () =>
    Effect.gen(function* () {
      const [migrated, declared] = yield* Effect.promise(() =>
        Promise.all([createDatabase("nothing"), createDatabase("nothing")])
      )
      yield* use(migrated, Effect.void)
      yield* Effect.promise(() => execute(declared, createTables(postgres, engineTables).join("; ")))
      const names = new Set(["counters", ...engineTables.map(({ name }) => name)])
      expect(yield* schemaOf(migrated, names)).toEqual(yield* schemaOf(declared, names))
      const records = yield* Effect.promise(() =>
        execute(migrated, "select migration_id from schema_migrations order by 1")
      )
      expect(records.flat()).toEqual(Object.keys(migrations).map(numberOf))
    })
  )

  it.effect("keeps what is in it, adds tables that are declared later, and can be opened by several at once", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase("nothing"))
      const insert = (id: string) =>
        use(
          url,
          Effect.flatMap(Storage, (storage) => storage.insert(notes, note(id), "kept"))
        )
      yield* Effect.all([insert("a"), insert("b"), insert("c")], { concurrency: "unbounded" })
      const later = table({ name: "later", columns: { id: "text" }, key: ["id"], indexes: {} })
      const found = yield* use(
        url,
        Effect.gen(function* () {
          const storage = yield* Storage
          yield* storage.insert(later, { id: "x" }, "new")
          return [yield* storage.count(notes, {}), yield* storage.count(later, {})]
        }),
        [...tables, later]
      )
      expect(found).toEqual([3, 1])
    })
  )

  it("is a storage of Lectern.open", async () => {
    const storage = PostgresStorage.open({ url: await createDatabase(), connections: 2 })
    const first = await Lectern.open({ storage })
    const { id } = await first.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    await first.close()
    const second = await Lectern.open({ storage })
    expect(await second.asSystem().users.findByEmail("ada@example.com")).toMatchObject({ id, displayName: "Ada" })
    await second.close()
  })

  it.effect("opens the schema of a newer version only if that says so, and never copies it", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase())
      const later = (lowest: number) =>
        Effect.promise(() =>
          execute(
            url,
            `insert into schema_migrations values (${latest + 1}, now(), 'later', ${lowest})
              on conflict (migration_id) do update set lowest = excluded.lowest`
          )
        )
      for (const [lowest, opens] of [
        [0, false],
        [1, true],
        [latest, true],
        [latest + 1, false]
      ] as const) {
        yield* later(lowest)
        const exit = yield* Effect.exit(use(url, Effect.void))
        expect([lowest, Exit.isSuccess(exit)]).toEqual([lowest, opens])
        const read = yield* Effect.flip(Effect.scoped(Layer.build(PostgresSnapshot.layer(url))))
        expect(read).toMatchObject({ reason: "newer" })
        expect(read.message).toContain(`has schema ${latest + 1}, but this version`)
      }
    })
  )

  it.effect("refuses the tables of another program, and the schema of a newer version", () =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => createDatabase("nothing"))
      yield* Effect.promise(() => execute(url, "create table theirs (a int)"))
      expect(yield* refusal(url)).toMatchObject({ _tag: "PostgresOpenError", reason: "foreign" })
      const newer = yield* Effect.promise(() => createDatabase())
      yield* Effect.promise(() =>
        execute(newer, `insert into schema_migrations values (${latest + 1}, now(), 'later')`)
      )
      const error = yield* refusal(newer)
      expect(error).toMatchObject({ reason: "newer" })
      expect(error.message).toContain(`has schema ${latest + 1}`)
    })
  )

  it.effect("says why a database cannot be opened, and never shows the password", () =>
    Effect.gen(function* () {
      const url = new URL(yield* Effect.promise(() => createDatabase()))
      const absent = new URL(url)
      absent.pathname = "/absent"
      const cases = [
        ["", "address"],
        ["mysql://host/name", "address"],
        ["postgres://host/name?sslmode=prefer", "address"],
        ["postgres://host/name?prepare=yes", "address"],
        ["postgres://ada:12/secret@127.0.0.1:1/name", "address"],
        ["postgres://ada:12?secret@127.0.0.1:1/name", "address"],
        ["postgres://ada:12#secret@127.0.0.1:1/name", "address"],
        ["postgres://ada:secret@127.0.0.1:1/name", "unreachable"],
        [absent.toString(), "refused"]
      ] as const
      for (const [address, reason] of cases) {
        const error = yield* refusal(address)
        expect([address, error._tag === "PostgresOpenError" && error.reason]).toEqual([address, reason])
        expect(error.message).not.toContain("secret")
      }
    })
  )

  it.effect("refuses a database in another encoding", () =>
    Effect.gen(function* () {
      const url = new URL(yield* Effect.promise(() => createDatabase("nothing")))
      const name = `${url.pathname.slice(1)}_latin`
      const create = `create database ${name} encoding 'LATIN1' locale 'C' template template0`
      yield* Effect.promise(() => execute(url.toString(), create))
      url.pathname = `/${name}`
      expect(yield* refusal(url.toString())).toMatchObject({ reason: "unsuitable" })
    })
  )
})
