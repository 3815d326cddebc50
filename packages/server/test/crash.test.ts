/** Jobs whose process is killed in the middle: the next one finishes them, once. */
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { open } from "@lectern/core/Lectern"
import { sqliteLibrary } from "@lectern/storage-sqlite/internal/connections/Libraries"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { Clock, Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { startServerHere } from "./inProcess.js"
import { type Server, startServer, temporaryFolder } from "./program.js"
import { damagesIn } from "./whole.js"

let folder = ""
let remove = () => {}
beforeEach(() => {
  ;[folder, remove] = temporaryFolder()
})
afterEach(() => remove())

const file = () => join(folder, "lectern.db")
const start = (): Promise<Server> => startServer(folder, ["--import-docs", "none"])
const kill = async (server: Server): Promise<void> => {
  server.process.kill("SIGKILL")
  await server.finished
}

/** A clock that was right 8 days ago. */
const lastWeek = (): Clock.Clock => {
  const clock = Clock.make()
  const past = 8 * 24 * 60 * 60 * 1000
  return {
    ...clock,
    unsafeCurrentTimeMillis: () => clock.unsafeCurrentTimeMillis() - past,
    currentTimeMillis: Effect.map(clock.currentTimeMillis, (now) => now - past)
  }
}

/** Looks at the file from outside until a number of rows is as wanted. */
const rowsUntil = async (
  table: "documents" | "spaces",
  space: string,
  wanted: (rows: number) => boolean
): Promise<number> => {
  const db = sqliteLibrary().open(file(), { readOnly: true })
  try {
    const count = db.prepare<readonly [number]>(
      `select count(*) from ${table} where ${table === "spaces" ? "id" : "space"} = ?`
    )
    for (;;) {
      const rows = count.get([space])?.[0] ?? 0
      if (wanted(rows)) return rows
      await setImmediate()
    }
  } finally {
    db.close()
  }
}

describe("a purge that is killed", () => {
  it("is finished by the next process, and takes nothing else", async () => {
    const pages = Array.from({ length: 2_000 }, (_, index) => ({
      key: `p${index}.md`,
      type: "document" as const,
      title: `Page ${index}`,
      markdown: `# Page ${index}\n\nText ${index}.\n`,
      pages: []
    }))
    const tree = { pages, files: [], reusableContents: [], variables: {}, redirects: {} }
    const lectern = await open({ storage: SqliteStorage.open({ filename: file() }), clock: lastWeek() })
    const ada = await lectern.asSystem().users.create({ displayName: "Ada", email: "ada@example.com" })
    const { contentSync, organizations, spaces } = lectern.as(ada.id)
    const { id } = await organizations.create({ title: "Example" })
    const [gone, kept] = [await spaces.create(id, {}), await spaces.create(id, {})]
    await contentSync.apply(gone.id, tree)
    await contentSync.apply(kept.id, { ...tree, pages: pages.slice(0, 10) })
    await spaces.remove(gone.id)
    await lectern.close()

    const before = await rowsUntil("documents", gone.id, () => true)
    expect(before).toBeGreaterThanOrEqual(pages.length)
    const first = await start()
    await rowsUntil("documents", gone.id, (rows) => rows < before)
    await kill(first)
    const left = await rowsUntil("documents", gone.id, () => true)
    expect(left).toBeGreaterThan(0)

    const second = await startServerHere(folder, ["--import-docs", "none"])
    await rowsUntil("documents", gone.id, (rows) => rows === 0)
    await rowsUntil("spaces", gone.id, (rows) => rows === 0)
    expect(await rowsUntil("documents", kept.id, () => true)).toBe(10)
    expect((await second.stop()).code).toBe(0)
    expect(await damagesIn(folder)).toEqual([])
  })
})
