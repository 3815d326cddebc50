import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { commonJsLoads } from "../lib/commonJsLoads.mjs"

const sources = {
  "node_modules/old/index.js": "exports.name = 'old'",
  "node_modules/new/package.json": '{"type":"module","exports":"./index.js"}',
  "node_modules/new/index.js": "export const name = 'new'",
  "Static.js": 'export { name } from "old"',
  "Fine.js": `
    import { name } from "old"
    console.log(name, await import("new"), await import("./Static.js"), await import("node:fs"))`,
  "Wrong.js": 'console.log((await import("old")).name)'
}

let folder = ""
const metafileOf = async (name) => {
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [name],
    outdir: "out",
    write: false,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    metafile: true
  })
  return metafile
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lectern-commonjs-"))
  for (const [name, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

describe("dynamic imports of CommonJS", () => {
  it("are found, with the file that has them", async () => {
    expect(commonJsLoads(await metafileOf("Wrong.js"))).toEqual([
      expect.stringMatching(/^Wrong\.js: import\("old"\) has no named exports in a bundle/)
    ])
  })

  it("are not what imports statically, or imports ES modules and those of Node", async () => {
    expect(commonJsLoads(await metafileOf("Fine.js"))).toEqual([])
  })
})
