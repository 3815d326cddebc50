/** Transactions of the embedding program, around calls of the engine and statements of its own. */

import * as SqlClient from "@effect/sql/SqlClient"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import { describe, expect, it } from "@effect/vitest"
import { Actor, user } from "@lectern/core/access/Actor"
import { AuditEvents } from "@lectern/core/audit-events/AuditEvents"
import type { LecternError } from "@lectern/core/errors/Errors"
import { Files } from "@lectern/core/files/Files"
import * as Lectern from "@lectern/core/Lectern"
import { OpenAPISpecs } from "@lectern/core/openapi-specs/OpenAPISpecs"
import type { OrganizationId } from "@lectern/core/organizations/Organization"
import { Search } from "@lectern/core/search/Search"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import type { SpaceId } from "@lectern/core/spaces/Space"
import { Spaces } from "@lectern/core/spaces/Spaces"
import { organizationLock, spaceLock } from "@lectern/core/storage/Locks"
import * as MemoryStorage from "@lectern/storage-memory/MemoryStorage"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { newFile } from "@lectern/storage-testing/files"
import { has } from "@lectern/storage-testing/needs"
import { Deferred, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { newDatabase } from "../../../../storage-postgres/test/database.js"
import { storages } from "../../storages.js"
import { as, damages, failure, organization, workspace } from "../../workspace.js"

/** The databases of an application, with the workspace in them. */
const applications = [
  {
    name: "sqlite",
    layer: newFile((filename) =>
      Layer.provideMerge(SqliteStorage.layerSqlClient(), SqliteClient.layer({ filename }))
    ).pipe(Layer.orDie)
  },
  ...(has("PostgreSQL")
    ? [
        {
          name: "postgres",
          layer: newDatabase((url) =>
            Layer.provideMerge(PostgresStorage.layerSqlClient(), PgClient.layer({ url: Redacted.make(url) }))
          ).pipe(Layer.orDie)
        }
      ]
    : [])
]

/** A space of an organization, and its administrator. */
const newWorld = Effect.gen(function* () {
  const { admin, id } = yield* organization()
  const space = yield* as(admin)((yield* Spaces).create(id, { title: "Releases" }))
  return { admin, organization: id, space: space.id }
})

const addPage = (space: SpaceId, title: string) =>
  Effect.flatMap(ContentEdits, ({ apply }) =>
    apply(space, { changes: [{ operation: "insert_page", title, document: { markdown: `about ${title}\n` } }] })
  )

const titles = (space: SpaceId) =>
  Effect.flatMap(Contents, ({ pages }) => Effect.map(pages(space), ({ pages }) => pages.map(({ title }) => title)))

const found = (space: SpaceId, query: string) =>
  Effect.flatMap(Search, ({ space: search }) =>
    Effect.map(search(space, { query }), ({ items }) => items.map(({ title }) => title))
  )

/** The events of a space that were committed. */
const events = (organization: OrganizationId) =>
  Effect.flatMap(AuditEvents, ({ list }) =>
    Effect.map(list(organization, { limit: 100 }), ({ items }) => items.map(({ action }) => action))
  )

const rows = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ readonly version: string }>`select version from releases order by version`, (found) =>
    found.map(({ version }) => version)
  )
)

const addRow = (version: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`insert into releases (version) values (${version})`)

const createTable = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(sql`create table if not exists releases (version varchar(20) primary key)`, sql`delete from releases`)
)

/** A row of the application and a page of the workspace. */
const release = (space: SpaceId, version: string) => Effect.zipRight(addRow(version), addPage(space, version))

describe.each(applications)("a transaction over the $name of an application", ({ layer, name }) => {
  const live = Layer.provideMerge(workspace({ name, layer }), layer)
  const inWorld = <E>(
    body: (
      world: Effect.Effect.Success<typeof newWorld>
    ) => Effect.Effect<void, E, Actor | Layer.Layer.Success<typeof live>>
  ) =>
    Effect.gen(function* () {
      yield* createTable
      const made = yield* newWorld
      yield* as(made.admin)(body(made))
      expect(yield* damages).toEqual([])
    }).pipe(Effect.provide(live))

  it.effect("commits rows and pages together, which only it has seen before", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        const seen = yield* Lectern.transaction(
          Effect.gen(function* () {
            yield* release(space, "1.0")
            return { rows: yield* rows, titles: yield* titles(space), found: yield* found(space, "1.0") }
          }),
          { locks: [spaceLock(space)] }
        )
        expect(seen).toEqual({ rows: ["1.0"], titles: ["1.0"], found: ["1.0"] })
        expect(yield* rows).toEqual(["1.0"])
        expect(yield* titles(space)).toEqual(["1.0"])
        expect(yield* found(space, "1.0")).toEqual(["1.0"])
      })
    )
  )

  const endings: ReadonlyArray<readonly [title: string, ending: Effect.Effect<never, string>]> = [
    ["a failure", Effect.fail("failed")],
    ["a defect", Effect.dieMessage("died")],
    ["an interruption", Effect.interrupt]
  ]
  it.effect.each(endings)("leaves neither rows nor pages nor events nor cached answers after %s", ([, ending]) =>
    inWorld(({ organization, space }) =>
      Effect.gen(function* () {
        const before = yield* events(organization)
        expect(yield* titles(space)).toEqual([])
        const spaces = yield* Spaces
        const exit = yield* Effect.exit(
          Lectern.transaction(
            Effect.gen(function* () {
              yield* release(space, "1.0")
              yield* spaces.update(space, { title: "Changed" })
              expect(yield* titles(space)).toEqual(["1.0"])
              expect((yield* spaces.get(space)).title).toBe("Changed")
              return yield* ending
            })
          )
        )
        expect(Exit.isFailure(exit)).toBe(true)
        expect(yield* rows).toEqual([])
        expect(yield* titles(space)).toEqual([])
        expect((yield* spaces.get(space)).title).toBe("Releases")
        expect(yield* found(space, "1.0")).toEqual([])
        expect(yield* events(organization)).toEqual(before)
      })
    )
  )

  it.effect("announces its changes to caches and events when it commits, and not before", () =>
    inWorld(({ organization, space }) =>
      Effect.gen(function* () {
        const spaces = yield* Spaces
        const changed = yield* Deferred.make<void>()
        const looked = yield* Deferred.make<void>()
        const running = yield* Effect.fork(
          Lectern.transaction(
            Effect.gen(function* () {
              yield* spaces.update(space, { title: "Changed" })
              yield* Deferred.succeed(changed, undefined)
              yield* Deferred.await(looked)
            }),
            { locks: [organizationLock(organization), spaceLock(space)] }
          )
        )
        yield* Deferred.await(changed)
        expect((yield* spaces.get(space)).title).toBe("Releases")
        const before = yield* events(organization)
        yield* Deferred.succeed(looked, undefined)
        yield* Fiber.join(running)
        expect((yield* spaces.get(space)).title).toBe("Changed")
        expect((yield* events(organization)).length).toBe(before.length + 1)
      })
    )
  )

  it.effect("undoes what came after a savepoint of the application that was rolled back", () =>
    inWorld(({ organization, space }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const spaces = yield* Spaces
        const before = yield* events(organization)
        const released = (version: string) =>
          Effect.zipRight(release(space, version), spaces.update(space, { title: version }))
        const undone = (version: string) => Effect.zipRight(released(version), Effect.fail("undone" as const))
        yield* Lectern.transaction(
          Effect.gen(function* () {
            yield* released("1.0")
            expect(yield* Effect.flip(sql.withTransaction(undone("1.1")))).toBe("undone")
            expect((yield* spaces.get(space)).title).toBe("1.0")
            yield* sql.withTransaction(released("1.2"))
            expect(yield* Effect.flip(Lectern.transaction(undone("1.3")))).toBe("undone")
          })
        )
        expect(yield* rows).toEqual(["1.0", "1.2"])
        expect(yield* titles(space)).toEqual(["1.0", "1.2"])
        expect((yield* spaces.get(space)).title).toBe("1.2")
        expect((yield* events(organization)).length).toBe(before.length + 2)
      })
    )
  )

  it.effect("searches what it has written, while somebody else waits for it to index that space", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        yield* addPage(space, "0.9")
        const written = yield* Deferred.make<void>()
        const waiting = yield* Effect.fork(Effect.zipRight(Deferred.await(written), found(space, "0.9")))
        const seen = yield* Lectern.transaction(
          Effect.gen(function* () {
            yield* addPage(space, "1.0")
            yield* Deferred.succeed(written, undefined)
            for (let turn = 0; turn < 50; turn++) yield* Effect.promise(() => new Promise(setImmediate))
            return yield* found(space, "1.0")
          })
        )
        expect(seen).toEqual(["1.0"])
        expect(yield* Fiber.join(waiting)).toEqual(["0.9"])
      })
    )
  )

  it.effect("fails, and changes nothing, if a statement of the application fails", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        yield* addRow("1.0")
        const exit = yield* Effect.exit(Lectern.transaction(Effect.zipRight(addPage(space, "1.0"), addRow("1.0"))))
        expect(Exit.isFailure(exit)).toBe(true)
        expect(yield* titles(space)).toEqual([])
      })
    )
  )

  it.effect("commits nothing, and does not try again, if it goes on after such a failure", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        yield* addRow("1.0")
        let runs = 0
        const goesOn = Effect.gen(function* () {
          runs++
          yield* addPage(space, "1.0")
          yield* Effect.ignore(addRow("1.0"))
        })
        const exit = yield* Effect.exit(Lectern.transaction(goesOn))
        expect(runs).toBe(1)
        // SQLite undoes the statement alone; PostgreSQL commits nothing after it.
        expect(yield* titles(space)).toEqual(Exit.isSuccess(exit) ? ["1.0"] : [])
        expect(Exit.isSuccess(exit)).toBe(name === "sqlite")
      })
    )
  )

  it.effect.skipIf(name === "sqlite")("is run again if the database ended it for another one", () =>
    inWorld(({ organization, space }) =>
      Effect.gen(function* () {
        const other = yield* (yield* Spaces).create(organization, { title: "Other" })
        yield* addRow("1.0")
        yield* addRow("1.1")
        const sql = yield* SqlClient.SqlClient
        let runs = 0
        const both = [yield* Deferred.make<void>(), yield* Deferred.make<void>()] as const
        /** Changes two rows, the first of which the other transaction changes second. */
        const crossing = (own: 0 | 1, at: SpaceId, first: string, second: string) =>
          Lectern.transaction(
            Effect.gen(function* () {
              runs++
              yield* addPage(at, "changed")
              yield* sql`update releases set version = version where version = ${first}`
              yield* Deferred.succeed(both[own], undefined)
              yield* Deferred.await(both[own === 0 ? 1 : 0])
              yield* sql`update releases set version = version where version = ${second}`
            }),
            { locks: [spaceLock(at)] }
          )
        yield* Effect.all([crossing(0, space, "1.0", "1.1"), crossing(1, other.id, "1.1", "1.0")], {
          concurrency: "unbounded"
        })
        expect(runs).toBe(3)
        expect(yield* titles(space)).toEqual(["changed"])
        expect(yield* titles(other.id)).toEqual(["changed"])
      })
    )
  )

  it.effect("is ended by nobody else", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const statement of ["commit", " ROLLBACK", "begin", "end", "rollback transaction"]) {
          const ended = Lectern.transaction(Effect.zipRight(addPage(space, "1.0"), sql.unsafe(statement)))
          expect(String(yield* Effect.flip(ended))).toContain("lectern.transaction begins and ends")
        }
        expect(yield* titles(space)).toEqual([])
      })
    )
  )

  it.effect("is over for what was started in it", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        const over = yield* Deferred.make<void>()
        const left = yield* Lectern.transaction(
          Effect.forkDaemon(
            Effect.zipRight(
              Deferred.await(over),
              Effect.all({ row: Effect.flip(addRow("1.0")), page: Effect.exit(addPage(space, "1.0")) })
            )
          )
        )
        yield* Deferred.succeed(over, undefined)
        const { page, row } = yield* Fiber.join(left)
        expect(row).toMatchObject({ _tag: "SqlError", message: "the transaction has ended" })
        expect(Exit.isSuccess(page)).toBe(true)
        expect(yield* rows).toEqual([])
      })
    )
  )

  it.effect("of the application's own has no part for the engine, which says so", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const message = expect.stringContaining("use lectern.transaction instead")
        const refused = <A, E, R>(call: Effect.Effect<A, E, R>) =>
          Effect.map(Effect.flip(sql.withTransaction(Effect.zipRight(addRow("1.0"), call))), (error) =>
            expect(error).toMatchObject({ _tag: "Unavailable", message })
          )
        yield* refused(addPage(space, "1.0"))
        yield* refused(titles(space))
        yield* refused(Lectern.transaction(titles(space)))
        expect(yield* rows).toEqual([])
        yield* addPage(space, "1.0")
      })
    )
  )

  it.effect("waits for others with a lock in common, and for nobody else's rows", () =>
    inWorld(({ space }) =>
      Effect.gen(function* () {
        const versions = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"]
        yield* Effect.forEach(
          versions,
          (version) =>
            Lectern.transaction(
              Effect.gen(function* () {
                const before = (yield* titles(space)).length
                yield* release(space, version)
                expect((yield* titles(space)).length).toBe(before + 1)
              }),
              { locks: [spaceLock(space)] }
            ),
          { concurrency: "unbounded" }
        )
        expect(yield* rows).toEqual(versions)
        expect([...(yield* titles(space))].sort()).toEqual(versions)
      })
    )
  )
})

describe.each(storages)("a transaction over $name", (storage) => {
  const live = workspace(storage)
  const file = { name: "a.txt", bytes: new TextEncoder().encode("a") }

  it.effect("commits several calls together, or none", () =>
    Effect.gen(function* () {
      const { admin, space } = yield* newWorld
      const two = Effect.zipRight(addPage(space, "1.0"), addPage(space, "1.1"))
      const exit = yield* Effect.exit(as(admin)(Lectern.transaction(Effect.zipRight(two, Effect.fail("undone")))))
      expect(Exit.isFailure(exit)).toBe(true)
      expect(yield* as(admin)(titles(space))).toEqual([])
      yield* as(admin)(Lectern.transaction(two, { locks: [spaceLock(space)] }))
      expect(yield* as(admin)(titles(space))).toEqual(["1.0", "1.1"])
    }).pipe(Effect.provide(live))
  )

  it.effect("refuses to fetch and to store files, which it does outside", () =>
    Effect.gen(function* () {
      const { admin, organization, space } = yield* newWorld
      const files = yield* Files
      const specs = yield* OpenAPISpecs
      const text = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} })
      const keptOutside = <A, R>(call: Effect.Effect<A, LecternError, R>) =>
        Effect.gen(function* () {
          const error = yield* as(admin)(failure(Lectern.transaction(call)))
          expect(error.message).toContain("inside a transaction")
          yield* as(admin)(call)
        })
      yield* keptOutside(files.upload(space, file))
      yield* keptOutside(specs.create(organization, { slug: "api", source: { text } }))
    }).pipe(Effect.provide(live))
  )

  it("is what an opened engine runs", async () => {
    const lectern = await Lectern.open({ storage: MemoryStorage.open() })
    const { id } = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const organization = await lectern.as(id).organizations.create({ title: "Example" })
    const create = Effect.flatMap(Spaces, (spaces) => spaces.create(organization.id, { title: "A" }))
    const made = await lectern.transaction(Effect.provideService(create, Actor, user(id)))
    expect(made.title).toBe("A")
    const undone = Effect.provideService(Effect.zipRight(create, Effect.fail(new Error("undone"))), Actor, user(id))
    await expect(lectern.transaction(undone)).rejects.toThrow("undone")
    expect((await lectern.as(id).spaces.list(organization.id, {})).count).toBe(1)
    await lectern.close()
  })
})
