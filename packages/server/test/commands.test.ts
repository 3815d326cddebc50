import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { strToU8, zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lecternHere, startServerHere } from "./inProcess.js"
import { lectern, putFiles, startServer, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const docs = join(folder, "docs")
const original = {
  "SUMMARY.md":
    "# Table of contents\n\n* [Welcome](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n",
  "README.md": "# Welcome\n\nSee [how to install](guide/install.md#linux).\n",
  "guide/README.md": "# Guide\n\n![A picture](../.gitbook/assets/dot.txt)\n",
  "guide/install.md": "---\ndescription: How to install it\n---\n\n# Install\n\n## Linux\n\nRun *the* installer.\n",
  ".gitbook/assets/dot.txt": "dot"
}
const tree = (at: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(at.length + 1))
      .sort()
      .map((path) => [path, readFileSync(join(at, path), "utf8")])
  )
const inData = (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", data])
const ok = async (...args: ReadonlyArray<string>): Promise<string> => {
  const { code, stdout, stderr } = await inData(...args)
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`)
  return stdout
}
const json = async (...args: ReadonlyArray<string>) => JSON.parse(await ok(...args, "--json"))

beforeAll(async () => {
  putFiles(docs, original)
  const server = await startServerHere(data, ["--import-docs", "none"])
  await server.stop()
})
afterAll(remove)

describe("import and export", () => {
  it("brings a folder in and the same bytes out, then updates by what differs", async () => {
    const imported = await json("import", docs, "--title", "Handbook")
    expect(imported.problems).toEqual([])
    expect(imported).toMatchObject({ space: expect.any(String), revision: expect.any(String), removed: 0 })

    const out = join(folder, "out")
    const exported = await json("export", imported.space, out)
    expect(exported).toMatchObject({ space: imported.space, folder: out, removed: 0, unchanged: 0 })
    const { ".lectern-export.json": _, ...files } = tree(out)
    expect(files).toEqual(original)

    const again = await json("import", out, "--space", imported.space)
    expect(again).toMatchObject({ inserted: 0, updated: 0, removed: 0, revision: imported.revision })

    putFiles(out, { "guide/install.md": `${original["guide/install.md"]}\nMore.\n` })
    const changed = await json("import", out, "--space", imported.space)
    expect(changed).toMatchObject({ inserted: 0, updated: 1, removed: 0 })
    expect(changed.revision).not.toBe(imported.revision)

    const back = await json("rollback", imported.space, imported.revision)
    expect([imported.revision, changed.revision]).not.toContain(back.revision)
    expect(await json("import", docs, "--space", imported.space)).toMatchObject({ revision: back.revision })
    expect((await inData("rollback", imported.space, "unknown")).code).toBe(1)
  })

  it("takes a zip archive", async () => {
    const archive = join(folder, "handbook.zip")
    const entries = Object.entries(original).map(([path, text]) => [`handbook-main/${path}`, strToU8(text)] as const)
    putFiles(folder, { "handbook.zip": zipSync(Object.fromEntries(entries)) })
    const { space } = await json("import", archive)
    await ok("export", space, join(folder, "unzipped"))
    const { ".lectern-export.json": _, ...files } = tree(join(folder, "unzipped"))
    expect(files).toEqual(original)
  })

  it("reports problems with file and line, imports the rest and succeeds", async () => {
    const broken = join(folder, "broken")
    putFiles(broken, {
      "SUMMARY.md": "# Table of contents\n\n* [Welcome](README.md)\n* [Gone](gone.md)\n",
      "README.md": "# Welcome\n"
    })
    const { code, stderr, stdout } = await inData("import", broken)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^error: SUMMARY\.md:4: /m)
    expect(stdout.trim()).toMatch(/^\S+$/)
  })

  it("refuses to write over a folder of something else", async () => {
    const { space } = await json("import", docs)
    const other = join(folder, "other")
    putFiles(other, { "thesis.md": "years of work" })
    const refused = await inData("export", space, other)
    expect(refused.code).toBe(1)
    expect(refused.stderr.trim().split("\n").at(-1)).toMatch(/^lectern: .*not an earlier export of this space; --force/)
    expect(tree(other)).toEqual({ "thesis.md": "years of work" })
    await ok("export", space, other, "--force")
    expect(tree(other)["thesis.md"]).toBe("years of work")
  })

  it("says in one line what is not there", async () => {
    const problems = await Promise.all([
      inData("import", join(folder, "nowhere")),
      inData("export", "unknown", join(folder, "x")),
      inData("import", docs, "--space", "unknown"),
      lecternHere(["export", "unknown", join(folder, "x"), "--data-dir", join(folder, "no-workspace")])
    ])
    expect(problems.map(({ code }) => code)).toEqual([1, 1, 1, 1])
    const lines = problems.map(({ stderr }) =>
      stderr
        .trim()
        .split("\n")
        .filter((line) => line.startsWith("lectern:"))
    )
    expect(lines.map((found) => found.length)).toEqual([1, 1, 1, 1])
    expect(lines.flat()).toEqual([
      expect.stringContaining("nowhere cannot be read"),
      "lectern: space not found",
      "lectern: space not found",
      expect.stringContaining("lectern start creates one")
    ])
  })
})

describe("access", () => {
  it("explains the level of a member, for people and programs", async () => {
    const { space } = await json("import", docs, "--title", "Handbook")
    const { user } = await json("user", "add", "--email", "mara@example.com", "--name", "Mara", "--role", "edit")
    const about = ["access", "explain", "--user", "mara@example.com", "--space", space]
    const lines = (await ok(...about)).split("\n")
    expect(lines[0]).toBe('Mara (edit) has the level edit on the space "Handbook".')
    expect(lines).toContain("decides  edit   role in the organization")
    expect(lines).toContain('silent   -      grant to the member on the space "Handbook"')
    expect(await json(...about)).toMatchObject({
      member: { id: user.id, role: "edit" },
      on: { kind: "space", id: space },
      level: "edit",
      decidedBy: { rule: "organization-role" },
      overruled: []
    })
    const wrong = await Promise.all([
      inData(...about, "--site", "x"),
      inData("access", "explain", "--user", "mara@example.com"),
      inData("access", "explain", "--user", "mara@example.com", "--collection", "none")
    ])
    expect(wrong.map(({ code, stderr }) => [code, stderr.trim()])).toEqual([
      [2, expect.stringContaining("name one thing")],
      [2, expect.stringContaining("name one thing")],
      [1, "lectern: collection not found"]
    ])
  })
})

describe("tokens and users", () => {
  it("makes, lists and revokes tokens while the server runs", async () => {
    const server = await startServer(data)
    const ask = async (token: string): Promise<number> =>
      (await fetch(`${server.base}/v1/user`, { headers: { authorization: `Bearer ${token}` } })).status
    try {
      const token = (await ok("token", "create", "--label", "ci")).trim()
      expect(token).toMatch(/^lct_\S+$/)
      expect(await ask(token)).toBe(200)
      const listed: ReadonlyArray<{ id: string; label: string }> = await json("token", "list")
      const { id } = listed.find(({ label }) => label === "ci")!
      expect(JSON.stringify(listed)).not.toContain(token)
      expect(await ok("token", "list")).toContain(id)
      const rotated: { token: string; apiToken: { id: string } } = await json("token", "rotate", id, "--overlap", "0")
      expect([await ask(token), await ask(rotated.token)]).toEqual([401, 200])
      await ok("token", "revoke", rotated.apiToken.id)
      expect(await ask(rotated.token)).toBe(401)
      expect((await inData("token", "revoke", id)).code).toBe(1)
      expect((await inData("token", "rotate", id)).code).toBe(1)
    } finally {
      await server.stop()
    }
  })

  it("makes, lists and revokes tokens of an organization, and tokens with limits", async () => {
    const server = await startServer(data)
    const get = async (token: string, path: string) =>
      fetch(`${server.base}${path}`, { headers: { authorization: `Bearer ${token}` } })
    const reading = (await ok("token", "create", "--scope", "read")).trim()
    try {
      expect((await get(reading, "/v1/user/tokens")).status).toBe(403)
      const { items } = (await (await get(reading, "/v1/orgs")).json()) as { items: ReadonlyArray<{ id: string }> }
      const of = ["--organization", items[0]!.id]
      const token = (await ok("token", "create", "--label", "Builds", "--scope", "write", ...of)).trim()
      expect(await (await get(token, "/v1/user")).json()).toMatchObject({ displayName: "Builds" })
      expect(await ok("token", "list", ...of)).toMatch(/never\s+never\s+write\s+Builds/)
      const listed: ReadonlyArray<{ id: string }> = await json("token", "list", ...of)
      const rotated: { token: string; apiToken: { id: string } } = await json(
        "token",
        "rotate",
        listed[0]!.id,
        "--overlap",
        "0",
        ...of
      )
      expect((await get(token, "/v1/user")).status).toBe(401)
      expect(await (await get(rotated.token, "/v1/user")).json()).toMatchObject({ displayName: "Builds" })
      await ok("token", "revoke", rotated.apiToken.id, ...of)
      expect((await get(rotated.token, "/v1/user")).status).toBe(401)
      expect((await inData("token", "revoke", rotated.apiToken.id, ...of)).code).toBe(1)
    } finally {
      await server.stop()
    }
  })

  it("adds a user who can then be given a token, which organizations take whatever they demand of sign-in", async () => {
    const added = await json("user", "add", "--email", "Ada@Example.com", "--name", "Ada", "--role", "edit")
    expect(added).toMatchObject({ user: { email: "ada@example.com", displayName: "Ada" }, role: "edit" })
    const { token } = await json("token", "create", "--user", "ada@example.com", "--expires", "2999-01-01T00:00:00Z")
    expect(token).toMatch(/^lct_/)
    const administrator = (await ok("token", "create")).trim()
    const server = await startServer(data)
    try {
      const ask = (bearer: string, method: string, path: string, body?: object) =>
        fetch(`${server.base}${path}`, {
          method,
          headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) })
        })
      const { items } = (await (await ask(token, "GET", "/v1/orgs")).json()) as { items: ReadonlyArray<{ id: string }> }
      const organization = `/v1/orgs/${items[0]!.id}`
      const demands = { sso: true, secondFactor: "required" }
      expect((await ask(administrator, "PATCH", organization, demands)).status).toBe(200)
      expect((await ask(token, "GET", organization)).status).toBe(200)
      const own = (await (await ask(token, "POST", "/v1/user/tokens", { label: "Own" })).json()) as { token: string }
      expect((await ask(own.token, "GET", organization)).status).toBe(200)
      const usual = { sso: false, secondFactor: "optional" }
      expect((await ask(administrator, "PATCH", organization, usual)).status).toBe(200)
    } finally {
      await server.stop()
    }
    const twice = await inData("user", "add", "--email", "ada@example.com", "--name", "Ada")
    expect(twice.code).toBe(1)
    expect(twice.stderr).toMatch(/^lectern: .*exists already\n$/)
  })

  it("erases a user, once it is told to", async () => {
    await json("user", "add", "--email", "gone@example.com", "--name", "Gone")
    const asked = await inData("user", "erase", "gone@example.com")
    expect([asked.code, asked.stderr]).toEqual([0, "This would erase Gone, gone@example.com. Add --yes to do it.\n"])
    const erased = await json("user", "erase", "GONE@example.com", "--yes")
    expect(erased).toEqual({ user: expect.any(String), displayName: "Gone", email: "gone@example.com", erased: true })
    const again = await inData("user", "erase", erased.user, "--yes")
    expect([again.code, again.stderr]).toEqual([1, "lectern: user not found\n"])
  })

  it("answers wrong usage in one line with exit 2", async () => {
    const cases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
      [["user", "add", "--email", "nobody", "--name", "N"], /^lectern: email: expected an e-mail address\n$/],
      [
        ["user", "add", "--email", "a@b.example", "--name", "N", "--role", "king"],
        /^lectern: --role: expected admin, create/
      ],
      [["token", "create", "--expires", "tomorrow"], /^lectern: expires: expected a date and time/],
      [["import", "x", "--colour", "red"], /^lectern: there is no option "--colour" \(see lectern import --help\)\n$/],
      [["check", "--storage", "memory"], /^lectern: memory storage keeps nothing between commands/],
      [["import", docs, "--source", "zip"], /^lectern: --source only applies to an address\n$/]
    ]
    const ends = await Promise.all(cases.map(([args]) => lecternHere(args, { env: { LECTERN_DATA_DIR: data } })))
    for (const [index, { code, stderr, stdout }] of ends.entries()) {
      expect(stderr).toMatch(cases[index]![1])
      expect(stderr.trim().split("\n")).toHaveLength(1)
      expect(stdout).toBe("")
      expect(code).toBe(2)
    }
  })

  it("is installed as lectern", async () => {
    const installed = join(import.meta.dirname, "../bin/lectern.mjs")
    const { code, stdout } = await lectern([installed, "--version"], { command: process.execPath })
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"))
    expect(code).toBe(0)
    expect(stdout.trim()).toBe(version)
  })
})

describe("purge", () => {
  it("says that there is nothing to remove, in words and as JSON", async () => {
    const { code, stdout, stderr } = await inData("purge", "--dry-run")
    expect([code, stdout, stderr]).toEqual([0, "", "There is nothing to purge.\n"])
    expect(await json("purge")).toEqual({ dryRun: false, spaces: [], freed: { blobs: 0, bytes: 0 } })
  })
})
