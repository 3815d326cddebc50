/** Backups of a whole workspace and their restoration, compared with copies of its files and with `pg_dump`. */
import { randomBytes } from "node:crypto"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { ContentSync } from "@lectern/core/space-content/ContentSync"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Family, Measure, Prepared } from "../Harness.js"
import { installedPostgres, lectern, ran } from "../Programs.js"
import { durable, newDatabase, newServer, type PostgresServer } from "../postgres/Server.js"
import { tempFolder } from "../TempFolder.js"
import { administered, emptySpace, newSpace, openFile, within } from "../Workspace.js"

/** The size of the workspace, in megabytes. */
const size = Number(process.env.LECTERN_BACKUP_MB ?? 1_000)

/** A part of it is texts, and the rest is files that cannot be compressed. */
const partOfTexts = 0.05
const bytesOfPage = 4_000
const bytesOfFile = 4_000_000
const filesOfSpace = 16
const rounds = 2

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Fills the workspace in a folder. */
const filled = (data: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const workspace = yield* administered(yield* openFile(join(data, "lectern.db")))
      yield* newSpace(workspace, Math.ceil((size * 1_000_000 * partOfTexts) / bytesOfPage), bytesOfPage)
      const files = Math.ceil((size * 1_000_000 * (1 - partOfTexts)) / bytesOfFile)
      for (let from = 0; from < files; from += filesOfSpace) {
        const space = yield* emptySpace(workspace, `Files from ${from}`)
        const names = range(Math.min(filesOfSpace, files - from)).map((i) => `file-${from + i}.bin`)
        const tree = {
          pages: [],
          files: names.map((name) => ({
            key: name,
            name,
            contentType: "application/octet-stream",
            bytes: randomBytes(bytesOfFile)
          })),
          reusableContents: [],
          variables: {},
          redirects: {}
        }
        yield* within(
          workspace,
          Effect.flatMap(ContentSync, (sync) => sync.apply(space, tree))
        )
      }
    })
  )

/** Megabytes of the workspace a second. `prepare` and what its scope does afterwards are not counted. */
const rate = <A>(prepare: Effect.Effect<A, unknown, Scope.Scope>, work: (prepared: A) => Promise<void>): Measure =>
  Effect.scoped(
    Effect.gen(function* () {
      const prepared = yield* prepare
      const started = performance.now()
      yield* Effect.promise(() => work(prepared))
      return (size * 1_000) / (performance.now() - started)
    })
  )

const inFolder = (name: string) => Effect.map(tempFolder, (folder) => join(folder, name))

const run = (args: ReadonlyArray<string>, database: string) =>
  ran(process.execPath, [lectern, ...args], { LECTERN_DATABASE_URL: database })

/** Copies a file, and waits until it is on the disk. */
const copied = async (from: string, to: string): Promise<void> => {
  await ran("cp", [from, to])
  await ran("sync", [to])
}

const row = (name: string, subject: string, baseline: string, least: number, pair: Prepared["pair"]): Prepared => ({
  name,
  subject: `${subject}, ${size} MB`,
  baseline,
  unit: "MB/s",
  target: { of: "ratio", kind: "at least", value: least },
  rounds,
  cold: true,
  pair
})

/** The rows for a workspace in a file. */
const ofFile = (data: string, archive: string): ReadonlyArray<Prepared> => {
  const file = join(data, "lectern.db")
  const copy = rate(inFolder("copy"), (to) => copied(file, to))
  return [
    row("backup-sqlite", "lectern backup, SQLite", "cp and sync", 0.2, {
      subject: rate(inFolder("backup.tar"), (to) => run(["backup", to, "--data-dir", data], "")),
      baseline: copy
    }),
    row("restore-sqlite", "lectern restore, SQLite", "cp and sync", 0.2, {
      subject: rate(inFolder("data"), (to) => run(["restore", archive, "--data-dir", to], "")),
      baseline: copy
    })
  ]
}

/** The rows for a copy of it in a database, on a server whose programs are in a folder. */
const ofDatabase = (server: PostgresServer, programs: string, url: string, data: string, folder: string) =>
  Effect.gen(function* () {
    const [archive, dump] = [join(folder, "postgres.tar"), join(folder, "postgres.dump")]
    const dumped = (to: string) => ran(join(programs, "pg_dump"), ["-Fc", "-f", to, url])
    yield* Effect.promise(async () => {
      await run(["backup", archive, "--data-dir", data], url)
      await dumped(dump)
    })
    const empty = Effect.map(newDatabase(server), (database) => database.url)
    return [
      row("backup-postgres", "lectern backup, PostgreSQL", "pg_dump -Fc", 0.5, {
        subject: rate(inFolder("backup.tar"), (to) => run(["backup", to, "--data-dir", data], url)),
        baseline: rate(inFolder("dump"), dumped)
      }),
      row("restore-postgres", "lectern restore, PostgreSQL", "pg_restore", 0.5, {
        subject: rate(Effect.zip(empty, inFolder("data")), ([to, beside]) =>
          run(["restore", archive, "--data-dir", beside], to)
        ),
        baseline: rate(empty, (to) => ran(join(programs, "pg_restore"), ["-d", to, dump]))
      })
    ]
  })

/**
 * Backups without encryption, and their restoration, of a workspace of 1 GB, or of as many megabytes as
 * `LECTERN_BACKUP_MB` says. The rows about PostgreSQL need an installed one, since `pg_dump` reads no newer servers.
 */
export const backup: Family = {
  name: "backup",
  onlyAsked: true,
  rows: Effect.gen(function* () {
    const folder = yield* tempFolder
    const [data, archive] = [join(folder, "workspace"), join(folder, "sqlite.tar")]
    mkdirSync(data)
    yield* filled(data)
    yield* Effect.promise(() => run(["backup", archive, "--data-dir", data], ""))
    const rows = ofFile(data, archive)
    const programs = installedPostgres("initdb", "postgres", "pg_dump", "pg_restore")
    if (programs === undefined) {
      process.stderr.write("backup: no PostgreSQL with pg_dump is installed, its rows are left out\n")
      return rows
    }
    const server = yield* newServer(durable, programs)
    const { url } = yield* newDatabase(server)
    yield* Effect.promise(() => run(["copy", data, url], ""))
    return [...rows, ...(yield* ofDatabase(server, programs, url, join(folder, "beside"), folder))]
  })
}
