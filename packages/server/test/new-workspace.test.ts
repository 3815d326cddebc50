/** The behaviour of commands before there is a workspace, and the addresses that they answer with next to a server. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { inspect } from "../../storage-sqlite/test/inspecting.js"
import { lecternHere, startServerHere } from "./inProcess.js"
import { putFiles, temporaryFolder } from "./program.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const docs = join(folder, "docs")
const inData = (...args: ReadonlyArray<string>) => lecternHere([...args, "--data-dir", data])
const json = async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await inData(...args, "--json")
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`)
  return JSON.parse(stdout)
}

beforeAll(async () => {
  putFiles(docs, { "README.md": "# Welcome\n", "guide.md": "# Guide\n" })
  await inData("import", docs)
})
afterAll(remove)

describe("import without a workspace", () => {
  const at = (name: string) => ["--data-dir", join(folder, name)]

  it("makes one, and a start then leaves it as it is", async () => {
    const { code, stderr, stdout } = await lecternHere(["import", docs, "--title", "Handbook", ...at("made")])
    expect([code, stderr]).toEqual([0, expect.stringContaining("\nlectern start serves it.\nThe space's id:\n")])
    const token = readFileSync(join(folder, "made/admin-token"), "utf8")
    expect(stderr).toContain(`Created a workspace in ${join(folder, "made")}; the administrator's token is in`)
    const server = await startServerHere(join(folder, "made"), ["--import-docs", docs])
    const get = async (path: string) =>
      (await fetch(`${server.base}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
    const organizations = await get("/orgs")
    expect(organizations.items).toMatchObject([{ title: "My organization" }])
    const spaces = await get(`/orgs/${organizations.items[0].id}/spaces`)
    expect(spaces.items).toMatchObject([{ id: stdout.trim(), title: "Handbook" }])
    await server.stop()
    const again = await lecternHere(["import", docs, ...at("made")])
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining("new workspace")])
  })

  it("makes none for what is not there, nor for a space or an organization that cannot be in it", async () => {
    const lines = [
      ["import", join(folder, "nowhere")],
      ["import", docs, "--space", "some"],
      ["import", docs, "--organization", "some"],
      ["token", "create"]
    ]
    for (const line of lines) expect((await lecternHere([...line, ...at("none")])).code).toBe(1)
    expect(existsSync(join(folder, "none"))).toBe(false)
  })

  it("keeps what was imported where a first start was cut short before that", async () => {
    const imported = JSON.parse((await lecternHere(["import", docs, "--json", ...at("cut")])).stdout)
    const forget = "delete from counters where name = 'server/first-start'"
    expect(inspect(join(folder, "cut/lectern.db"), (database) => database.prepare(forget).run())).toBe(1)
    const other = join(folder, "manual")
    putFiles(other, { "README.md": "# Another manual\n" })
    const server = await startServerHere(join(folder, "cut"), ["--import-docs", other])
    await server.stop()
    const again = await lecternHere(["import", docs, "--space", imported.space, "--json", ...at("cut")])
    expect(JSON.parse(again.stdout)).toMatchObject({ revision: imported.revision, inserted: 0, updated: 0, removed: 0 })
  })
})

describe("the address in answers", () => {
  const added = async (name: string, ...more: ReadonlyArray<string>): Promise<string> =>
    (await json("user", "add", "--email", `${name}@example.com`, "--name", name, ...more)).user.urls.location

  it("is that of the server that runs on the workspace", async () => {
    expect(await added("before")).toMatch(/^http:\/\/127\.0\.0\.1:4000\//)
    const server = await startServerHere(data)
    expect((await added("while")).startsWith(`${server.base}/v1/users/`)).toBe(true)
    expect(await added("configured", "--base-url", "https://docs.example.com")).toMatch(
      /^https:\/\/docs\.example\.com\//
    )
    const { stderr, stdout } = await inData("import", docs, "--title", "Served")
    expect(stderr).toContain(`It is served at ${server.base}/v1/spaces/${stdout.trim()}\n`)
    await server.stop()
    expect(await added("after")).toMatch(/^http:\/\/127\.0\.0\.1:4000\//)
  })

  it("is not that of a server that was killed, or of another machine's", async () => {
    const note = (name: string, value: unknown) => putFiles(data, { [`server-${name}-1.json`]: JSON.stringify(value) })
    const base = "http://127.0.0.1:9"
    note("1", { host: "elsewhere", pid: process.pid, started: Math.round(performance.timeOrigin), base })
    note("2", { host: hostname(), pid: 2 ** 22 + 1, started: 1, base })
    note("3", { host: hostname(), pid: process.pid, started: 1, base })
    note("4", "nothing of the kind")
    expect(await added("alone")).toMatch(/^http:\/\/127\.0\.0\.1:4000\//)
    const server = await startServerHere(data)
    expect((await added("newest")).startsWith(server.base)).toBe(true)
    await server.stop()
    expect(readdirSync(data).filter((name) => name.startsWith("server-"))).toEqual([
      "server-1-1.json",
      "server-4-1.json"
    ])
  })
})
