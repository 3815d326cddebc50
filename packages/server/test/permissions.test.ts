/** No file that the program writes is readable by others, whatever the umask it was started with. */
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { bundledProgram } from "./build.js"
import { putFiles, type Running, run, temporaryFolder } from "./program.js"

let folder = ""
let remove = () => {}
beforeEach(() => {
  ;[folder, remove] = temporaryFolder()
  putFiles(join(folder, "docs"), { "README.md": "# Welcome\n\n![](a.png)\n", "a.png": "a", "more/b.md": "# B\n" })
})
afterEach(() => remove())

/** The program under a umask that hides nothing. */
const openly = (...args: ReadonlyArray<string>): Running =>
  run(["-c", 'umask 000; exec "$@"', "sh", process.execPath, bundledProgram, ...args], { command: "sh" })

/** The contents of a folder at any depth, with their permissions; the folder itself is empty. */
const permissions = (root: string, path = ""): ReadonlyArray<readonly [path: string, mode: string]> => {
  const status = statSync(join(root, path))
  const below = status.isDirectory() ? readdirSync(join(root, path)).map((name) => join(path, name)) : []
  const own = [path, `${status.isDirectory() ? "folder" : "file"} ${(status.mode & 0o777).toString(8)}`] as const
  return [own, ...below.flatMap((each) => permissions(root, each))]
}

const shared = (root: string) => permissions(root).filter(([, mode]) => mode !== "file 600" && mode !== "folder 700")

it("keeps everything private", async () => {
  const data = join(folder, "new/data")
  const settings = ["--data-dir", data, "--blobs", "folder"]
  const log = ["--audit-log", join(folder, "new/logs/audit.log")]
  const server = openly("start", "--port", "0", ...settings, ...log, "--import-docs", join(folder, "docs"))
  const base = /Lectern serves (\S+)/.exec(await server.until(/v1\/orgs\n/))?.[1] ?? ""
  expect(shared(join(folder, "new"))).toEqual([])
  const names = permissions(data).map(([path]) => path)
  expect(names).toEqual(expect.arrayContaining(["admin-token", "blobs", "lectern.db", "lectern.db-wal"]))
  const token = readFileSync(join(data, "admin-token"), "utf8")
  const ask = async (path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    const answer = await fetch(`${base}/v1${path}`, { headers, ...posted })
    return (await answer.json()) as { id: string; items: ReadonlyArray<{ id: string }> }
  }
  const organization = (await ask("/orgs")).items[0]?.id
  const space = (await ask(`/orgs/${organization}/spaces`)).items[0]?.id ?? ""
  const site = (await ask(`/orgs/${organization}/sites`, { title: "Docs", spaces: [space] })).id
  await ask(`/orgs/${organization}/sites/${site}/publish`, {})
  server.process.kill("SIGTERM")
  expect((await server.finished).code).toBe(0)
  const out = join(folder, "out")
  const commands: ReadonlyArray<ReadonlyArray<string>> = [
    ["export", space, join(out, "docs")],
    ["publish", site, join(out, "site"), "--compress", "--pictures", "--base-url", "https://docs.example"],
    ["backup", join(out, "backup.tar")],
    ["backup", `${join(out, "many")}/`, "--keep", "1"],
    ["keys", "rotate"],
    ["copy", data, join(out, "copied"), "--blobs", "folder"],
    ["restore", join(out, "backup.tar"), "--data-dir", join(out, "restored"), "--blobs", "folder"]
  ]
  for (const [name = "", ...args] of commands) {
    const before = permissions(folder).length
    const { code, stderr } = await openly(name, ...args, ...(args.includes("--blobs") ? [] : settings)).finished
    expect([name, code], stderr).toEqual([name, 0])
    if (name !== "keys")
      expect([name, permissions(folder).length]).toEqual([name, expect.toSatisfy((now) => now > before)])
    expect([name, shared(out), shared(join(folder, "new"))]).toEqual([name, [], []])
  }
})
