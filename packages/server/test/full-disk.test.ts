/** A disk that fills up while a server runs: writes are refused, the log names the file, and space heals it. */

import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { needs } from "@lectern/storage-testing/needs"
import { expect, it } from "vitest"
import { mountDisk } from "./disk.js"
import { lecternHere } from "./inProcess.js"
import { startServer, temporaryFolder } from "./program.js"

/** A limit on a server's files, and how to lift it. */
interface Limit {
  readonly fill: (pid: number) => void
  readonly free: (pid: number) => void
  readonly end: () => void
}

/** A small file system of its own where that may be mounted; else a limit on the size of the process's files. */
const limitOn = (folder: string): Limit => {
  const disk = mountDisk(folder, 24)
  if (disk !== undefined) return { fill: () => disk.fill(64 * 1024), free: disk.free, end: disk.unmount }
  needs("prlimit")
  const limit = (pid: number, bytes: string): void => {
    execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`])
  }
  return { fill: (pid) => limit(pid, "4096"), free: (pid) => limit(pid, "unlimited"), end: () => {} }
}

it("answers 503 on a full disk, names the file in the log, and recovers", async () => {
  const [folder, remove] = temporaryFolder()
  const disk = join(folder, "disk")
  mkdirSync(disk)
  const limit = limitOn(disk)
  try {
    const data = join(disk, "data")
    const server = await startServer(data, ["--import-docs", "none"])
    const token = readFileSync(join(data, "admin-token"), "utf8")
    const call = async (method: string, path: string, body?: unknown) =>
      fetch(`${server.base}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    const organization = (await (await call("GET", "/orgs")).json()).items[0].id
    const space = (await (await call("POST", `/orgs/${organization}/spaces`, {})).json()).id
    const add = (title: string) => {
      const markdown = `${title} `.repeat(20_000)
      return call("POST", `/spaces/${space}/content`, {
        changes: [{ operation: "insert_page", title, document: { markdown } }]
      })
    }
    expect((await add("before")).status).toBe(200)

    limit.fill(server.process.pid ?? 0)
    let refused = await add("full 0")
    for (let number = 1; refused.status === 200 && number < 50; number++) refused = await add(`full ${number}`)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ error: { code: 503, message: "storage failed" } })
    expect((await call("GET", `/spaces/${space}/content/path/before`)).status).toBe(200)

    limit.free(server.process.pid ?? 0)
    expect((await add("after")).status).toBe(200)
    const { code, stderr } = await server.stop()
    expect(code).toBe(0)
    expect(stderr).toContain(`${join(data, "lectern.db")} cannot`)
    expect(stderr).not.toContain("SQLITE_CORRUPT")
    expect(await lecternHere(["check", "--data-dir", data])).toMatchObject({ code: 0, stdout: "" })
  } finally {
    limit.end()
    remove()
  }
})
