/** Imports of a folder that end in the middle: nothing of them is left, not even an empty space. */
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { inCI } from "@lectern/storage-testing/inCI"
import Sqlite from "better-sqlite3"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServerHere } from "./inProcess.js"
import { putFiles, run, temporaryFolder } from "./program.js"
import { damagesIn } from "./whole.js"

const [folder, remove] = temporaryFolder()
const data = join(folder, "data")
const docs = join(folder, "docs")
const count = 300
const signals: ReadonlyArray<NodeJS.Signals> = inCI ? ["SIGINT", "SIGTERM", "SIGKILL"] : ["SIGKILL"]

beforeAll(async () => {
  const pages = Array.from({ length: count }, (_, at) => [
    `part-${at % 20}/page-${at}.md`,
    `# Page ${at}\n\n${`Words of page ${at}, with [a link](page-${at}.md). `.repeat(20)}\n`
  ])
  putFiles(docs, { ...Object.fromEntries(pages), "last.bin": "the file that is kept before the revision is made" })
  await (await startServerHere(data, ["--import-docs", "none"])).stop()
})
afterAll(remove)

/** The time when a file was last put, which happens before the transaction of an import. */
const lastPut = "select max(put_at) from blob_heads"

const rows = (statement: string): number => {
  const db = new Sqlite(join(data, "lectern.db"), { readonly: true })
  try {
    return db.prepare<[], number>(statement).pluck().get() ?? 0
  } finally {
    db.close()
  }
}

/** Whether a transaction is writing at this moment. */
const isWriting = (db: Sqlite.Database): boolean => {
  try {
    db.exec("begin immediate; rollback")
    return false
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY") return true
    throw error
  }
}

describe("an import of a folder into a new space", () => {
  it.each(signals)("leaves nothing after %s", async (signal) => {
    const before = rows(lastPut)
    const db = new Sqlite(join(data, "lectern.db"), { timeout: 0 })
    const importing = run(["import", docs, "--title", "Half", "--data-dir", data])
    let ended = false
    void importing.finished.finally(() => {
      ended = true
    })
    while (!ended && rows(lastPut) === before) await setImmediate()
    while (!ended && !isWriting(db)) await setImmediate()
    db.close()
    importing.process.kill(signal)
    const { code } = await importing.finished
    expect(await damagesIn(data)).toEqual([])
    if (code === 0) return expect(rows("select count(*) from documents")).toBe(count)
    for (const table of ["spaces", "items", "documents", "revisions"]) {
      expect([table, rows(`select count(*) from ${table}`)]).toEqual([table, 0])
    }
  })
})
