/** Many concurrent change requests: each merges exactly once or conflicts, main is a chain, nothing is lost. */
import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { ChangeRequestRef } from "@lectern/core/change-requests/ChangeRequest"
import * as Lectern from "@lectern/core/Lectern"
import type { SpaceId } from "@lectern/core/spaces/Space"
import * as SqliteStorage from "@lectern/storage-sqlite/SqliteStorage"
import { inCI } from "@lectern/storage-testing/inCI"
import { buildSync } from "esbuild"
import { describe, expect, it } from "vitest"
import { storages } from "../../storages.js"
import { gather, mergeAll, type Outcome, openOne } from "./crowd.js"

/** Each request was merged once or conflicts, main is a chain, and no merged request is lost. */
const expectOrder = async (
  { changeRequests, contents }: Lectern.Workspace,
  space: SpaceId,
  numbers: ReadonlyArray<number>,
  outcomes: ReadonlyArray<Outcome>
) => {
  expect([...numbers].sort((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1))
  const merged = new Set<number>()
  for (const [number, outcome] of outcomes) {
    if (outcome === "merge") {
      expect(merged.has(number), `${number} was merged twice`).toBe(false)
      merged.add(number)
    } else expect(["conflicts", "Conflict"]).toContain(outcome)
  }
  const requests = await Promise.all(
    numbers.map((number) => changeRequests.get(space, `${number}` as ChangeRequestRef))
  )
  for (const { number, status } of requests) expect(status, `${number}`).toBe(merged.has(number) ? "merged" : "draft")

  const chain: Array<string> = []
  for (let revision = await contents.current(space); ; ) {
    if (revision.type === "merge") {
      const request = requests.find(({ id }) => id === revision.mergedFrom?.id)
      expect(request?.revisionMerged).toBe(revision.id)
      expect(revision.parents[1]).toBe(request?.revision)
      chain.push(revision.id)
    }
    const [parent] = revision.parents
    if (parent === undefined) break
    revision = await contents.revision(space, parent)
  }
  expect(new Set(chain).size).toBe(chain.length)
  expect(chain.length).toBe(merged.size)

  const { pages } = await contents.pages(space)
  const slugs = pages.map((page) => ("slug" in page ? page.slug : page.id))
  expect(new Set(slugs).size).toBe(slugs.length)
  const texts = await Promise.all(pages.map(({ id }) => contents.page(space, id)))
  const all = texts.map((page) => ("markdown" in page ? page.markdown : "")).join("\n")
  for (const number of merged) {
    expect(all).toMatch(new RegExp(`added by ${number}\\b`))
    expect(all).toMatch(new RegExp(`\\bby ${number}\\b`))
  }
  for (const { number } of requests)
    if (!merged.has(number)) expect(all).not.toMatch(new RegExp(`added by ${number}\\b`))
  return merged.size
}

const many = Array.from({ length: inCI ? 50 : 20 }, (_, index) => index + 1)
/** At least so many of them merge, since the others wrote to places that no other one has written to. */
const merging = many.length * 0.4

describe.each(storages)("many change requests merged at once by several fibers, $name", ({ layer }) => {
  it("merge once each, or conflict", async () => {
    const lectern = await Lectern.open({ storage: { layer } })
    try {
      const { space, user } = await gather(lectern)
      const workspace = lectern.as(user)
      const numbers = await Promise.all(many.map(() => openOne(workspace, space)))
      const outcomes = await mergeAll(workspace, space, [...numbers, ...numbers])
      expect(await expectOrder(workspace, space, numbers, outcomes)).toBeGreaterThanOrEqual(merging)
    } finally {
      await lectern.close()
    }
  })
})

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Bundles the worker as a whole, so that it starts immediately, to where Node finds the addon; returns its path. */
const bundle = (): string => {
  const folder = here("../../node_modules/.cache")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, "crowd.mjs")
  const unfinished = join(folder, `crowd-${process.pid}.mjs`)
  buildSync({
    entryPoints: [here("crowd.worker.ts")],
    outfile: unfinished,
    bundle: true,
    minify: true,
    platform: "node",
    format: "esm",
    conditions: ["lectern-source"],
    external: ["better-sqlite3"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url)' },
    logLevel: "error"
  })
  renameSync(unfinished, outfile)
  return outfile
}

const run = (args: ReadonlyArray<string | number>) =>
  new Promise<unknown>((resolve, reject) => {
    const child = spawn(process.execPath, args.map(String), { stdio: ["ignore", "pipe", "inherit"] })
    let output = ""
    child.stdout.on("data", (chunk) => {
      output += chunk
    })
    child.on("error", reject)
    child.on("close", (code) => (code === 0 ? resolve(JSON.parse(output)) : reject(new Error(`exit code ${code}`))))
  })

describe("many change requests opened and merged at once by two processes on one file", () => {
  it("have numbers of their own, and merge once each, or conflict", async () => {
    const worker = bundle()
    const folder = mkdtempSync(join(tmpdir(), "lectern-"))
    const filename = join(folder, "lectern.db")
    const lectern = await Lectern.open({ storage: SqliteStorage.open({ filename }) })
    try {
      const { space, user } = await gather(lectern)
      const both = (mode: string, one: ReadonlyArray<number>, two: ReadonlyArray<number>) =>
        Promise.all([one, two].map((numbers) => run([worker, filename, user, space, mode, ...numbers])))
      const opened = await both("open", many.slice(many.length / 2), many.slice(0, many.length / 2))
      const numbers = opened.flat() as ReadonlyArray<number>
      const outcomes = (await both("merge", many, many.toReversed())).flat() as ReadonlyArray<Outcome>
      expect(await expectOrder(lectern.as(user), space, numbers, outcomes)).toBeGreaterThanOrEqual(merging)
    } finally {
      await lectern.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
