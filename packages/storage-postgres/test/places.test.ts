/** The place of a server's programs: as root, they run as another user, who cannot enter or read root's own files. */
import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { has } from "@lectern/storage-testing/needs"
import { isOpen } from "@lectern/storage-testing/nobody"
import { createData, initdb, startServer } from "@lectern/storage-testing/postgresPrograms"
import { diskPlace, temporaryPlace } from "@lectern/storage-testing/temporaryPlace"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { execute } from "./server.js"

const needed = 500 * 1024 ** 2

/** Takes every right away from others, as a `umask` of 077 does. */
const close = (path: string): void => {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const own = join(path, entry.name)
    if (entry.isDirectory()) close(own)
    else chmodSync(own, entry.name.includes(".so") || path.endsWith("bin") ? 0o700 : 0o600)
  }
  chmodSync(path, 0o700)
}

describe.runIf(has("PostgreSQL from npm"))("a server", () => {
  const base = mkdtempSync(join(temporaryPlace(needed), "lectern-places-"))
  const mask = process.umask()
  beforeAll(() => chmodSync(base, 0o755))
  afterAll(() => rmSync(base, { recursive: true, force: true }))

  it.each([
    ["that nobody else can enter", "private", (native: string) => chmodSync(join(native, ".."), 0o700)],
    ["that nobody else can read", "masked", close],
    ["with a space", "two words", () => {}],
    ["with other letters", "Übung", () => {}],
    ["with the sign between paths", "a:b", () => {}]
  ] as const)("starts from a folder %s", async (_, name, change) => {
    const native = join(base, name, "native")
    cpSync(join(await initdb(), "../.."), native, { recursive: true, verbatimSymlinks: true })
    change(native)
    const folder = mkdtempSync(join(base, "data of Ü-"))
    process.umask(0o077)
    try {
      await createData(folder, join(native, "bin"))
      const url = `postgres:///postgres?host=${encodeURIComponent(folder)}&user=lectern`
      const server = await startServer(folder, ["listen_addresses="], process.pid, join(native, "bin"))
      expect(await execute(url, "select count(*) > 0 from pg_timezone_names")).toEqual([[true]])
      const ended = new Promise((resolve) => server.once("exit", resolve))
      server.kill("SIGTERM")
      await ended
    } finally {
      process.umask(mask)
    }
  })
})

describe("a place for temporary files", () => {
  it("is one where the user of servers can start programs, whatever TMPDIR says", () => {
    const { TMPDIR } = process.env
    const folder = mkdtempSync(join(diskPlace(), "lectern-private-"))
    try {
      process.env.TMPDIR = folder
      expect(isOpen(diskPlace())).toBe(true)
      expect(isOpen(temporaryPlace(needed))).toBe(true)
      expect(diskPlace() === folder).toBe(process.getuid?.() !== 0)
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = TMPDIR
      rmSync(folder, { recursive: true })
    }
  })
})
