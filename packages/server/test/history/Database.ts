/** A database whose server can be restarted, and that can be made to forget a guarantee. */
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { needs } from "@lectern/storage-testing/needs"
import { createData, startServer } from "@lectern/storage-testing/postgresPrograms"
import { temporaryPlace } from "@lectern/storage-testing/temporaryPlace"
import { execute } from "../../../storage-postgres/test/server.js"

/** A database on a server of its own. */
export interface Database {
  readonly url: string
  /** Runs SQL. */
  readonly execute: (sql: string) => Promise<unknown>
  /** Stops the server, which ends every connection, and starts it again. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

const needed = 1024 ** 3
const settings = ["listen_addresses=", "synchronous_commit=on", "max_connections=100", "shared_buffers=64MB"]

/** Starts a server with an empty database. */
export const startDatabase = async (): Promise<Database> => {
  needs("PostgreSQL from npm")
  const folder = mkdtempSync(join(temporaryPlace(needed), "lectern-history-"))
  await createData(folder)
  let server = await startServer(folder, settings, process.pid)
  const stop = async (): Promise<void> => {
    const ended = once(server, "exit")
    server.kill("SIGTERM")
    await ended
  }
  const admin = `postgres:///postgres?host=${encodeURIComponent(folder)}&user=lectern`
  await execute(admin, "create database lectern encoding 'UTF8' locale 'C' template template0")
  const url = `postgres:///lectern?host=${encodeURIComponent(folder)}&user=lectern`
  return {
    url,
    execute: (sql) => execute(url, sql),
    restart: async () => {
      await stop()
      server = await startServer(folder, settings, process.pid)
      await execute(url, "select 1")
    },
    stop: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
