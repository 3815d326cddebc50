/** Provides everything that `npm start` and `npm test` need before they can run: Node, the dependencies and a build. */
import { spawn, spawnSync } from "node:child_process"
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { homedir, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { installProblem } from "./installProblems.mjs"
import { writeServedDocument } from "./servedDocument.mjs"
import { step } from "./steps.mjs"

/** The root of the workspace. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** A problem that the user must solve; its message is printed without a stack trace. */
export class Failure extends Error {}

/** Runs the main function of a script. A {@link Failure} exits with its message on stderr. */
export const main = async (work) => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Why this version of Node (such as `20.11.0`) is not supported, or `undefined`. */
export const nodeProblem = (version, least = "20.11.0") => {
  const [have, need] = [version, least].map((text) => text.split(".").map(Number))
  const index = need.findIndex((part, i) => have[i] !== part)
  return index >= 0 && have[index] < need[index]
    ? `Lectern needs Node ${least} or newer; this is ${version}.`
    : undefined
}

/** Whether dependencies must be installed, from the modification times of both lock files (`undefined` if missing). */
export const mustInstall = (lockfile, installed) => installed === undefined || lockfile > installed

/**
 * The arguments of npm for installing dependencies: everything for development, or only the packages that are needed to
 * bundle and run. The development tools are more than half of the total. No scripts run: the one of better-sqlite3 may
 * compile for a minute, which is left until nothing else serves.
 */
export const installArguments = (forDevelopment) => [
  "ci",
  forDevelopment ? "--include=dev" : "--omit=dev",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund"
]

const onPath = (command) => spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined
const missingTools = () => ["python3", "make", "g++"].filter((tool) => !onPath(tool))
const modified = (...path) => {
  const file = join(root, ...path)
  return existsSync(file) ? statSync(file).mtimeMs : undefined
}

const run = (command, args, options) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], ...options })
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
      })
    }
    child.once("error", (error) => resolve({ error }))
    child.once("close", (status) => resolve({ status, output }))
  })

/** Settings of npm for a home that it cannot write to, if there is one: a new folder is its cache. */
const cacheSettings = () => {
  try {
    const cache = process.env.npm_config_cache ?? join(homedir(), ".npm")
    mkdirSync(cache, { recursive: true })
    accessSync(cache, constants.W_OK)
    return {}
  } catch {
    return { npm_config_cache: mkdtempSync(join(tmpdir(), "lectern-npm-")) }
  }
}

/**
 * Settings of npm for compiling: headers next to the Node that runs are headers of its version, even if the settings of
 * the user name others. None if there are no headers.
 */
export const headerSettings = (program = process.execPath) => {
  const folder = dirname(dirname(program))
  return existsSync(join(folder, "include/node/node.h")) ? { npm_config_nodedir: folder } : {}
}

/** What to do instead of installing a compiler, as the end of a sentence; nothing does for development. */
const newerNode = ", or use Node 22.16 or newer, which has SQLite of its own"

const npm = async (args, instead) => {
  const cache = cacheSettings()
  const { error, output, status } = await run("npm", args, {
    shell: process.platform === "win32",
    env: { ...process.env, ...cache, ...headerSettings(), npm_config_ignore_scripts: "false" }
  })
  if (cache.npm_config_cache) rmSync(cache.npm_config_cache, { recursive: true, force: true })
  if (error) throw new Failure(`npm could not be started: ${error.message}`)
  if (status === 0) return
  const problem = installProblem(output, missingTools(), instead)
  if (problem) throw new Failure(problem)
  const last = output.trim().split("\n").slice(-40).join("\n")
  throw new Failure(`${last}\nnpm ${args[0]} failed; its last lines are above.`)
}

/** Programs that end well where a library serves. Rows as arrays came to Node with the last part that the storage uses. */
const loads = {
  "better-sqlite3": 'new (require("better-sqlite3"))(":memory:").close()',
  "node:sqlite": 'new (require("node:sqlite").DatabaseSync)(":memory:").prepare("select 1").setReturnArrays(true)'
}

/** Runs the script that npm would have run after the installation. */
const prepare = async () => {
  const { error, output, status } = await run(process.execPath, [join(root, "scripts/prepare.mjs")])
  if (status !== 0) throw new Failure(`${error?.message ?? output.trim()}\nscripts/prepare.mjs failed.`)
}

/** In a process of its own: a process that has tried to load the wrong build may crash once that is replaced. */
const sqliteServes = (library) => {
  const options = { cwd: join(root, "packages/storage-sqlite"), stdio: "ignore" }
  return spawnSync(process.execPath, ["-e", loads[library]], options).status === 0
}

/** Whether the development tools are installed, and not only the packages that are needed to run. */
const hasTools = () => existsSync(join(root, "node_modules/typescript/package.json"))

/** Whether the packages of the lock file are installed: the ones needed to run, or also the development tools. */
export const isInstalled = (tools) =>
  !mustInstall(modified("package-lock.json"), modified("node_modules", ".package-lock.json")) && (!tools || hasTools())

/**
 * Checks the version of Node, and installs packages that are missing or older than the lock file: the ones needed to
 * run, or the development tools as well. Tests and benchmarks use better-sqlite3 itself; to run, any SQLite will do.
 */
export const install = async ({ forDevelopment }) => {
  const problem = nodeProblem(process.versions.node)
  if (problem) throw new Failure(problem)
  const tools = forDevelopment || hasTools()
  if (!isInstalled(tools)) {
    await step("Installing dependencies", "Installed dependencies", async () => {
      await npm(installArguments(tools))
      await prepare()
    })
  }
  if (!(sqliteServes("better-sqlite3") || (!forDevelopment && sqliteServes("node:sqlite")))) {
    await step("Installing better-sqlite3", "Installed better-sqlite3", () =>
      npm(["rebuild", "better-sqlite3"], forDevelopment ? "" : newerNode)
    )
    if (!sqliteServes("better-sqlite3")) {
      throw new Failure("better-sqlite3 does not load on this version of Node; remove node_modules and try again.")
    }
  }
}

/** Bundles the program if its sources are newer. Type checking is left to `npm run build`. */
export const bundle = async () => {
  const { bundle, isBundled } = await import("./bundle.mjs")
  if (!isBundled()) await step("Building the program", "Built the program", () => bundle())
}

const compiler = () => {
  const manifest = join(root, "node_modules/typescript/package.json")
  return join(dirname(manifest), JSON.parse(readFileSync(manifest, "utf8")).bin.tsc)
}

/** Compiles the given projects and the projects they refer to, as far as they are out of date. */
export const build = (...projects) => {
  writeServedDocument()
  const result = spawnSync(process.execPath, [compiler(), "-b", ...projects], { cwd: root, stdio: "inherit" })
  if (result.status !== 0) throw new Failure("The build failed; its messages are above.")
}
