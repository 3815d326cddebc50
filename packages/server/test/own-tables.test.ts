/** Commands on the workspace that an application has among its own tables. */
import { existsSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { Actor, system, user } from "@lectern/core/access/Actor"
import type * as Engine from "@lectern/core/engine/Engine"
import { Files } from "@lectern/core/files/Files"
import * as Lectern from "@lectern/core/Lectern"
import { Organizations } from "@lectern/core/organizations/Organizations"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { Users } from "@lectern/core/users/Users"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { has } from "@lectern/storage-testing/needs"
import { Effect, Layer, Redacted } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { createDatabase } from "../../storage-postgres/test/server.js"
import { lecternHere } from "./inProcess.js"
import { temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (name: string) => join(folder, name)

const sqlite = (filename: string) =>
  Layer.provideMerge(Lectern.layer(SqliteStorage.layerSqlClient()), SqliteClient.layer({ filename }))
const postgres = (url: string) =>
  Layer.provideMerge(
    Lectern.layer(PostgresStorage.layerSqlClient()),
    PgClient.layer({ url: Redacted.make(url), maxConnections: 4 })
  )

/** Creates the tables of an application, which has those of Lectern beside it. */
const application = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table users (name text)`
  yield* sql`create table schema_migrations (version text)`
  // The name of an index of the workspace.
  yield* sql`create index spaces_key on users (name)`
  yield* sql`insert into users values ('mine')`
})

/** A space with a page and a file. */
const content = Effect.gen(function* () {
  const { id } = yield* (yield* Users).create({ displayName: "Ada", email: "ada@example.com" })
  yield* Effect.gen(function* () {
    const organization = yield* (yield* Organizations).create({ title: "Example" })
    const space = yield* (yield* Spaces).create(organization.id, { title: "Handbook" })
    yield* (yield* Files).upload(space.id, { name: "a.bin", bytes: new Uint8Array(300_000).fill(7) })
    const change = { operation: "insert_page", title: "Zebra", document: { markdown: "crossing\n" } } as const
    yield* (yield* ContentEdits).apply(space.id, { changes: [change] })
  }).pipe(Effect.provideService(Actor, user(id)))
}).pipe(Effect.provideService(Actor, system))

const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select name from users`)

/** A database of an application, with the options of commands that name it. */
interface Application {
  readonly layer: Layer.Layer<Engine.Services | SqlClient.SqlClient, unknown>
  readonly client: Layer.Layer<SqlClient.SqlClient, unknown>
  readonly at: readonly [option: string, address: string]
}

const databases: ReadonlyArray<{
  readonly kind: string
  readonly isHere: boolean
  readonly create: (name: string) => Promise<Application>
}> = [
  {
    kind: "SQLite",
    create: async (name) => ({
      layer: sqlite(inFolder(name)),
      client: SqliteClient.layer({ filename: inFolder(name) }),
      at: ["--database-file", inFolder(name)]
    }),
    isHere: true
  },
  {
    kind: "PostgreSQL",
    create: async () => {
      const url = await createDatabase("nothing")
      return { layer: postgres(url), client: PgClient.layer({ url: Redacted.make(url) }), at: ["--database", url] }
    },
    isHere: has("PostgreSQL")
  },
  {
    kind: "PostgreSQL behind a pooler",
    create: async () => {
      const url = await createDatabase("nothing")
      const at = ["--database", `${url}${url.includes("?") ? "&" : "?"}prepare=off`] as const
      return { layer: postgres(url), client: PgClient.layer({ url: Redacted.make(url) }), at }
    },
    isHere: has("PostgreSQL")
  }
]

const run = async (args: ReadonlyArray<string>, data: string) => {
  mkdirSync(inFolder(data), { recursive: true })
  return lecternHere([...args, "--data-dir", inFolder(data)])
}

const succeeds = async (args: ReadonlyArray<string>, data: string) => {
  const { code, stderr, stdout } = await run(args, data)
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stderr}`)
  return stdout
}

describe.each(databases.filter(({ isHere }) => isHere))("the workspace in an application's $kind", (database) => {
  const { create, kind } = database
  const archive = inFolder(`${kind}.tar`)

  it("is checked, backed up, copied, and restored where it is empty, and the application's tables are left alone", async () => {
    const full = await create(`${kind}-full.db`)
    await Effect.runPromise(Effect.provide(Effect.zipRight(application, content), full.layer))
    const other = `${kind}-data`
    await succeeds(["check", ...full.at], other)
    await succeeds(["backup", archive, ...full.at], other)
    expect(existsSync(archive)).toBe(true)

    const refused = await run(["restore", archive, ...full.at], other)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("is not empty") })

    const empty = await create(`${kind}-empty.db`)
    await Effect.runPromise(Effect.provide(application, empty.layer))
    await succeeds(["restore", archive, ...empty.at], other)
    await succeeds(["check", ...empty.at], other)
    expect(await Effect.runPromise(Effect.provide(rows, empty.layer))).toEqual([{ name: "mine" }])

    const restored = `${kind}-restored`
    await succeeds(["restore", archive], `${restored}/data`)
    await succeeds(["check"], `${restored}/data`)

    const copied = inFolder(`${kind}-copied`)
    await succeeds(["copy", full.at[1], copied], other)
    await succeeds(["check"], `${kind}-copied`)
    const second = await create(`${kind}-second.db`)
    await Effect.runPromise(Effect.provide(application, second.layer))
    await succeeds(["copy", copied, second.at[1]], other)
    await succeeds(["check", ...second.at], other)
  }, 120_000)

  it("is refused where the application has none", async () => {
    const foreign = await create(`${kind}-foreign.db`)
    await Effect.runPromise(Effect.provide(application, foreign.client))
    const refused = await run(["restore", archive, ...foreign.at], `${kind}-data`)
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("another program") })
  })

  it.runIf(kind.startsWith("PostgreSQL"))("gets an index back that it lacks, and no other one", async () => {
    const damaged = await create(`${kind}-damaged.db`)
    const drop = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop index lectern_workspace.spaces_key`)
    await Effect.runPromise(Effect.provide(Effect.zipRight(application, drop), damaged.layer))
    const data = `${kind}-data`
    const found = await run(["check", ...damaged.at], data)
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining("it has no valid index spaces_key") })
    expect(found.stdout.match(/no valid index/g)).toHaveLength(1)
    await succeeds(["check", "--repair", ...damaged.at], data)
    const indexes = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`select tablename from pg_indexes where indexname = 'spaces_key' order by tablename`
    )
    const left = await Effect.runPromise(Effect.provide(indexes, damaged.client))
    expect(left).toEqual([{ tablename: "spaces" }, { tablename: "users" }])
  })
})
