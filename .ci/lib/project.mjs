/** Creates empty projects outside the checkout and installs the packages in them as npm would. */
import { spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"))

/** Runs a program, as another user with `uid` and `gid`. If it fails, throws its output. */
export const run = (command, args, cwd, { env = {}, timeout = 180_000, ...user } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      timeout,
      ...user,
      killSignal: "SIGKILL",
      shell: process.platform === "win32",
      stdio: ["ignore", "pipe", "pipe"]
    })
    let output = ""
    let stdout = ""
    child.stdout.on("data", (chunk) => {
      stdout += chunk
      output += chunk
    })
    child.stderr.on("data", (chunk) => {
      output += chunk
    })
    child.on("error", reject)
    child.on("close", (code, signal) => {
      if (code === 0) resolve(stdout)
      else reject(new Error(`${[command, ...args].join(" ")} ended with ${code ?? signal}\n${output.slice(-8_000)}`))
    })
  })

/** Packs every package, and returns the paths of the tarballs by package name. */
export const pack = (folder, ...options) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts/pack.mjs"), folder, ...options], {
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(`packing failed\n${stdout}${stderr}`)
  process.stdout.write(stdout)
  return new Map(
    readdirSync(folder).map((file) => [`@lectern/${/^lectern-(.+?)-\d/.exec(file)[1]}`, join(folder, file)])
  )
}

const sqliteIn = (folder) => join(folder, "node_modules/better-sqlite3")
const sqliteVersion = (folder) => {
  try {
    return readJson(sqliteIn(folder), "package.json").version
  } catch {
    return undefined
  }
}

/** The dependency on better-sqlite3 of who runs SQLite on an older Node: the version of the checkout. */
export const sqlite = { "better-sqlite3": sqliteVersion(root) }

/** Creates a project with these dependencies. */
export const create = (folder, manifest) => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", ...manifest }, null, 2))
}

/** The arguments with which npm installs packages, with install scripts off. */
export const installing = [
  "install",
  "--prefer-offline",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--loglevel=error"
]

/**
 * Creates a project with these dependencies and installs them, with install scripts off. better-sqlite3, if it is one of
 * them, gets the binary of the checkout, which has the same version, since compiling it takes a minute.
 */
export const install = async (folder, manifest) => {
  create(folder, manifest)
  await run("npm", installing, folder, { timeout: 300_000 })
  const [built, installed] = [root, folder].map(sqliteVersion)
  if (installed === undefined) return
  if (built !== installed) throw new Error(`better-sqlite3: installed ${installed}, built ${built}`)
  const binary = "build/Release/better_sqlite3.node"
  cpSync(join(sqliteIn(root), binary), join(sqliteIn(folder), binary), { recursive: true })
}

/** Every public module specifier of some packages that are installed in a project. */
export const addressesOf = (folder, names) =>
  names.flatMap((name) =>
    Object.keys(readJson(folder, "node_modules", name, "package.json").exports)
      .filter((subpath) => !/\*|package\.json/.test(subpath))
      .map((subpath) => name + subpath.slice(1))
  )

/** The source of a module that reexports these modules. */
export const everything = (addresses) =>
  addresses.map((address, index) => `export * as m${index} from "${address}"\n`).join("")

/** The compiler options of the strictest users, which also check the declarations of packages. */
export const strictest = {
  target: "ES2022",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true
}

/** Those of users who switch on `strict` and nothing else, and check the declarations of packages too. */
export const plain = { ...strictest, exactOptionalPropertyTypes: false, noUncheckedIndexedAccess: false }

/** The first runnable program in a markdown file: its first block marked `ts run`. */
export const programOf = (file) => {
  const found = /```ts run\n([\s\S]*?)```/.exec(readFileSync(file, "utf8"))
  if (found === null) throw new Error(`${file} has no program`)
  return found[1]
}

/** Runs named checks one after another, prints the result of each, and sets the exit code if any failed. */
export const runChecks = async (checks) => {
  let failed = 0
  for (const [name, check] of Object.entries(checks)) {
    const started = performance.now()
    const problem = await check().then(
      () => undefined,
      (error) => error
    )
    const time = `${((performance.now() - started) / 1000).toFixed(1)} s`
    if (problem === undefined) {
      console.log(`ok   ${name} (${time})`)
      continue
    }
    failed++
    console.log(`FAIL ${name} (${time})\n${problem.message}`)
  }
  if (failed > 0) process.exitCode = 1
}
