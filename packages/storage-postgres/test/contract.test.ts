/** The whole contract, while another database of the same server writes. */
import * as PgClient from "@effect/sql-pg/PgClient"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { contract } from "@lectern/storage-testing/contract"
import { has } from "@lectern/storage-testing/needs"
import { firstFailure } from "@lectern/storage-testing/refused"
import { tables } from "@lectern/storage-testing/tables"
import { Layer, Redacted } from "effect"
import pg from "pg"
import * as PostgresStorage from "../src/PostgresStorage.js"
import { newDatabase } from "./database.js"
import { createDatabase, execute, serverUrl } from "./server.js"

/** Commits a row every few milliseconds, until its connection is ended. */
const write = `do $$ begin
  create table noise (at timestamptz);
  loop insert into noise values (now()); commit; perform pg_sleep(0.01); end loop;
end $$`

const application = `noise-${process.pid}`

describe.runIf(has("PostgreSQL"))("while another database of the server writes", () => {
  beforeAll(async () => {
    const url = new URL(await createDatabase("nothing"))
    url.searchParams.set("application_name", application)
    const other = new pg.Client({ connectionString: url.toString() })
    other.on("error", () => {})
    await other.connect()
    other.query(write).catch(() => {})
  })

  afterAll(async () => {
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = '${application}'`
    await execute(await serverUrl(), end)
  })

  const storage = newDatabase((url) => PostgresStorage.layer({ url, tables }))

  contract("PostgreSQL", storage, { generation: "none", writers: "many" })

  it("is refused if it does not declare its many writers", async () => {
    expect(await firstFailure(storage, { generation: "none" })).toContain("waits for the transaction that is open")
  })

  const shared = newDatabase((url) =>
    Layer.provide(PostgresStorage.layerSqlClient({ tables }), PgClient.layer({ url: Redacted.make(url) }))
  )

  contract("PostgreSQL of an application", shared, { generation: "none", writers: "many" })
})
