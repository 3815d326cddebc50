/** Imports of a folder that fill the disk: they fail with one line, leave nothing, and the server continues. */
import { mkdirSync, readdirSync, readFileSync, utimesSync } from "node:fs"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { expect, it } from "vitest"
import { mountDisk } from "./disk.js"
import { lecternHere } from "./inProcess.js"
import { lectern, putFiles, startServer, temporaryFolder } from "./program.js"

const mega = 1024 * 1024

/** How much of the disk is left before an import. */
const left = 2 * mega

/** A text of so many bytes that no other file has a part of. */
const bytesOf = (name: string, size: number): string => `${name} `.repeat(size / (name.length + 1))

const numbered = (count: number, entry: (at: number) => readonly [path: string, text: string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at)))

/** Folders that do not fit, by where that is found out. */
const folders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "before the third file": numbered(3, (at) => [`file-${at}.bin`, bytesOf(`file-${at}`, 0.9 * mega)]),
  "while a file is written": { "README.md": "# File\n", "a.bin": bytesOf("a", left - 16 * 1024) },
  "in the transaction": numbered(100, (at) => [
    `page-${at}.md`,
    `# Page ${at}\n\n${bytesOf(`Words of page ${at}.`, 40_000)}\n`
  ])
}

/** Where files are kept. */
const stores = ["database", "folder"]

/** The tables that a failed import must not add to. */
const tables = ["spaces", "items", "documents", "revisions", "pending_index", "blob_references"]

/** Whether a disk may be mounted here. */
const isMountable = (): boolean => {
  const [folder, remove] = temporaryFolder()
  const disk = mountDisk(folder, 1)
  disk?.unmount()
  remove()
  return disk !== undefined
}

const counts = (data: string): ReadonlyArray<readonly [table: string, rows: unknown]> => {
  const db = new Sqlite(join(data, "lectern.db"), { readonly: true })
  const rows = tables.map((table) => [table, db.prepare(`select count(*) from ${table}`).pluck().get()] as const)
  db.close()
  return rows
}

/**
 * The blobs of a workspace, wherever they are, and the uploads of some: on a full disk, the row of a failed one may have
 * to stay until it is collected.
 */
const blobsIn = (data: string): ReadonlyArray<string> => {
  const db = new Sqlite(join(data, "lectern.db"), { readonly: true })
  const rows = "select hash from blob_heads union all select 'an upload' from blob_uploads"
  const inDatabase = db.prepare<[], string>(rows).pluck().all()
  db.close()
  const inFolder = readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("blobs"))
    .map(({ name }) => name)
  return [...inDatabase, ...inFolder]
}

/** Sets the time of every put to two hours ago, when nobody can be about to refer to it any more. */
const age = (data: string): void => {
  const then = Date.now() - 2 * 60 * 60 * 1000
  const db = new Sqlite(join(data, "lectern.db"))
  db.prepare("update blob_heads set put_at = ?").run(then)
  db.prepare("update blob_uploads set touched_at = ?").run(then)
  db.close()
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.parentPath.includes("blobs")) continue
    utimesSync(join(entry.parentPath, entry.name), then / 1000, then / 1000)
  }
}

it.skipIf(!isMountable()).each(stores)("leaves nothing, with files in the %s", async (blobs) => {
  const [folder, remove] = temporaryFolder()
  const mounted = join(folder, "disk")
  mkdirSync(mounted)
  const disk = mountDisk(mounted, 32)
  try {
    const data = join(mounted, "data")
    const server = await startServer(data, ["--import-docs", "none", "--blobs", blobs])
    const authorization = `Bearer ${readFileSync(join(data, "admin-token"), "utf8")}`
    const options = ["--data-dir", data, "--blobs", blobs, "--disk-reserve", "0"]
    const before = counts(data)
    const expectAnswers = async () => {
      expect(counts(data)).toEqual(before)
      expect((await fetch(`${server.base}/v1/orgs`, { headers: { authorization } })).status).toBe(200)
    }

    for (const [name, files] of Object.entries(folders)) {
      const docs = join(folder, name)
      putFiles(docs, files)
      disk?.fill(left)
      const { code, stderr, stdout } = await lectern(["import", docs, ...options])
      disk?.free()
      const lines = stderr.split("\n").filter((line) => line !== "" && !line.endsWith("..."))
      expect([name, code, stdout, lines.length]).toEqual([name, 1, "", 1])
      expect(lines[0]).toMatch(/^lectern: .*(disk is (nearly )?full|no space left)/)
      expect(lines[0]).toContain(data)
      await expectAnswers()
    }
    age(data)
    expect((await lecternHere(["purge", ...options])).code).toBe(0)
    expect(blobsIn(data)).toEqual([])
    expect(await lecternHere(["check", "--data-dir", data])).toMatchObject({ code: 0, stdout: "" })

    const again = await lecternHere(["import", join(folder, "while a file is written"), ...options])
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("2 added")])
    expect(blobsIn(data)).toHaveLength(1)
    expect((await server.stop()).code).toBe(0)
  } finally {
    disk?.unmount()
    remove()
  }
})
