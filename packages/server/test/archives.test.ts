/** Encrypted archives, and archives in folders and buckets, whose older ones are removed. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type S3Server, s3Server } from "@lectern/storage-testing/s3/server"
import { generateIdentity, identityToRecipient } from "age-encryption"
import { Effect, Exit, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nameAt } from "../src/backup/ArchivePlace.js"
import { lecternHere } from "./inProcess.js"
import { putFiles, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
afterAll(remove)
const inFolder = (...names: ReadonlyArray<string>) => join(folder, ...names)
const data = inFolder("data")
const backup = (...args: ReadonlyArray<string>) => lecternHere(["backup", ...args, "--data-dir", data])
const restore = (name: string, ...args: ReadonlyArray<string>) =>
  lecternHere(["restore", ...args, "--data-dir", inFolder(name)])

/** Bytes that do not compress, and that a part of an upload does not hold. */
const large = Buffer.alloc(9 * 1024 * 1024, "nine megabytes of a file, ")

beforeAll(async () => {
  putFiles(inFolder("docs"), { "README.md": "# Zebra crossing\n\n[a file](./large.bin)\n", "large.bin": large })
  expect((await lecternHere(["import", inFolder("docs"), "--data-dir", data, "--blobs", "folder"])).code).toBe(0)
})

describe("an encrypted backup", () => {
  const archive = inFolder("backup.tar.age")
  const identities = { right: "", wrong: "" }
  const identityFile = (which: keyof typeof identities) => inFolder(`${which}.key`)

  beforeAll(async () => {
    for (const which of ["right", "wrong"] as const) {
      identities[which] = await generateIdentity()
      writeFileSync(identityFile(which), `# a comment\n${identities[which]}\n`)
    }
    const recipients = [await generateIdentity(), identities.right].map((each) => identityToRecipient(each))
    const made = await backup(archive, "--recipient", (await Promise.all(recipients)).join(","))
    expect(made).toMatchObject({ code: 0, stdout: `${archive}\n` })
  })

  it("shows nothing, and is restored with the identity that it was made for", async () => {
    const bytes = readFileSync(archive)
    for (const clear of ["SQLite format", "nine megabytes", "manifest"]) expect(bytes.includes(clear)).toBe(false)
    expect(await restore("right", archive, "--identity-file", identityFile("right"))).toMatchObject({ code: 0 })
  })

  it.each<readonly [name: string, args: () => ReadonlyArray<string>, says: string]>([
    ["without a key", () => [archive], "is encrypted: use --identity-file or --passphrase-file"],
    [
      "with another key",
      () => [archive, "--identity-file", identityFile("wrong")],
      "cannot be decrypted with this key"
    ],
    ["with a file that has none", () => [archive, "--identity-file", inFolder("docs/README.md")], "age identities"],
    [
      "without its end",
      () => [inFolder("cut.age"), "--identity-file", identityFile("right")],
      "is not a complete backup"
    ],
    [
      "with another byte",
      () => [inFolder("flipped.age"), "--identity-file", identityFile("right")],
      "is not a complete"
    ]
  ])("is refused %s, in one line, and nothing is created", async (name, args, says) => {
    const bytes = readFileSync(archive)
    writeFileSync(inFolder("cut.age"), bytes.subarray(0, bytes.length - 70_000))
    bytes[300_000] = bytes[300_000]! ^ 1
    writeFileSync(inFolder("flipped.age"), bytes)
    const { code, stderr } = await restore(name, ...args())
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^lectern: .*\n$/)])
    expect(stderr).toContain(says)
    expect(stderr).not.toContain("AGE-SECRET")
    expect(readdirSync(folder).filter((each) => each.includes(name))).toEqual([])
  })

  it("is refused for what is no public key", async () => {
    const { code, stderr } = await backup(inFolder("no.age"), "--recipient", "age1none")
    expect([code, stderr]).toEqual([2, expect.stringContaining("--recipient: expected the public keys")])
    expect(existsSync(inFolder("no.age"))).toBe(false)
  })
})

describe("a backup that is named by its time", () => {
  const older = ["lectern-20250101T000000.000Z.tar", "lectern-20260101T000000.000Z.tar.age"]
  const others = ["lectern-20240101T000000.000Z.tar.1.tmp", "lectern-notes.tar"]
  const named = expect.stringMatching(/^lectern-\d{8}T\d{6}\.\d{3}Z\.tar$/)

  it("replaces the oldest ones in a folder, and nothing else", async () => {
    mkdirSync(inFolder("kept"))
    for (const name of [...older, ...others]) writeFileSync(inFolder("kept", name), "")
    const made = await backup(inFolder("kept"), "--keep", "2", "--json")
    expect(made.code).toBe(0)
    expect(JSON.parse(made.stdout).removed).toEqual([inFolder("kept", older[0]!)])
    expect(readdirSync(inFolder("kept")).sort()).toEqual([others[0], older[1], named, others[1]])
    expect(await restore("newest", inFolder("kept"))).toMatchObject({ code: 0 })
  })

  it.each([
    ["30 days", ["--keep-days", "30"], [10, 20]],
    ["30 days or the 2 newest", ["--keep", "2", "--keep-days", "30"], [10, 20]],
    ["5 days or the 3 newest", ["--keep", "3", "--keep-days", "5"], [10, 20]],
    ["5 days", ["--keep-days", "5"], []],
    ["the 2 newest", ["--keep", "2"], [10]],
    ["a thousand days", ["--keep-days", "1000"], [10, 20, 40, 400]]
  ])("stays in a folder for %s", async (name, args, left) => {
    mkdirSync(inFolder(name))
    const daysAgo = (days: number) => nameAt(Date.now() - days * 24 * 3_600_000, days === 20)
    const made = new Map([400, 40, 20, 10].map((days) => [daysAgo(days), days]))
    for (const each of made.keys()) writeFileSync(inFolder(name, each), "")
    expect(await backup(inFolder(name), ...args)).toMatchObject({ code: 0 })
    const days = readdirSync(inFolder(name)).flatMap((each) => made.get(each) ?? [])
    expect(days.sort((a, b) => a - b)).toEqual(left)
  })

  it("removes nothing if it fails", async () => {
    mkdirSync(inFolder("failing", "data"), { recursive: true })
    copyFileSync(join(data, "lectern.db"), inFolder("failing", "data", "lectern.db"))
    for (const name of older) writeFileSync(inFolder("failing", name), "")
    const args = ["backup", inFolder("failing"), "--keep", "1", "--data-dir", inFolder("failing", "data")]
    expect(await lecternHere(args)).toMatchObject({ code: 1, stderr: expect.stringContaining("is needed but missing") })
    expect(readdirSync(inFolder("failing")).sort()).toEqual(["data", ...older])
  })

  it("is refused with --keep or --keep-days under a name of its own", async () => {
    expect(await backup(inFolder("x.tar"), "--keep", "2")).toMatchObject({ code: 2 })
    expect(await backup(inFolder("x.tar"), "--keep-days", "2")).toMatchObject({ code: 2 })
    expect(await backup(folder, "--keep", "0")).toMatchObject({ code: 2 })
    expect(await backup(folder, "--keep-days", "1.5")).toMatchObject({ code: 2 })
  })

  describe("in a bucket", () => {
    const scope = Effect.runSync(Scope.make())
    let store: S3Server
    const access = () => ["--s3-endpoint", store.endpoint, "--s3-region", store.region]
    const credentials = () => ["--s3-credentials-file", inFolder("credentials")]
    beforeAll(async () => {
      store = await Effect.runPromise(Scope.extend(s3Server(), scope))
      const text = `[default]\naws_access_key_id = ${store.keyId}\naws_secret_access_key = ${store.secret}\n`
      writeFileSync(inFolder("credentials"), text)
    })
    afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

    it("is uploaded in parts, replaces older ones, and is restored", async () => {
      const put = (name: string) => store.objects.set(`backups/${name}`, { bytes: Buffer.alloc(1), at: 0 })
      for (const name of [...older, ...others, `deeper/${older[0]}`]) put(name)
      const made = await backup("s3://docs/backups/", "--keep", "1", "--json", ...access(), ...credentials())
      expect(made.stderr).toBe("")
      const { bytes, file } = JSON.parse(made.stdout)
      expect(bytes).toBeGreaterThan(large.length)
      expect(store.requested).toContain("CompleteMultipartUpload")
      const left = [...store.objects.keys()].map((name) => name.slice("backups/".length)).sort()
      expect(left).toEqual([`deeper/${older[0]}`, others[0], named, others[1]])
      for (const from of [file, "s3://docs/backups"]) {
        const name = `from-${from.length}`
        expect(await restore(name, from, ...access(), ...credentials())).toMatchObject({ code: 0 })
      }
    })

    it("is refused without credentials, and where there is none", async () => {
      expect(await backup("s3://docs/backups", ...access())).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("a bucket needs AWS_ACCESS_KEY_ID")
      })
      const nothing = await restore("nothing", "s3://docs/none", ...access(), ...credentials())
      expect(nothing).toMatchObject({
        code: 1,
        stderr: expect.stringContaining("there is no backup in s3://docs/none")
      })
    })
  })
})
