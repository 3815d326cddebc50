/** A PostgreSQL server for one measurement, and databases on it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createData, startServer } from "@lectern/storage-testing/internal/postgresPrograms"
import * as Effect from "effect/Effect"
import pg from "pg"
import { stopChild } from "../Child.js"
import { tempFolder } from "../TempFolder.js"

/** A running server; its user `lectern` may do everything. */
export interface PostgresServer {
  /** The socket that it listens on, and nothing else. */
  readonly socket: string
  /** The process that starts the processes of connections. */
  readonly pid: number
  readonly urlOf: (database: string) => string
  /** How many transactions it has refused since it started, because they could not be serialized or were deadlocked. */
  readonly refusals: () => number
}

/** PostgreSQL's own settings for durability: a commit is on the disk. */
export const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on", "wal_level=replica"]

/** Runs SQL on a connection of its own, and returns the rows. */
export const execute = async (url: string, sql: string): Promise<ReadonlyArray<ReadonlyArray<unknown>>> => {
  const client = new pg.Client({ connectionString: url })
  client.on("error", () => {})
  await client.connect()
  try {
    const { rows } = await client.query<Array<unknown>>({ text: sql, rowMode: "array" })
    return rows
  } finally {
    await client.end()
  }
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

/** Waits, at most ten seconds, until a server accepts connections. */
const accepts = async (url: string, left = 500): Promise<void> => {
  try {
    await execute(url, "select 1")
  } catch (error) {
    if (left === 0) throw error
    await pause(20)
    await accepts(url, left - 1)
  }
}

/** The first characters of a line of the log: the code of the error. */
const refusal = /^(40001|40P01) /gm

/**
 * A new server with these settings, whose data is deleted when the scope closes. Unless told otherwise, it never syncs. It
 * comes from npm, or from a folder with the programs of one that is installed.
 */
export const newServer = (settings: ReadonlyArray<string>, installed?: string) =>
  Effect.gen(function* () {
    const folder = yield* tempFolder
    yield* Effect.promise(() => createData(folder, installed))
    const all = ["listen_addresses=", "shared_buffers=256MB", "log_line_prefix=%e ", ...settings]
    yield* Effect.acquireRelease(
      Effect.promise(() => startServer(folder, all, process.pid, installed)),
      (server) =>
        Effect.promise(() => {
          server.ref()
          return stopChild(server)
        })
    )
    const urlOf = (database: string) => `postgres:///${database}?host=${encodeURIComponent(folder)}&user=lectern`
    yield* Effect.promise(() => accepts(urlOf("postgres")))
    const server: PostgresServer = {
      socket: join(folder, ".s.PGSQL.5432"),
      pid: Number(readFileSync(join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]),
      urlOf,
      refusals: () => readFileSync(join(folder, "log"), "utf8").match(refusal)?.length ?? 0
    }
    return server
  })

let databases = 0

/** The address of a new database, a copy of another one; it is removed when the scope closes. */
export const newDatabase = ({ urlOf }: PostgresServer, template = "template0") =>
  Effect.gen(function* () {
    const name = `bench_${databases++}`
    const run = (sql: string) => Effect.promise(() => execute(urlOf("postgres"), sql))
    yield* Effect.acquireRelease(run(`create database ${name} encoding 'UTF8' locale 'C' template ${template}`), () =>
      run(`drop database ${name} with (force)`)
    )
    yield* run("checkpoint")
    return { name, url: urlOf(name) }
  })
