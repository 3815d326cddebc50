/** Derived data is repaired, whatever else is damaged, and nothing else changes. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tables } from "@lectern/core/engine/Tables"
import { runs } from "@lectern/storage-testing/runs"
import { FastCheck as fc } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { SqliteError } from "../../src/connections/SqliteConnection.js"
import { inspect } from "../inspecting.js"
import { check, repair } from "./checking.js"
import { contentDamages } from "./contentDamages.js"
import { countedDamages } from "./countedDamages.js"
import type { Damage } from "./damage.js"
import { derivedDamages } from "./derivedDamages.js"
import { recordDamages } from "./recordDamages.js"
import { repairable } from "./repairable.js"
import { fill, type Sample } from "./sample.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-repairs-"))
const original = join(folder, "original.db")
let sample: Sample

beforeAll(async () => {
  sample = await fill(original)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const all = [...recordDamages, ...contentDamages, ...derivedDamages, ...countedDamages]
const mendable = all.filter(([name]) => repairable.has(name))
const others = all.filter(([name]) => !repairable.has(name))

/** The rows to compare: all of them, or only their JSON in the tables where nothing is derived. */
const contentOf = (filename: string, which: "everything" | "what is not derived"): unknown => {
  return inspect(filename, (database) => {
    const rowsOf = (sql: string) => database.prepare(sql).all()
    const jsonOf = (row: ReadonlyArray<unknown>) => {
      try {
        return [...row.slice(0, -1), JSON.parse(String(row.at(-1)))]
      } catch {
        return row
      }
    }
    const found = tables.map(({ columns, key, name }) => {
      const order = key.map((column) => `"${column}"`).join(", ")
      const shown = which === "everything" ? Object.keys(columns) : key
      const wanted = shown.map((column) => `"${column}"`).join(", ")
      return [name, rowsOf(`select ${wanted}, row_json from "${name}" order by ${order}`).map(jsonOf)] as const
    })
    if (which === "what is not derived") return found.filter(([name]) => !withDerived.has(name))
    return [
      ...found,
      rowsOf("select * from counters where name like '%bytes:%' or name like 'change-requests:%' order by 1")
    ]
  })
}

/** The tables in which something is derived from other rows. */
const withDerived: ReadonlySet<string> = new Set([
  "backlinks",
  "blob_references",
  "change_request_contributors",
  "change_requests",
  "commenters",
  "comments",
  "link_counts",
  "page_links",
  "pending_index",
  "site_links",
  "sites",
  "spaces"
])

let copies = 0

/**
 * Runs a program with the path of a damaged copy of the sample. Of several damages, one may have taken away what another
 * one needs. Each copy has a name of its own: a property that reaches its time limit leaves its last run unfinished.
 */
const withDamaged = async (damages: ReadonlyArray<Damage>, use: (file: string) => Promise<void>): Promise<void> => {
  const file = join(folder, `damaged-${++copies}.db`)
  copyFileSync(original, file)
  inspect(file, (database) => {
    for (const [, sql] of damages) {
      try {
        database.exec(sql(sample))
      } catch (cause) {
        if (damages.length === 1 || !(cause instanceof SqliteError)) throw cause
      }
    }
  })
  await use(file)
  rmSync(file)
}

it("knows every damage that it repairs", () => {
  expect(mendable.map(([name]) => name).sort()).toEqual([...repairable].sort())
})

it("repairs what is derived, and nothing is damaged any more", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(mendable, { minLength: 1 }), (damages) =>
      withDamaged(damages, async (file) => {
        const { failed } = await repair(file)
        expect([failed, await check(file)]).toEqual([[], []])
        expect(contentOf(file, "everything")).toEqual(contentOf(original, "everything"))
      })
    ),
    { numRuns: runs(4) }
  )
})

it("repairs each damage that it can repair by itself", async () => {
  for (const damage of process.env.LECTERN_RUNS === undefined ? [] : mendable) {
    await withDamaged([damage], async (file) => {
      const { failed, repaired } = await repair(file)
      expect([damage[0], failed, await check(file)]).toEqual([damage[0], [], []])
      expect(repaired.length).toBeGreaterThan(0)
    })
  }
})

it("leaves everything that is not derived as it is, whatever is damaged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(others, { minLength: 1 }), (damages) =>
      withDamaged(damages, async (file) => {
        const before = contentOf(file, "what is not derived")
        await repair(file)
        expect(contentOf(file, "what is not derived")).toEqual(before)
      })
    ),
    { numRuns: runs(3) }
  )
})
