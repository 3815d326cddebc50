/** The choice of a library, in processes whose project has one better-sqlite3 or another. */
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildSync } from "esbuild"
import { afterAll, beforeAll, expect, it } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "lectern-libraries-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = join(folder, "program.mjs")
beforeAll(() => {
  buildSync({
    stdin: {
      contents: `import { sqliteLibrary } from "./Libraries.js"
try { console.log(sqliteLibrary().name) } catch ({ message }) { console.log(message) }`,
      resolveDir: fileURLToPath(new URL("../src/connections", import.meta.url))
    },
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error"
  })
})

const require = createRequire(import.meta.url)
const packageOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/** Puts the files of a package into the project. */
const provide = (name: string, from: string, filter: (path: string) => boolean = () => true): void =>
  cpSync(from, join(folder, "node_modules", name), { recursive: true, filter })

/** A better-sqlite3 of some version; whoever loads it ends. */
const crashing = (version: string): void => {
  const place = join(folder, "node_modules/better-sqlite3")
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, "package.json"), JSON.stringify({ name: "better-sqlite3", version, main: "index.js" }))
  writeFileSync(join(place, "index.js"), "process.abort()")
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
const hasOwn = major >= 24 || (major === 22 && minor >= 16)
const isBun = "bun" in process.versions

/** Projects: a name, what they have, and the reason why it does not load. */
const projects: ReadonlyArray<readonly [name: string, provide: () => void, reason: string]> = [
  ["without better-sqlite3", () => {}, "it is not installed"],
  [
    "whose better-sqlite3 was installed with scripts off",
    () => {
      provide("better-sqlite3", packageOf("better-sqlite3"), (path) => !/\/(build|deps|src)$/.test(path))
      provide("bindings", packageOf("bindings"))
      provide("file-uri-to-path", packageOf("file-uri-to-path"))
    },
    "Could not locate the bindings file. Tried:"
  ],
  // The real one ends the process there.
  ...(major < 22
    ? ([["whose better-sqlite3 is too new", () => crashing("13.2.0"), "version 13.2.0 needs Node 22"]] as const)
    : [])
]

it.each(projects)("a project %s has the library of the runtime, or an error of one sentence", (_, provide, reason) => {
  rmSync(join(folder, "node_modules"), { recursive: true, force: true })
  provide()
  const { status, stderr, stdout } = spawnSync(process.execPath, [program], { encoding: "utf8", cwd: folder })
  const error = `better-sqlite3 cannot be loaded (${reason}): install better-sqlite3@12 with its install scripts allowed, or use Node 22.16 or newer, which has SQLite of its own`
  const expected = isBun ? "bun:sqlite" : hasOwn ? "node:sqlite" : error
  expect([status, stdout, stderr]).toEqual([0, `${expected}\n`, ""])
})
