/** Workspaces whose files are in a bucket. */
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type S3Server, s3Server } from "@lectern/storage-testing/s3/server"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lecternHere, startServerHere } from "./inProcess.js"
import { temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const credentials = join(folder, "credentials")
const scope = Effect.runSync(Scope.make())

const bytes = Buffer.alloc(300_000, "a file of some size, in a bucket ")
const hash = createHash("sha256").update(bytes).digest("hex")

let store: S3Server
let log = ""
const inBucket = () => [
  "--blobs",
  "s3://docs/workspace",
  "--s3-endpoint",
  store.endpoint,
  "--s3-region",
  store.region,
  "--s3-credentials-file",
  credentials
]
const names = () => [...store.objects.keys()]

beforeAll(async () => {
  store = await Effect.runPromise(Scope.extend(s3Server(), scope))
  writeFileSync(
    credentials,
    `[default]\naws_access_key_id = ${store.keyId}\naws_secret_access_key = ${store.secret}\n`,
    { mode: 0o600 }
  )
  const server = await startServerHere(data, ["--import-docs", "none", ...inBucket(), "--log-level", "debug"])
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${server.base}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${readFileSync(join(data, "admin-token"), "utf8")}`,
        "content-type": "application/json"
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    return answer.json()
  }
  const organization = (await call("GET", "/orgs")).items[0].id
  const space = (await call("POST", `/orgs/${organization}/spaces`, { title: "Handbook" })).id
  const files = [{ name: "large.bin", base64: bytes.toString("base64"), ref: "file" }]
  await call("POST", `/spaces/${space}/content`, { changes: [{ operation: "insert_files", files }] })
  const [file] = (await call("GET", `/spaces/${space}/content/files`)).items
  const downloaded = await fetch(file.downloadURL)
  expect(
    createHash("sha256")
      .update(Buffer.from(await downloaded.arrayBuffer()))
      .digest("hex")
  ).toBe(hash)
  log = server.log()
  await server.stop()
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  remove()
})

describe("a workspace with a bucket", () => {
  it("has its files there, under their hash, and tells nobody its secrets", () => {
    expect(names()).toEqual([expect.stringContaining(`workspace/blobs/${hash}/`)])
    expect(existsSync(join(data, "blobs"))).toBe(false)
    expect(log).not.toContain(store.secret)
  })

  it("is backed up with its files, and restored without the bucket", async () => {
    const archive = join(folder, "backup.tar")
    const made = await lecternHere(["backup", archive, "--json", "--data-dir", data, ...inBucket()])
    expect(made).toMatchObject({ code: 0, stderr: "" })
    expect(JSON.parse(made.stdout)).toMatchObject({ blobs: 1 })
    const restored = join(folder, "restored")
    expect(await lecternHere(["restore", archive, "--data-dir", restored])).toMatchObject({ code: 0 })
    expect(readFileSync(join(restored, "blobs", hash.slice(0, 2), hash.slice(2, 4), hash)).equals(bytes)).toBe(true)
    expect(await lecternHere(["check", "--data-dir", restored, ...inBucket()])).toMatchObject({ code: 0 })
  })

  it("is checked with its files", async () => {
    const check = () => lecternHere(["check", "--data-dir", data, ...inBucket()])
    expect(await check()).toMatchObject({ code: 0, stdout: "" })
    const [name = ""] = names()
    const whole = store.objects.get(name)!
    store.objects.set(name, { ...whole, bytes: Buffer.from(bytes).fill(0, 9, 10) })
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining(`blob ${hash}`) })
    store.objects.delete(name)
    expect(await check()).toMatchObject({ code: 1, stdout: expect.stringContaining("it does not exist") })
    const backup = await lecternHere(["backup", join(folder, "not.tar"), "--data-dir", data, ...inBucket()])
    expect(backup.stderr).toContain(`blob ${hash} is needed but missing`)
    store.objects.set(name, whole)
  })

  it("says in one line what is wrong with the bucket", async () => {
    const where = ["check", "--data-dir", data, "--blobs", "s3://docs", "--s3-endpoint", store.endpoint]
    const env = { AWS_ACCESS_KEY_ID: store.keyId, AWS_SECRET_ACCESS_KEY: "not-its-secret", AWS_REGION: store.region }
    const refused = await lecternHere(where, { env })
    const { host } = new URL(store.endpoint)
    expect(refused).toMatchObject({
      code: 1,
      stderr: `lectern: ListObjectsV2 in the bucket docs at ${host} was refused: the secret does not belong to the key id, or a proxy changes requests (SignatureDoesNotMatch)\n`
    })
    const empty = join(folder, "empty")
    writeFileSync(empty, "[default]\n")
    const backup = ["backup", "s3://docs/backups", "--data-dir", data, "--s3-endpoint", store.endpoint]
    for (const command of [where, backup]) {
      const { stderr } = await lecternHere([...command, "--s3-credentials-file", empty])
      expect(stderr).toBe(`lectern: ${empty} has no aws_access_key_id and aws_secret_access_key\n`)
    }
    expect(await lecternHere(where)).toMatchObject({ code: 2 })
  })
})
