/** The baseline: what it makes of nothing, and of the databases of the migrations that it replaces. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { latestOf, numberOf } from "@lectern/storage-sql/SchemaNumbers"
import { Effect, Layer, type Scope } from "effect"
import { bringUpToDate } from "../src/Migrating.js"
import { type Migrations, migrations } from "../src/Migrations.js"
import { addressOf } from "../src/PostgresAddress.js"
import * as PostgresPool from "../src/PostgresPool.js"
import { repair } from "../src/PostgresRepair.js"
import * as PostgresSnapshot from "../src/PostgresSnapshot.js"
import * as PostgresStorage from "../src/PostgresStorage.js"
import * as PostgresTarget from "../src/PostgresTarget.js"
import { connected, createDatabase, execute } from "./server.js"

/** The statements of the replaced migrations, as they made a database, and their records. */
const replaced = readFileSync(new URL("schema-5.sql", import.meta.url), "utf8")

const run = (url: string, sql: string) => Effect.promise(() => execute(url, sql))

/** A database as the migrations before the baseline made it. */
const earlierDatabase = Effect.promise(async () => {
  const url = await createDatabase("nothing")
  await execute(url, replaced)
  return url
})

/** Everything that the catalog knows of the tables: their columns in order, what these are, constraints and indexes. */
const catalog = `
  select relname, 'table', relkind::text || relpersistence::text || coalesce(reloptions::text, '') from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
  union all select attrelid::regclass::text, 'column ' || lpad(attnum::text, 2, '0'), concat_ws(' ', attname,
    format_type(atttypid, atttypmod), attnotnull, attidentity, attstorage, collname, pg_get_expr(adbin, adrelid))
  from pg_attribute left join pg_collation on pg_collation.oid = attcollation
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    join pg_class on pg_class.oid = attrelid and relnamespace = 'public'::regnamespace and relkind = 'r'
  where attnum > 0 and not attisdropped
  union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
  where connamespace = 'public'::regnamespace
  union all select tablename, indexname, indexdef from pg_indexes where schemaname = 'public'
  order by 1, 2, 3`

const recordsOf = (url: string) =>
  Effect.map(run(url, "select migration_id from schema_migrations order by 1"), (rows) => rows.flat())

/** Adds a row to every table, and answers with the text of all rows of each. */
const filled = (url: string) =>
  Effect.promise(() =>
    connected(url, async (each) => {
      const columns = await each(
        `select table_name::text, string_agg(format('%I', column_name), ', ' order by ordinal_position),
          string_agg(case data_type when 'bytea' then '''x''' when 'text' then '''{}''' else '7' end, ', ' order by ordinal_position)
        from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations' group by 1`
      )
      for (const [table, names, values] of columns) {
        await each(`insert into "${table}" (${names}) overriding system value values (${values})`)
      }
      return columns.map(([table]) => String(table))
    })
  )

const rowsOf = (url: string, names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => run(url, `select '${name}', t::text, ctid::text from "${name}" as t order by 2`))

/** Everything that opens a database. */
const entries: Readonly<Record<string, (url: string) => Effect.Effect<unknown, unknown, Scope.Scope>>> = {
  storage: (url) => Layer.build(PostgresStorage.layer({ url, connections: 2 })),
  value: (url) => Layer.build(PostgresStorage.open({ url, connections: 2 }).layer),
  target: (url) => Layer.build(PostgresTarget.layer({ url, connections: 2 })),
  snapshot: (url) => Layer.build(PostgresSnapshot.layer(url)),
  repair
}

const before = numberOf(Object.keys(migrations)[0] ?? "") - 1

const alone = Object.fromEntries(Object.entries(migrations).slice(0, 1))

/** Later migrations, as a version may have them. */
const later: Migrations = {
  ...migrations,
  [`${String(latestOf(migrations) + 1).padStart(4, "0")}_books`]: [
    "create table books (id text, author text)",
    "insert into books select name, 'counted' from counters"
  ],
  [`${String(latestOf(migrations) + 2).padStart(4, "0")}_authors`]: ["create index books_author on books (author)"]
}

const migrated = (url: string, to: Migrations) =>
  Effect.gen(function* () {
    const address = yield* addressOf(url)
    const pool = yield* Effect.acquireRelease(
      Effect.sync(() => PostgresPool.make(address, PostgresPool.patient)),
      ({ close }) => close
    )
    yield* bringUpToDate(pool, [], to)
  })

describe("the baseline", () => {
  it.scoped("makes what the replaced migrations made", () =>
    Effect.gen(function* () {
      const [made, earlier] = [yield* Effect.promise(() => createDatabase("nothing")), yield* earlierDatabase]
      yield* migrated(made, alone)
      expect(yield* run(earlier, catalog)).toEqual(yield* run(made, catalog))
    })
  )

  it.scoped("is only recorded where they have run, once by several processes: every row of every table is found", () =>
    Effect.gen(function* () {
      const url = yield* earlierDatabase
      expect((yield* recordsOf(url)).at(-1)).toBe(before)
      const names = yield* filled(url)
      const [rows, schema] = [yield* rowsOf(url, names), yield* run(url, catalog)]
      yield* Effect.all([migrated(url, alone), migrated(url, alone), migrated(url, alone)], {
        concurrency: "unbounded"
      })
      expect(yield* rowsOf(url, names)).toEqual(rows)
      expect(yield* run(url, catalog)).toEqual(schema)
      expect(yield* recordsOf(url)).toEqual([1, 2, 3, 4, 5, ...Object.keys(alone).map(numberOf)])
    })
  )

  it.scoped("is refused by everything that opens a database with fewer of them, in one sentence", () =>
    Effect.gen(function* () {
      const url = yield* earlierDatabase
      for (let schema = before - 1; schema > 0; schema--) {
        yield* run(url, `delete from schema_migrations where migration_id > ${schema}`)
        // The first ones had no column for the lowest version.
        if (schema === 3) yield* run(url, "alter table schema_migrations drop column lowest")
        for (const [name, entry] of Object.entries(entries)) {
          const error = yield* Effect.flip(Effect.scoped(entry(url)))
          expect([name, error]).toMatchObject([name, { _tag: "PostgresOpenError", reason: "older" }])
          expect(String(error)).toMatch(
            new RegExp(
              `has schema ${schema}, but this version of Lectern knows schemas from ${before} on: open it once with commit`
            )
          )
        }
        expect((yield* recordsOf(url)).at(-1)).toBe(schema)
      }
    })
  )
})

describe("later migrations", () => {
  it.scoped("run once and in order on a new database, one from before the baseline, and one of today", () =>
    Effect.gen(function* () {
      const [fresh, earlier, today] = [
        yield* Effect.promise(() => createDatabase("nothing")),
        yield* earlierDatabase,
        yield* Effect.promise(() => createDatabase())
      ]
      for (const url of [earlier, today]) yield* run(url, "insert into counters values ('one', 1)")
      for (const url of [fresh, earlier, today, earlier]) yield* migrated(url, later)
      const last = Object.keys(later).map(numberOf)
      for (const [url, books, records] of [
        [fresh, [], last],
        [earlier, [["one", "counted"]], [1, 2, 3, 4, 5, ...last]],
        [today, [["one", "counted"]], last]
      ] as const) {
        expect(yield* run(url, "select id, author from books")).toEqual(books)
        expect(yield* recordsOf(url)).toEqual(records)
      }
    })
  )

  it.scoped("change nothing when one of them fails", () =>
    Effect.gen(function* () {
      const url = yield* earlierDatabase
      const schema = yield* run(url, catalog)
      const failing = { ...later, [`${latestOf(later) + 1}_wrong`]: ["create table books (id text)"] }
      const error = yield* Effect.flip(migrated(url, failing))
      expect(error).toMatchObject({ reason: "migration" })
      expect(error.message).toContain('relation "books" already exists')
      expect(yield* run(url, catalog)).toEqual(schema)
      expect((yield* recordsOf(url)).at(-1)).toBe(before)
    })
  )
})
