/** Backups that are made while a server works, and the data that is restored from them. */

import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { latest } from "@lectern/storage-sqlite/Migrations"
import { needs } from "@lectern/storage-testing/needs"
import { Effect, Either } from "effect"
import { packTar } from "modern-tar"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { factsOf, fixtures, tooOldFixtures, unpack } from "../../storage-sqlite/test/fixtures.js"
import { inspect, valuesOf } from "../../storage-sqlite/test/inspecting.js"
import { folderArchives } from "../src/backup/FolderArchives.js"
import { names, sumLine } from "../src/backup/Manifest.js"
import { openArchive, readBackup } from "../src/backup/ReadBackup.js"
import { lecternHere, startServerHere } from "./inProcess.js"
import { type Server, startServer, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const archive = join(folder, "backup.tar")
const inFolder = (name: string) => join(folder, name)

/** Everything that the server acknowledged before the backup began, and the requests that it got meanwhile. */
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
    await lecternHere(["backup", archive, "--data-dir", data]),
    await lecternHere(["check", "--data-dir", data])
  ]
  writing = false
  await writer
  expect(made).toMatchObject({ code: 0, stdout: `${archive}\n` })
  expect(again).toMatchObject({ code: 0, stdout: "" })
  file = (await call(server, "GET", `/spaces/${space}/content/files`)).items[0].id
  await server.stop()
})
afterAll(remove)

const restored = (name: string, from = archive, ...options: ReadonlyArray<string>) =>
  lecternHere(["restore", from, "--data-dir", inFolder(name), ...options])

/** Restores a file into a folder, with its tokens. */
const unpacked = (file: string, into: string) =>
  Effect.scoped(
    Effect.flatMap(openArchive({ place: folderArchives(dirname(file)), name: basename(file) }), (opened) =>
      readBackup(opened, into, { keepTokens: true })
    )
  )

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
    const titles = "select json_extract(row_json, '$.value.title') from items where kind = 'page'"
    const found = new Set(inspect(join(inFolder("whole"), "lectern.db"), (database) => valuesOf(database, titles)))
    expect(acknowledged.filter((title) => !found.has(title))).toEqual([])
    const hash = createHash("sha256").update(bytes).digest("hex")
    const blob = join(inFolder("whole"), "blobs", hash.slice(0, 2), hash.slice(2, 4), hash)
    expect(readFileSync(blob).equals(bytes)).toBe(true)
    expect(file).not.toBe("")
  })

  it.each([
    ["the tokens that it had", ["--keep-tokens"]],
    ["the token of the configuration, whose restored one has expired", []]
  ])("is served again with %s", async (name, options) => {
    const token = readFileSync(join(data, "admin-token"), "utf8")
    expect((await restored(name, archive, ...options)).code).toBe(0)
    const server = await startServerHere(inFolder(name), ["--admin-token", token])
    const page = await fetch(`${server.base}/v1/spaces/${space}/content/path/first`, {
      headers: { authorization: `Bearer ${token}` }
    })
    expect(page.status).toBe(200)
    await server.stop()
    expect(await lecternHere(["check", "--data-dir", inFolder(name)])).toMatchObject({ code: 0 })
  })

  it("pauses its jobs until they are resumed, once", async () => {
    const start = () => startServerHere(inFolder("paused"), ["--admin-token", "a-token-of-this-start"])
    const warning = "are paused: lectern resume lets them run"
    expect((await restored("paused")).stderr).toContain("lectern resume")
    const server = await start()
    await server.stop()
    expect(server.log()).toContain(warning)
    const resume = () => lecternHere(["resume", "--data-dir", inFolder("paused")])
    expect((await resume()).stderr).toBe("Jobs and mail are no longer paused.\n")
    expect((await resume()).stderr).toBe("Jobs and mail are not paused.\n")
    const resumed = await start()
    await resumed.stop()
    expect(resumed.log()).not.toContain(warning)
  })

  it("contains nothing that signs somebody in", async () => {
    const from = inFolder("signed-in")
    await Effect.runPromise(unpacked(archive, from))
    const secret = "f".repeat(64)
    inspect(join(from, "lectern.db"), (database) =>
      database
        .prepare("insert into sessions values (?, ?, ?, ?, 1, ?)")
        .run(["s1", "u1", secret, 1, JSON.stringify({ id: "s1", user: "u1", hash: secret })])
    )
    const file = inFolder("signed-in.tar")
    expect((await lecternHere(["backup", file, "--data-dir", from])).code).toBe(0)
    expect(readFileSync(file).includes(secret)).toBe(false)
  })

  it("replaces no file and no workspace, unless it is told to", async () => {
    const before = readFileSync(archive)
    const again = await lecternHere(["backup", archive, "--data-dir", data])
    expect(again).toMatchObject({ code: 1, stdout: "" })
    expect(again.stderr).toBe(`lectern: ${archive} already exists; --force replaces it\n`)
    expect(readFileSync(archive).equals(before)).toBe(true)
    const over = await lecternHere(["restore", archive, "--data-dir", data])
    expect(over).toMatchObject({ code: 1, stdout: "" })
    expect(over.stderr).toBe(`lectern: ${data} is not empty; name a new folder with --data-dir\n`)
  })

  const flip = (at: (length: number) => number) => (whole: Buffer) => {
    const offset = at(whole.length)
    whole[offset] = (whole[offset] ?? 0) ^ 1
    return whole
  }
  /** Restores a changed archive into a folder of its own. */
  const restoring = async (change: (whole: Buffer) => Uint8Array) => {
    expect(statSync(archive).size).toBeGreaterThan(300_000)
    const name = `changed-${readdirSync(folder).length}`
    const broken = changed(`${name}.tar`, change)
    const done = await Effect.runPromise(Effect.either(unpacked(broken, inFolder(name))))
    expect(readdirSync(folder).filter((each) => each.includes("tmp"))).toEqual([])
    return { broken, name, error: Either.isLeft(done) ? done.left.message : undefined }
  }
  it.each<readonly [name: string, change: (whole: Buffer) => Uint8Array]>([
    ["a bit of the manifest's header", flip(() => 3)],
    ["a bit of the manifest", flip(() => 520)],
    ["a bit of the database", flip((length) => Math.floor(length / 3))],
    ["a bit of a blob", flip((length) => length - 10_000)],
    ["a bit of the end", flip((length) => length - 5)],
    ["its last half", (whole) => whole.subarray(0, Math.floor(whole.length / 2))],
    ["its end", (whole) => whole.subarray(0, whole.length - 512)],
    ["everything", () => Buffer.alloc(0)],
    ["that nothing follows", (whole) => Buffer.concat([whole, Buffer.alloc(512, 1)])]
  ])("is refused where it has lost %s, and nothing appears", async (_, change) => {
    const { broken, error, name } = await restoring(change)
    expect(error).toContain(`${broken} is not a complete backup: `)
    expect(existsSync(inFolder(name))).toBe(false)
  })

  it("is whole where only what fills up its blocks has changed", async () => {
    const { error, name } = await restoring(flip((length) => length - 1024 - 1))
    expect(error).toBeUndefined()
    expect(statSync(join(inFolder(name), "lectern.db")).size).toBe(statSync(join(inFolder("whole"), "lectern.db")).size)
  })

  it("is an archive that other programs read", () => {
    needs("tar")
    const listed = execFileSync("tar", ["-tf", archive], { encoding: "utf8" }).trim().split("\n")
    expect(listed.slice(0, 2)).toEqual([names.manifest, names.database])
    expect([listed.length, listed.at(-1)]).toEqual([4, names.sums])
  })
})

describe("a backup of another schema", () => {
  beforeAll(() => Effect.runPromise(unpacked(archive, inFolder("now"))))

  const databaseOf = (fixture: string): string => {
    const file = inFolder(`${fixture}.db`)
    unpack(fixture, file)
    return file
  }

  /** An archive as a program of that schema wrote it. */
  const archiveOf = async (schema: number, database: string): Promise<string> => {
    const file = inFolder(`level-${schema}.tar`)
    const manifest = { format: 1, version: "0.0.1", schema, createdAt: "2026-01-01T00:00:00.000Z", blobs: 0 }
    const parts = [
      { name: names.manifest as string, body: Buffer.from(JSON.stringify(manifest)) },
      { name: names.database, body: readFileSync(database) }
    ]
    const sums = parts.map(({ body, name }) => sumLine(createHash("sha256").update(body).digest("hex"), name))
    parts.push({ name: names.sums, body: Buffer.from(sums.join("")) })
    const entries = parts.map(({ body, name }) => ({ header: { name, size: body.length }, body }))
    writeFileSync(file, await packTar(entries))
    return file
  }

  it("is brought up to date where it is older", async () => {
    for (const fixture of fixtures) {
      const target = inFolder(`from-${fixture}`)
      const database = databaseOf(fixture)
      await Effect.runPromise(unpacked(await archiveOf(factsOf(fixture).schema, database), target))
      const look = (file: string, query: string) => inspect(file, (each) => valuesOf(each, query)[0])
      expect(look(join(target, "lectern.db"), "select max(migration_id) from schema_migrations")).toBe(latest)
      const items = "select count(*) from items"
      expect(look(join(target, "lectern.db"), items)).toBe(look(database, items))
      expect(readdirSync(target).filter((name) => name.endsWith(".bak"))).toEqual([])
    }
  })

  it("is refused in one line where it is too old", async () => {
    for (const fixture of tooOldFixtures) {
      const schema = Number.parseInt(fixture, 10)
      const old = await archiveOf(schema, databaseOf(fixture))
      const { code, stderr, stdout } = await restored(`too-${schema}`, old)
      expect([code, stdout]).toEqual([1, ""])
      expect(stderr).toMatch(/^lectern: .*\n$/)
      for (const part of [old, `has schema ${schema}, but`, "open it once with commit"]) expect(stderr).toContain(part)
      expect(existsSync(inFolder(`too-${schema}`))).toBe(false)
    }
  })

  it("is refused in one line where it is newer", async () => {
    const newer = await archiveOf(latest + 1, join(inFolder("now"), "lectern.db"))
    const { code, stderr, stdout } = await restored("newer", newer)
    expect([code, stdout]).toEqual([1, ""])
    expect(stderr).toMatch(/^lectern: .*\n$/)
    for (const part of [newer, `schema ${latest + 1}`, `up to ${latest}`, "use the newer version"]) {
      expect(stderr).toContain(part)
    }
    expect(existsSync(inFolder("newer"))).toBe(false)
  })
})
