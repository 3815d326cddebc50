/** Folders with large files, in and out of a workspace by real processes that hold little of them in memory. */
import { createHash } from "node:crypto"
import { closeSync, createReadStream, openSync, readFileSync, truncateSync, writeSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { bundledProgram } from "./build.js"
import { startServerHere } from "./inProcess.js"
import { lectern, putFiles, temporaryFolder } from "./program.js"

const mega = 1024 * 1024
/** In megabytes; a machine with a small disk needs less: the folder, the workspace and the export hold the file. */
const size = Number(process.env.LECTERN_LARGE_FILE ?? 500) * mega

/** Writes a file each of whose blocks differs from the others. */
const writeLarge = (path: string): void => {
  const file = openSync(path, "w")
  const block = Buffer.alloc(mega)
  for (let at = 0; at < size; at += mega) {
    for (let word = 0; word < mega; word += 4) block.writeInt32LE(Math.imul(at + word, 0x9e3779b1) ^ (word >> 9), word)
    writeSync(file, block)
  }
  closeSync(file)
}

const sumOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest("hex")
}

/** A script that a process runs at its end: it writes down the most memory that it ever had, in bytes. */
const measuring = `
import { readFileSync, writeFileSync } from "node:fs"
const peak = () => {
  try {
    return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1])
  } catch {
    return process.resourceUsage().maxRSS
  }
}
process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(peak() * 1024)))
`

const stores = process.env.LECTERN_RUNS === undefined ? ["database"] : ["database", "folder"]

describe.each(stores)("a folder with a large file, with blobs in the %s", (blobs) => {
  it("is imported and exported in little memory", { timeout: 120_000 + size / 2000 }, async () => {
    const [folder, remove] = temporaryFolder()
    const at = (name: string): string => join(folder, name)
    const command = async (...args: ReadonlyArray<string>) => {
      const options = ["--data-dir", at("data"), "--blobs", blobs]
      const flags = ["--max-old-space-size=160", "--import", at("measure.mjs"), bundledProgram]
      const env = { PEAK_FILE: at("peak") }
      const began = Date.now()
      const done = await lectern([...flags, ...args, ...options], { command: process.execPath, env })
      const peak = Number(readFileSync(at("peak"), "utf8"))
      if (process.env.LECTERN_LARGE_FILE !== undefined) {
        console.info(`${blobs} ${args[0]}: ${Math.round(peak / mega)} MB, ${Date.now() - began} ms`)
      }
      return { ...done, peak }
    }
    try {
      putFiles(folder, { "measure.mjs": measuring, "small/README.md": "# Small\n", "small/a.bin": "a" })
      putFiles(folder, { "docs/README.md": "# Docs\n\n[film](film.bin)\n" })
      writeLarge(at("docs/film.bin"))
      await (await startServerHere(at("data"), ["--import-docs", "none", "--blobs", blobs])).stop()
      const small = await command("import", at("small"))
      expect([small.code, small.stderr]).toEqual([0, expect.stringContaining("2 added")])
      const bound = small.peak + 0.75 * size

      const imported = await command("import", at("docs"))
      expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining("0 problems")])
      const space = imported.stdout.trim()
      const exported = await command("export", space, at("out"))
      expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining("2 written, 0 unchanged")])
      expect(await sumOf(at("out/film.bin"))).toBe(await sumOf(at("docs/film.bin")))
      const unchanged = await command("export", space, at("out"))
      expect([unchanged.code, unchanged.stderr]).toEqual([0, expect.stringContaining("0 written, 2 unchanged")])
      for (const { peak } of [imported, exported, unchanged]) expect(peak).toBeLessThan(bound)

      truncateSync(at("docs/film.bin"), 3 * mega)
      const again = await command("import", at("docs"), "--space", space, "--max-file-size", "2")
      expect([again.code, again.stderr]).toEqual([
        0,
        expect.stringContaining("error: film.bin: expected at most 2097152")
      ])
      const last = await command("export", space, at("out"))
      expect([last.code, last.stderr]).toEqual([0, expect.stringContaining("1 removed")])
    } finally {
      remove()
    }
  })
})
