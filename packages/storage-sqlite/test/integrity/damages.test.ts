/** Every kind of damage, made with plain SQL, is found, with its ids. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { inspect } from "../inspecting.js"
import { check } from "./checking.js"
import { contentDamages } from "./contentDamages.js"
import { countedDamages } from "./countedDamages.js"
import { derivedDamages } from "./derivedDamages.js"
import { fieldDamages } from "./fieldDamages.js"
import { recordDamages } from "./recordDamages.js"
import { fill, type Sample } from "./sample.js"

const folder = mkdtempSync(join(tmpdir(), "lectern-damages-"))
const original = join(folder, "original.db")
let sample: Sample

beforeAll(async () => {
  sample = await fill(original)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const damages = [...recordDamages, ...contentDamages, ...derivedDamages]

/** Two damages that do not hide each other are made together, except in a long run. */
const together = process.env.LECTERN_RUNS === undefined ? 2 : 1
const half = Math.ceil(damages.length / together)
const groups = [
  ...damages.slice(0, half).map((first, index) => [first, ...damages.slice(half).slice(index, index + together - 1)]),
  countedDamages,
  ...fieldDamages
].map((some) => [some.map(([name]) => name).join(", and "), some] as const)

describe("a check", () => {
  it("finds nothing in a workspace that is whole", async () => {
    expect(await check(original)).toEqual([])
  })

  it.each(groups)("finds %s", async (_, together) => {
    const filename = join(folder, "damaged.db")
    copyFileSync(original, filename)
    inspect(filename, (database) => {
      for (const [, sql] of together) database.exec(sql(sample))
    })
    const findings = await check(filename)
    for (const [name, , found] of together) expect(findings.join("\n"), name).toMatch(found(sample))
    for (const line of findings) expect(line).not.toContain("\n")
  })
})
