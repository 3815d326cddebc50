import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as Lectern from "@lectern/core/Lectern"
import { ContentEdits } from "@lectern/core/space-content/ContentEdits"
import { Contents } from "@lectern/core/space-content/Contents"
import { Spaces } from "@lectern/core/spaces/Spaces"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { titleOf } from "../Corpus.js"
import { type Measure, type Row, timed } from "../Harness.js"
import { tempFolder } from "../TempFolder.js"
import { administered, base, newSpace, type OpenWorkspace, pathOf, within } from "../Workspace.js"

const pages = 200

/** A workspace with a space, in a file of its own or in the database of an application. */
const opened = (storage: (filename: string) => Lectern.StorageLayer<unknown>) =>
  Effect.gen(function* () {
    const filename = `${yield* tempFolder}/workspace.db`
    const workspace = yield* administered(yield* Layer.build(Lectern.layer(storage(filename), { baseUrl: base })))
    return { workspace, space: yield* newSpace(workspace, pages, 2_048) }
  })

const shared = (filename: string) => Layer.provide(SqliteStorage.layerSqlClient(), SqliteClient.layer({ filename }))

type Opened = Effect.Effect.Success<ReturnType<typeof opened>>

const row = (name: string, subject: string, measure: (opened: Opened) => Measure): Row => ({
  name,
  subject: `${subject}, over SqlClient`,
  baseline: "in a file of its own",
  unit: "µs",
  target: { of: "ratio", kind: "at most", value: 1 / 0.7 },
  rounds: 7,
  prepare: Effect.gen(function* () {
    const [own, application] = [yield* opened((filename) => SqliteStorage.layer({ filename })), yield* opened(shared)]
    return { subject: measure(application), baseline: measure(own) }
  })
})

/** Gets a space of a workspace in an application's database. */
export const sqlClientGet = row("sql-client-get", "get a space", ({ space, workspace }) =>
  within(
    workspace,
    Effect.flatMap(Spaces, ({ get }) => timed(5_000, () => get(space)))
  )
)

const edit = ({ space, workspace }: Pick<Opened, "space"> & { readonly workspace: OpenWorkspace }): Measure =>
  within(
    workspace,
    Effect.gen(function* () {
      const contents = yield* Contents
      const { apply } = yield* ContentEdits
      const ids = yield* Effect.forEach(Array.from({ length: 50 }).keys(), (i) =>
        Effect.map(contents.pageByPath(space, pathOf(i)), ({ id }) => id)
      )
      return yield* timed(100, (i) =>
        apply(space, {
          changes: [
            {
              operation: "update_page",
              page: ids[i % ids.length]!,
              title: titleOf(i + Math.floor(Math.random() * 1e6))
            }
          ]
        })
      )
    })
  )

/** Changes the title of a page there. */
export const sqlClientEdit = row("sql-client-edit", "edit a title", edit)
