/**
 * The PostgreSQL server of the tests: that of `LECTERN_TEST_DATABASE_URL`, or one from npm that is started by the first test
 * of a run that needs it, for all of its processes, and ends with the run. `LECTERN_TEST_POOLER_URL` is the address of a
 * pooler before it, through which the databases of tests are reached.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { needs } from "@lectern/storage-testing/needs"
import { createData, startServer } from "@lectern/storage-testing/postgresPrograms"
import { temporaryPlace } from "@lectern/storage-testing/temporaryPlace"
import { Effect } from "effect"
import pg from "pg"
import * as PostgresStorage from "../src/PostgresStorage.js"

/** The process that started this one and all others of the run. */
const run = process.ppid

/** The bytes that the tests may need together. */
const enough = 2 * 1024 ** 3
const folder = join(temporaryPlace(enough), `lectern-postgres-${run}`)
const ready = join(folder, "ready")
const failed = join(folder, "failed")

const settings = ["listen_addresses=", "shared_buffers=64MB", "max_connections=200", "deadlock_timeout=100ms"]

const started = async (): Promise<string> => {
  await createData(folder)
  await startServer(folder, settings, run)
  return `postgres:///postgres?host=${encodeURIComponent(folder)}&user=lectern`
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Runs SQL on one connection to a database, which is waited for while it starts. */
export type Execute = (sql: string) => Promise<ReadonlyArray<ReadonlyArray<unknown>>>

/** Lets many statements share a connection: the first one on a new connection takes longer than most of them. */
export const connected = async <A>(url: string, use: (execute: Execute) => Promise<A>): Promise<A> => {
  for (let left = 500; ; left--) {
    const client = new pg.Client({ connectionString: url })
    client.on("error", () => {})
    try {
      await client.connect()
    } catch (error) {
      if (left === 0) throw error
      await pause(20)
      continue
    }
    try {
      return await use(async (text) => {
        const result: pg.QueryArrayResult | ReadonlyArray<pg.QueryArrayResult> = await client.query({
          text,
          rowMode: "array"
        })
        return "rows" in result ? result.rows : []
      })
    } finally {
      await client.end()
    }
  }
}

/** Runs SQL on a connection of its own. */
export const execute = (url: string, sql: string): ReturnType<Execute> => connected(url, (each) => each(sql))

/** The address of a database on the server of an address. */
const addressOf = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.toString()
}

const template = `lectern_template_${run}`

const start = async (): Promise<string> => {
  const url = process.env.LECTERN_TEST_DATABASE_URL ?? (await started())
  await execute(url, `create database ${template} encoding 'UTF8' locale 'C' template template0`)
  const open = PostgresStorage.layer({ url: addressOf(url, template), connections: 2 })
  await Effect.runPromise(Effect.provide(Effect.void, open))
  return url
}

const whenStarted = async (): Promise<string> => {
  try {
    mkdirSync(folder)
  } catch {
    for (let left = 1_500; left > 0; left--) {
      if (existsSync(failed)) throw new Error(readFileSync(failed, "utf8"))
      if (existsSync(ready)) return readFileSync(ready, "utf8")
      await pause(20)
    }
    throw new Error(`no server was started in ${folder}`)
  }
  try {
    const url = await start()
    writeFileSync(ready, url)
    return url
  } catch (error) {
    writeFileSync(failed, String(error))
    throw error
  }
}

let server: Promise<string> | undefined

/** The address of the server. */
export const serverUrl = (): Promise<string> => {
  needs("PostgreSQL")
  server ??= whenStarted()
  return server
}

/**
 * How a database is copied: as files, which takes a third of the time where nothing waits for a disk, and which versions
 * before 15 do without being told.
 */
const howToCopy = async (url: string): Promise<string> => {
  if (process.env.LECTERN_TEST_DATABASE_URL !== undefined) return ""
  const [[version] = []] = await execute(url, "select current_setting('server_version_num')::int")
  return Number(version) >= 150_000 ? "strategy file_copy" : ""
}

let copying: Promise<string> | undefined
let databases = 0

/** A new database with the tables of the engine, or an empty one. */
export const createDatabase = async (from: "engine" | "nothing" = "engine"): Promise<string> => {
  const url = await serverUrl()
  copying ??= howToCopy(url)
  const name = `lectern_test_${run}_${process.pid}_${databases++}`
  await execute(url, `create database ${name} template ${from === "engine" ? template : "template0"} ${await copying}`)
  return addressOf(process.env.LECTERN_TEST_POOLER_URL ?? url, name)
}
