/** What `npm start` and `npm test` need before they can run: Node, the dependencies and a build. */
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the workspace. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** Ends the program with one line on stderr. */
export const fail = (line, code = 1) => {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Why this version of Node (`20.11.0`) will not do, or `undefined`. */
export const nodeProblem = (version, least = "20.11.0") => {
  const [have, need] = [version, least].map((text) => text.split(".").map(Number))
  const index = need.findIndex((part, i) => have[i] !== part)
  return index >= 0 && have[index] < need[index]
    ? `Lectern needs Node ${least} or newer; this is ${version}.`
    : undefined
}

/** Whether dependencies must be installed, from the times of both lock files (`undefined` where there is none). */
export const mustInstall = (lockfile, installed) => installed === undefined || lockfile > installed

/**
 * Why an installation failed, in one line, if the reason is that better-sqlite3 had to be compiled and could not be.
 * `output` is what npm printed, `missing` the build tools that are not on the path.
 */
export const compileProblem = (output, missing) => {
  if (missing.length === 0 || !/better-sqlite3|node-gyp/.test(output)) return undefined
  const last = missing.at(-1)
  const names = missing.length === 1 ? last : `${missing.slice(0, -1).join(", ")} and ${last}`
  return `No prebuilt better-sqlite3 could be fetched, so it must be compiled: please install ${names} (python3, make and g++ are needed), then try again.`
}

const onPath = (command) => spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined
const missingTools = () => ["python3", "make", "g++"].filter((tool) => !onPath(tool))
const modified = (...path) => {
  const file = join(root, ...path)
  return existsSync(file) ? statSync(file).mtimeMs : undefined
}

const npm = (...args) => {
  const result = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, npm_config_ignore_scripts: "false" }
  })
  if (result.error) fail(`npm could not be started: ${result.error.message}`)
  if (result.status === 0) return
  const output = `${result.stdout}\n${result.stderr}`
  const problem = compileProblem(output, missingTools())
  if (problem) fail(problem)
  process.stderr.write(`${output.trim().split("\n").slice(-40).join("\n")}\n`)
  fail(`npm ${args[0]} failed; its last lines are above.`)
}

const sqliteLoads = () => {
  try {
    const Database = createRequire(join(root, "packages/storage-sqlite/package.json"))("better-sqlite3")
    new Database(":memory:").close()
    return true
  } catch {
    return false
  }
}

/** Checks Node and installs what is missing or older than the lock file. */
export const install = () => {
  const problem = nodeProblem(process.versions.node)
  if (problem) fail(problem)
  if (mustInstall(modified("package-lock.json"), modified("node_modules", ".package-lock.json"))) {
    process.stderr.write("Installing dependencies (once; this can take a minute)...\n")
    npm("ci", "--include=dev", "--no-audit", "--no-fund")
  }
  if (!sqliteLoads()) {
    process.stderr.write("Building better-sqlite3 for this version of Node...\n")
    npm("rebuild", "better-sqlite3")
    if (!sqliteLoads()) fail("better-sqlite3 does not load on this version of Node; remove node_modules and try again.")
  }
}

const compiler = () => {
  const manifest = join(root, "node_modules/typescript/package.json")
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.tsc)
}

/** Compiles what is older than its sources, of the given projects and those they refer to. */
export const build = (...projects) => {
  const result = spawnSync(process.execPath, [compiler(), "-b", ...projects], { cwd: root, stdio: "inherit" })
  if (result.status !== 0) fail("The build failed; its messages are above.")
}
