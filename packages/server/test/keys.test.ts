/** The keys of a workspace on the command line: rotated, cut off, dropped, and lost. */
import { existsSync, readFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { inspect } from "../../storage-sqlite/test/inspecting.js"
import { lecternHere, startServerHere } from "./inProcess.js"
import { run as spawned, temporaryFolder } from "./program.js"
import { damagesIn } from "./whole.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const keyFile = join(data, "keys")
let organization = ""
let site = ""
let published = ""

const call = async (base: string, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${base}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(join(data, "admin-token"), "utf8")}`,
      "content-type": "application/json"
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  return { status: answer.status, value: await answer.json() }
}

const run = (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", data])

interface Use {
  readonly key: string
  readonly state: string
  readonly secrets: ReadonlyArray<{ readonly count: number }>
}
const keys = async () =>
  (JSON.parse((await run("keys", "list", "--json")).stdout) as ReadonlyArray<Use>).map(({ key, secrets, state }) => ({
    key,
    state,
    count: secrets.reduce((sum, { count }) => sum + count, 0)
  }))

/** The keys before and after each change of them, the latest first, as the audit trail has them. */
const changes = async () => {
  const { stdout } = await run("audit", "--action", "encryption-keys.updated", "--json")
  const events = JSON.parse(stdout) as ReadonlyArray<{ readonly before?: object; readonly after?: object }>
  return events.map(({ after, before }) => [before, after])
}

/** The address of the share link, as a server answers it now. */
const shown = async () => {
  const server = await startServerHere(data)
  const links = await call(server.base, "GET", `/orgs/${organization}/sites/${site}/share-links`)
  await server.stop()
  return links.status === 200
    ? links.value.items[0].urls.published.replace(/^.*\/sites/, "")
    : links.value.error.message
}

beforeAll(async () => {
  const server = await startServerHere(data, ["--import-docs", "none"])
  organization = (await call(server.base, "GET", "/orgs")).value.items[0].id
  site = (await call(server.base, "POST", `/orgs/${organization}/sites`, { title: "Docs" })).value.id
  const body = { name: "Friends" }
  const link = await call(server.base, "POST", `/orgs/${organization}/sites/${site}/share-links`, body)
  published = link.value.urls.published.replace(/^.*\/sites/, "")
  const spaces = []
  for (let index = 0; index < 30; index++) {
    spaces.push((await call(server.base, "POST", `/orgs/${organization}/spaces`, { title: `Space ${index}` })).value.id)
  }
  const changes = [{ operation: "insert_page", title: "Guide" }]
  for (const space of spaces) await call(server.base, "POST", `/spaces/${space}/content`, { changes })
  await server.stop()
})
afterAll(remove)

it("are rotated while everything stays as it was, and dropped when nothing needs them", async () => {
  const [before] = await keys()
  expect(before).toMatchObject({ state: "current" })
  const rotated = await run("keys", "rotate")
  expect(rotated).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[0-9a-f]{16}\n$/) })
  expect(await keys()).toEqual([
    { key: rotated.stdout.trim(), state: "current", count: before?.count },
    { key: before?.key, state: "earlier", count: 0 }
  ])
  const both = { keys: [rotated.stdout.trim(), before?.key] }
  expect((await changes())[0]).toEqual([{ keys: [before?.key] }, both])
  expect(await run("keys", "drop")).toMatchObject({ code: 0, stdout: `${before?.key}\n` })
  expect((await changes())[0]).toEqual([both, { keys: [rotated.stdout.trim()] }])
  expect(await keys()).toEqual([{ key: rotated.stdout.trim(), state: "current", count: before?.count }])
  expect((await run("keys", "drop")).stderr).toContain("There is no earlier key.")
  expect(await shown()).toBe(published)
  expect((await run("check")).code).toBe(0)
})

it("are dropped after a rotation that was killed, by which time all is under the new one", {
  timeout: 120_000
}, async () => {
  const [before] = await keys()
  const text = readFileSync(keyFile, "utf8")
  const killed = spawned(["keys", "rotate", "--data-dir", data])
  while (readFileSync(keyFile, "utf8") === text) await new Promise((resolve) => setImmediate(resolve))
  killed.process.kill("SIGKILL")
  await killed.finished
  expect(await damagesIn(data)).toEqual([])
  expect((await keys()).reduce((sum, { count }) => sum + count, 0)).toBe(before?.count)
  expect(await run("keys", "drop")).toMatchObject({ code: 0, stdout: `${before?.key}\n` })
  expect(await keys()).toMatchObject([{ state: "current", count: before?.count }])
  expect(await shown()).toBe(published)
  expect(await damagesIn(data)).toEqual([])
})

it("are named by a server and by a restore where they are missing", async () => {
  const [current] = await keys()
  const archive = join(folder, "backup.tar")
  expect((await run("backup", archive)).code).toBe(0)
  const other = join(folder, "other")
  const restored = await lecternHere(["restore", archive, "--data-dir", other])
  expect(restored.code).toBe(0)
  expect(restored.stderr).toContain(`The encryption key ${current?.key} is missing`)
  expect(restored.stderr).toContain("share links let nobody in (1 share links)")
  const kept = join(folder, "kept")
  renameSync(keyFile, kept)
  expect(await shown()).toBe(`the encryption key ${current?.key} is missing`)
  renameSync(kept, keyFile)
  expect(await shown()).toBe(published)
})

it("are made for what an earlier version has stored in clear", async () => {
  const [before] = await keys()
  inspect(join(data, "lectern.db"), (database) =>
    database.exec(
      `update sites set "sealedBy" = '', row_json = json_set(row_json, '$.sealedSigningKey', 'plain:an earlier key')`
    )
  )
  expect((await keys()).map(({ count, state }) => [state, count])).toEqual([
    ["current", (before?.count ?? 0) - 1],
    ["none", 1]
  ])
  const server = await startServerHere(data)
  const auth = () => call(server.base, "GET", `/orgs/${organization}/sites/${site}/publishing/auth`)
  expect((await auth()).value.privateKey).toBe("an earlier key")
  while ((await keys()).length > 1) await new Promise((resolve) => setImmediate(resolve))
  expect((await auth()).value.privateKey).toBe("an earlier key")
  await server.stop()
  expect(existsSync(keyFile)).toBe(true)
  expect(readFileSync(join(data, "lectern.db"), "latin1")).not.toContain('"plain:')
})
