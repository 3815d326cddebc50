/** The folder of an export: the files that are written, kept and removed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Effect } from "effect"
import { afterAll, expect, it } from "vitest"
import { openSiteFolder } from "../src/files/SiteFolder.js"

const root = mkdtempSync(join(tmpdir(), "lectern-site-"))
afterAll(() => rmSync(root, { recursive: true }))

let count = 0
const newFolder = () => join(root, String(count++))

interface Options {
  readonly site?: string
  readonly force?: boolean
  readonly compress?: boolean
  /** Whether the export is cut off. */
  readonly isCut?: boolean
}

/** Exports these files, and returns the counts. */
const publish = (
  folder: string,
  files: Readonly<Record<string, string>>,
  { compress = false, force = false, isCut = false, site = "site" }: Options = {}
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const opened = yield* openSiteFolder(folder, site, { compress, force })
      for (const [path, body] of Object.entries(files)) yield* opened.write({ path, body, isText: true })
      return isCut ? undefined : yield* opened.finish
    })
  )

const listed = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== ".lectern-site")
    .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
    .sort()

it("only what has changed is written, and what is no longer there is removed", async () => {
  const folder = newFolder()
  expect(await publish(folder, { "a.html": "A", "b/c.html": "C", "b/d.html": "D" })).toEqual({
    written: 3,
    unchanged: 0,
    removed: 0
  })
  const before = statSync(join(folder, "a.html")).mtimeMs
  writeFileSync(join(folder, "own.txt"), "mine")
  expect(await publish(folder, { "a.html": "A", "e.html": "E" })).toEqual({ written: 1, unchanged: 1, removed: 2 })
  expect(statSync(join(folder, "a.html")).mtimeMs).toBe(before)
  expect(listed(folder)).toEqual(["a.html", "e.html", "own.txt"])
})

it("a file that no export wrote is never replaced or removed, unless that is forced", async () => {
  const folder = newFolder()
  await publish(folder, { "a.html": "A" })
  writeFileSync(join(folder, "b.html"), "mine")
  await expect(publish(folder, { "b.html": "B" })).rejects.toThrow("b.html is in the way")
  await publish(folder, { "a.html": "A" })
  expect(readFileSync(join(folder, "b.html"), "utf8")).toBe("mine")
  await expect(publish(folder, {}, { site: "other" })).rejects.toThrow("not an earlier export of this site")
  await publish(folder, { "b.html": "B" }, { force: true })
  expect(readFileSync(join(folder, "b.html"), "utf8")).toBe("B")
})

it("what an export that was cut off has written is known to the next one", async () => {
  const folder = newFolder()
  await publish(folder, { "a.html": "A", "b.html": "B" }, { isCut: true })
  expect(await publish(folder, { "a.html": "A" })).toEqual({ written: 0, unchanged: 1, removed: 1 })
  expect(listed(folder)).toEqual(["a.html"])
})

it("compressed forms follow their texts", async () => {
  const folder = newFolder()
  await publish(folder, { "a.html": "A".repeat(1000) }, { compress: true })
  expect(gunzipSync(readFileSync(join(folder, "a.html.gz"))).toString()).toBe("A".repeat(1000))
  const again = await publish(folder, { "a.html": "A".repeat(1000), "b.html": "B" }, { compress: true })
  expect(again).toEqual({ written: 3, unchanged: 3, removed: 0 })
  await publish(folder, { "b.html": "C" }, { compress: true })
  expect(brotliDecompressSync(readFileSync(join(folder, "b.html.br"))).toString()).toBe("C")
  expect(await publish(folder, { "b.html": "C" })).toEqual({ written: 0, unchanged: 1, removed: 2 })
  expect(listed(folder)).toEqual(["b.html"])
})

it.each(["../a.html", "/a.html", "a/../../b"])("%s is refused", async (path) => {
  await expect(publish(newFolder(), { [path]: "A" })).rejects.toThrow("leads out of the folder")
})
