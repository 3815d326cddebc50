import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { latest } from "@lectern/storage-postgres/Migrations"
import { afterAll, beforeAll, expect, it } from "vitest"
import { createDatabase, execute, serverUrl } from "../../storage-postgres/test/server.js"
import { lecternHere, type ServerHere, startServerHere } from "./inProcess.js"
import { putFiles, startServer, temporaryFolder } from "./program.js"

let folder = ""
let remove = () => {}
beforeAll(() => {
  ;[folder, remove] = temporaryFolder()
  putFiles(join(folder, "docs"), { "guide.md": "# Guide\n\nHello, reader.\n" })
})
afterAll(() => remove())

const data = () => join(folder, "data")
const docs = () => join(folder, "docs")

/** Runs a command on the workspace of a database. */
const inDatabase = (url: string, ...args: ReadonlyArray<string>) =>
  lecternHere([...args, "--data-dir", data()], { env: { LECTERN_DATABASE_URL: url } })

/** Calls the API as the administrator. */
const api = async ({ base }: Pick<ServerHere, "base">, path: string, body?: unknown) => {
  const response = await fetch(`${base}/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${readFileSync(join(data(), "admin-token"), "utf8")}`,
      "content-type": "application/json"
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: response.status, answer: await response.json() }
}

it("a server keeps its workspace in a database, through restarts and while the database is away", async () => {
  const url = await createDatabase("nothing")
  const env = { LECTERN_DATABASE_URL: url }
  const first = await startServer(data(), ["--import-docs", docs()], env)
  expect(readdirSync(data())).toEqual(expect.arrayContaining(["admin-token", "keys"]))
  expect(readdirSync(data())).not.toContain("lectern.db")

  const imported = await inDatabase(url, "import", docs(), "--title", "Second", "--json")
  expect(imported.code).toBe(0)
  const { space } = JSON.parse(imported.stdout)
  const path = `/spaces/${space}/content/path/guide`
  const { answer: page } = await api(first, path)
  const document = { markdown: "# Guide\n\nEdited.\n" }
  const edit = { changes: [{ operation: "update_page", page: page.id, document }] }
  expect((await api(first, `/spaces/${space}/content`, edit)).status).toBe(200)
  expect((await first.stop()).code).toBe(0)

  const second = await startServerHere(data(), [], env)
  expect((await api(second, path)).answer.markdown).toContain("Edited.")
  const name = new URL(url).pathname.slice(1)
  const server = await serverUrl()
  await execute(
    server,
    `alter database ${name} allow_connections false; select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
  )
  const ready = () => fetch(`${second.base}/readyz`)
  expect((await ready()).status).toBe(503)
  expect((await fetch(`${second.base}/healthz`)).status).toBe(200)
  expect(await api(second, path)).toMatchObject({ status: 503, answer: { error: { message: expect.any(String) } } })
  await execute(server, `alter database ${name} allow_connections true`)
  expect((await ready()).status).toBe(200)
  expect((await api(second, path)).answer.markdown).toContain("Edited.")
  await second.stop()

  expect(await inDatabase(url, "check")).toMatchObject({ code: 0, stderr: "Nothing is damaged.\n" })
  expect((await inDatabase(url, "token", "list")).stdout).toContain("administrator")
  expect(await inDatabase(url, "backup", join(folder, "backup.tar"))).toMatchObject({
    code: 0,
    stdout: `${join(folder, "backup.tar")}\n`
  })
})

it("a start says in one line why a database cannot be used, without its password", async () => {
  const url = new URL(await createDatabase())
  const name = url.pathname.slice(1)
  const other = (change: (url: URL) => void): string => {
    const changed = new URL(url)
    change(changed)
    return changed.toString()
  }
  const cases: ReadonlyArray<readonly [address: string, expected: RegExp]> = [
    ["postgres://ada:secret@127.0.0.1:1/docs", /^lectern: cannot open database docs on 127\.0\.0\.1:1: .*ECONNREFUSED/],
    [other((to) => to.searchParams.set("user", "nobody_here")), /: role "nobody_here" does not exist$/],
    [
      other((to) => {
        to.pathname = "/absent"
      }),
      /^lectern: cannot open database absent on .*: database "absent" does not exist$/
    ],
    [other((to) => to.searchParams.set("options", "-c default_transaction_read_only=on")), / is read-only: connect to /]
  ]
  for (const [address, expected] of cases) {
    const { code, stderr, stdout } = await inDatabase(address, "start", "--port", "0")
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr.trimEnd()).toMatch(expected)
    expect(stderr).not.toContain("secret")
  }
  await execute(url.toString(), `insert into schema_migrations values (${latest + 1}, now(), 'later')`)
  const newer = await inDatabase(url.toString(), "start", "--port", "0")
  expect(newer.stderr).toContain(`database ${name} on`)
  expect(newer.stderr).toContain(`has schema ${latest + 1}, but this version of Lectern knows schemas up to ${latest}`)
  await execute(
    url.toString(),
    "delete from schema_migrations; insert into schema_migrations values (4, now(), 'jobs')"
  )
  for (const args of [["start", "--port", "0"], ["check"], ["backup", join(folder, "b.tar")], ["token", "list"]]) {
    const { code, stderr, stdout } = await inDatabase(url.toString(), ...args)
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^lectern: database .* has schema 4, but .* from 5 on: open it once with commit \w+, .*\n$/)
  }
})
