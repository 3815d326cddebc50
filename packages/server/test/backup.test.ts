/** Backups that are made while a server works, and what is brought back from them. */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lecternHere, startServerHere } from "./inProcess.js"
import { lectern, type Server, startServer, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const archive = join(folder, "backup.tar")
const inFolder = (name: string) => join(folder, name)

/** Everything that the server answered to before the backup began, and what it was given meanwhile. */
const acknowledged: Array<string> = []
let space = ""
let file = ""

const call = async (server: Pick<Server, "base">, method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${server.base}/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${readFileSync(join(data, "admin-token"), "utf8")}`,
      "content-type": "application/json"
    },
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

const bytes = Buffer.alloc(300_000, "a file of some size, in a folder ")

beforeAll(async () => {
  const server = await startServer(data, ["--import-docs", "none", "--blobs", "folder"])
  const organization = (await call(server, "GET", "/orgs")).items[0].id
  space = (await call(server, "POST", `/orgs/${organization}/spaces`, { title: "Handbook" })).id
  const write = async (changes: ReadonlyArray<unknown>) => {
    await call(server, "POST", `/spaces/${space}/content`, { changes })
  }
  await write([
    { operation: "insert_files", files: [{ name: "large.bin", base64: bytes.toString("base64"), ref: "file" }] },
    { operation: "insert_page", title: "First", document: { markdown: "[file](./file)\n" } }
  ])
  let number = 0
  let writing = true
  const add = async () => {
    const title = `Page ${number++}`
    await write([{ operation: "insert_page", title }])
    return title
  }
  for (let count = 0; count < 20; count++) acknowledged.push(await add())
  const writer = (async () => {
    while (writing) await add()
  })()
  const [made, again] = [
    await lectern(["backup", archive, "--data-dir", data]),
    await lectern(["check", "--data-dir", data])
  ]
  writing = false
  await writer
  expect(made).toMatchObject({ code: 0, stdout: `${archive}\n` })
  expect(again).toMatchObject({ code: 0, stdout: "" })
  file = (await call(server, "GET", `/spaces/${space}/content/files`)).items[0].id
  await server.stop()
}, 120_000)
afterAll(remove)

const restored = (name: string, from = archive) => lecternHere(["restore", from, "--data-dir", inFolder(name)])

/** The archive with some of its bytes changed. */
const changed = (name: string, change: (bytes: Buffer) => Uint8Array): string => {
  writeFileSync(inFolder(name), change(Buffer.from(readFileSync(archive))))
  return inFolder(name)
}

describe("a backup", () => {
  it("has everything that was acknowledged before it began, whole, for its owner alone", async () => {
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([])
    const result = await restored("whole")
    expect(result).toMatchObject({ code: 0, stdout: `${inFolder("whole")}\n` })
    expect(statSync(inFolder("whole")).mode & 0o777).toBe(0o700)
    expect(statSync(join(inFolder("whole"), "lectern.db")).mode & 0o777).toBe(0o600)
    const database = new Sqlite(join(inFolder("whole"), "lectern.db"), { readonly: true })
    const titles = database.prepare("select json_extract(row_json, '$.value.title') from items where kind = 'page'")
    const found = new Set(titles.pluck().all())
    database.close()
    expect(acknowledged.filter((title) => !found.has(title))).toEqual([])
    const hash = createHash("sha256").update(bytes).digest("hex")
    const blob = join(inFolder("whole"), "blobs", hash.slice(0, 2), hash.slice(2, 4), hash)
    expect(readFileSync(blob).equals(bytes)).toBe(true)
    expect(file).not.toBe("")
  })

  it("is served again, with the tokens that it had", async () => {
    const token = readFileSync(join(data, "admin-token"), "utf8")
    expect((await restored("served")).code).toBe(0)
    const server = await startServerHere(inFolder("served"), ["--admin-token", token])
    const page = await fetch(`${server.base}/v1/spaces/${space}/content/path/first`, {
      headers: { authorization: `Bearer ${token}` }
    })
    expect(page.status).toBe(200)
    await server.stop()
    expect(await lecternHere(["check", "--data-dir", inFolder("served")])).toMatchObject({ code: 0 })
  })

  it("replaces no file and no workspace, unless it is told to", async () => {
    const before = readFileSync(archive)
    const again = await lecternHere(["backup", archive, "--data-dir", data])
    expect(again).toMatchObject({ code: 1, stdout: "" })
    expect(again.stderr).toBe(`lectern: ${archive} is there already; --force replaces it\n`)
    expect(readFileSync(archive).equals(before)).toBe(true)
    const over = await lecternHere(["restore", archive, "--data-dir", data])
    expect(over).toMatchObject({ code: 1, stdout: "" })
    expect(over.stderr).toBe(`lectern: ${data} is not empty; name a new folder with --data-dir\n`)
  })

  const size = () => statSync(archive).size
  const flip = (at: (length: number) => number) => (whole: Buffer) => {
    const offset = at(whole.length)
    whole[offset] = (whole[offset] ?? 0) ^ 1
    return whole
  }
  it.each<readonly [name: string, change: (whole: Buffer) => Uint8Array]>([
    ["a bit of the manifest's header", flip(() => 3)],
    ["a bit of the manifest", flip(() => 520)],
    ["a bit of the database", flip((length) => Math.floor(length / 3))],
    ["a bit of a blob", flip((length) => length - 10_000)],
    ["a bit of the padding", flip((length) => length - 1024 - 1)],
    ["a bit of the end", flip((length) => length - 5)],
    ["its last half", (whole) => whole.subarray(0, Math.floor(whole.length / 2))],
    ["its end", (whole) => whole.subarray(0, whole.length - 512)],
    ["everything", () => Buffer.alloc(0)],
    ["that nothing follows", (whole) => Buffer.concat([whole, Buffer.alloc(512)])]
  ])("is refused where it has lost %s, and nothing appears", async (name, change) => {
    expect(size()).toBeGreaterThan(300_000)
    const { readBackup } = await import("../src/backup/ReadBackup.js")
    const { Effect } = await import("effect")
    const broken = changed("broken.tar", change)
    const error = await Effect.runPromise(Effect.flip(readBackup(broken, inFolder("nothing"))))
    expect(error.message, name).toContain(`${broken} is no whole backup: `)
    expect(existsSync(inFolder("nothing"))).toBe(false)
    expect(readdirSync(folder).filter((each) => each.includes("tmp"))).toEqual([])
  })
})
