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
  const server = openly("start", "--port", "0", ...settings, "--import-docs", join(folder, "docs"))
  const base = /Lectern serves (\S+)/.exec(await server.until(/v1\/orgs\n/))?.[1] ?? ""
  expect(shared(join(folder, "new"))).toEqual([])
  const names = permissions(data).map(([path]) => path)
  expect(names).toEqual(expect.arrayContaining(["admin-token", "blobs", "lectern.db", "lectern.db-wal"]))
  const token = readFileSync(join(data, "admin-token"), "utf8")
  const get = async (path: string) =>
    (await fetch(`${base}/v1${path}`, { headers: { authorization: `Bearer ${token}` } })).json()
  const organization = (await get("/orgs")).items[0].id
  const space = (await get(`/orgs/${organization}/spaces`)).items[0].id
  server.process.kill("SIGTERM")
  expect((await server.finished).code).toBe(0)
  const exported = await openly("export", space, join(folder, "out/docs"), ...settings).finished
  expect(exported.code).toBe(0)
  expect(permissions(join(folder, "out")).length).toBeGreaterThan(4)
  expect(shared(join(folder, "out"))).toEqual([])
})
