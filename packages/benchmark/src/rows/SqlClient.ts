import * as PgClient from "@effect/sql-pg/PgClient"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Lectern from "@lectern/core/Lectern"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as PostgresStorage from "@lectern/storage-postgres/PostgresStorage"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { titleOf } from "../Corpus.js"
import { type Family, type Measure, type Prepared, type Row, timed } from "../Harness.js"
import { newDatabase, newServer } from "../postgres/Server.js"
import { tempFolder } from "../TempFolder.js"
import { administered, base, newSpace, pathOf, within } from "../Workspace.js"

const pages = 200

/** A workspace with a space. */
const opened = (storage: Lectern.StorageLayer<unknown>) =>
  Effect.gen(function* () {
    const workspace = yield* administered(yield* Layer.build(Lectern.layer(storage, { baseUrl: base })))
    return { workspace, space: yield* newSpace(workspace, pages, 2_048) }
  })

type Opened = Effect.Effect.Success<ReturnType<typeof opened>>

const get =
  (calls: number) =>
  ({ space, workspace }: Opened): Measure =>
    within(
      workspace,
      Effect.flatMap(Spaces, ({ get }) => timed(calls, () => get(space)))
    )

const edit =
  (calls: number) =>
  ({ space, workspace }: Opened): Measure =>
    within(
      workspace,
      Effect.gen(function* () {
        const contents = yield* Contents
        const { apply } = yield* ContentEdits
        const ids = yield* Effect.forEach(Array.from({ length: 50 }).keys(), (i) =>
          Effect.map(contents.pageByPath(space, pathOf(i)), ({ id }) => id)
        )
        return yield* timed(calls, (i) => {
          const title = titleOf(i + Math.floor(Math.random() * 1e6))
          return apply(space, { changes: [{ operation: "update_page", page: ids[i % ids.length]!, title }] })
        })
      })
    )

const compared = (name: string, subject: string, baseline: string) => ({
  name,
  subject,
  baseline,
  unit: "µs" as const,
  target: { of: "ratio", kind: "at most", value: 1 / 0.7 } as const,
  rounds: 7
})

const onSqlite = Effect.gen(function* () {
  const file = Effect.map(tempFolder, (folder) => `${folder}/workspace.db`)
  const own = yield* opened(SqliteStorage.layer({ filename: yield* file }))
  const client = SqliteClient.layer({ filename: yield* file })
  return { own, application: yield* opened(Layer.provide(SqliteStorage.layerSqlClient(), client)) }
})

const sqliteRow = (name: string, subject: string, measure: (opened: Opened) => Measure): Row => ({
  ...compared(name, `${subject}, over SqlClient`, "in a file of its own"),
  prepare: Effect.map(onSqlite, ({ application, own }) => ({ subject: measure(application), baseline: measure(own) }))
})

/** Gets a space of a workspace in an application's SQLite database. */
export const sqlClientGet = sqliteRow("sql-client-get", "get a space", get(5_000))

/** Changes the title of a page there. */
export const sqlClientEdit = sqliteRow("sql-client-edit", "edit a title", edit(100))

const onPostgres: Effect.Effect<ReadonlyArray<Prepared>, unknown, Scope.Scope> = Effect.gen(function* () {
  const server = yield* newServer([])
  const own = yield* opened(PostgresStorage.layer({ url: (yield* newDatabase(server)).url }))
  const client = PgClient.layer({ url: Redacted.make((yield* newDatabase(server)).url) })
  const application = yield* opened(Layer.provide(PostgresStorage.layerSqlClient(), client))
  const row = (name: string, what: string, measure: (opened: Opened) => Measure): Prepared => ({
    ...compared(name, `PostgreSQL, ${what}, over SqlClient`, "in a database of its own"),
    pair: { subject: measure(application), baseline: measure(own) }
  })
  return [
    row("postgres-sql-client-get", "get a space", get(500)),
    row("postgres-sql-client-edit", "edit a title", edit(50))
  ]
})

/** Both in an application's PostgreSQL database. */
export const postgresSqlClient: Family = { name: "postgres-sql-client", onlyAsked: true, rows: onPostgres }
