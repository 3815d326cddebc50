import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { joinChunks } from "../lib/join-chunks.mjs"

/** Two programs; the first one loads a module later. All modules say when they are loaded. */
const sources = {
  "First.js": `
    import { count } from "./Both.js"
    import { one } from "./One.js"
    import "./Quiet.js"
    console.log("first", count(), one)
    const { later } = await import("./Later.js")
    console.log(later())`,
  "Second.js": `
    import { count } from "./Both.js"
    import { alsoLater } from "./AlsoLater.js"
    console.log("second", count(), alsoLater)
    export const unused = 1`,
  "Later.js": `
    import { count } from "./Both.js"
    import { alsoLater } from "./AlsoLater.js"
    import "./Quiet.js"
    import { one as same } from "./One.js"
    export const later = () => ["later", count(), alsoLater, same].join(" ")`,
  "Both.js": `
    console.log("loading Both")
    let counted = 0
    export const count = () => ++counted`,
  "One.js": `
    import { count } from "./Both.js"
    console.log("loading One")
    export const one = "one" + count()`,
  "Quiet.js": `console.log("loading Quiet")`,
  "AlsoLater.js": `
    console.log("loading AlsoLater")
    export const alsoLater = "also"`
}
const programs = ["First.js", "Second.js"]

let folder = ""
const run = (at, name) =>
  execFileSync(process.execPath, [join(folder, at, name)], { encoding: "utf8" })
    .trim()
    .split("\n")

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lectern-chunks-"))
  for (const at of ["sources", "joined"]) mkdirSync(join(folder, at))
  writeFileSync(join(folder, "package.json"), '{"type":"module"}')
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, "sources", name), text)
  const options = { absWorkingDir: folder, format: "esm", platform: "node", target: "node20", minifyWhitespace: true }
  const outdir = join(folder, "joined")
  const bundled = await build({
    ...options,
    entryPoints: programs.map((name) => join(folder, "sources", name)),
    outdir,
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    sourcemap: "inline"
  })
  const filesOf = (entry) =>
    Object.entries(bundled.metafile.outputs).flatMap(([file, { entryPoint = "" }]) =>
      basename(entryPoint) === entry ? [basename(file)] : []
    )
  const loads = { together: programs.map(filesOf), apart: [filesOf("Later.js")] }
  await joinChunks({ build, bundled, loads, programs, outdir, options: { ...options, sourcemap: "linked" } })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("joined chunks", () => {
  // Modules that do not need one another may be loaded in another order, as in any bundle of several files.
  it.each(programs)("do what the sources of %s do, and load the same, each once", (name) => {
    expect(run("joined", name).sort()).toEqual(run("sources", name).sort())
  })

  it("are fewer files, and programs keep their names", () => {
    const files = readdirSync(join(folder, "joined")).filter((name) => name.endsWith(".js"))
    expect(files).toEqual(expect.arrayContaining(programs))
    // Both programs, the module that the first one loads later, and the shared modules: by both programs, by the first
    // and its module, and by the two others.
    expect(files.length).toBeLessThan(Object.keys(sources).length)
  })
})
