/**
 * `npm run places`: runs `npm start` and `npm test` in a fresh clone for each place and person of `lib/places.mjs`, and
 * prints how long each took and how it ended. `--only NAME`, more than once, selects some; `--whole` runs every test,
 * instead of a few files that start PostgreSQL and a browser. A better-sqlite3 that was compiled for one place is
 * prebuilt for the next one with the same version of Node.
 *
 * `--built` takes less time: `npm start` still installs and bundles in a fresh clone, but `npm test` then runs in a
 * copy of this checkout, which is installed and built. So it does not show whether the development tools can be
 * installed and everything compiled in the place. Where a command must fail, both run in the clone.
 */
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs, stripVTControlCharacters } from "node:util"
import { places } from "./lib/places.mjs"
import { Failure, isInstalled, main, root } from "./lib/toolchain.mjs"

/** Files that start PostgreSQL, a browser and the program, and are quick. */
const files = [
  "storage-postgres/test/blobs",
  "storage-postgres/test/places",
  "reader/test/referenceLooks",
  "core/test/people/users"
]

const { handOver, nobody } = await import("../packages/storage-testing/dist/nobody.js")
const { browserFolder } = await import("../packages/benchmark/dist/browser/Program.js")
const { canRunNameless, nameless } = await import("../packages/storage-testing/dist/nameless.js")
const { temporaryPlace } = await import("../packages/storage-testing/dist/temporaryPlace.js")

/** The place of the checkouts, and the size of two of them with all dependencies. */
const temporary = temporaryPlace(6 * 1024 ** 3)

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

const folders = new Set()

/** A new folder, which is removed at the end at the latest. */
const makeFolder = (prefix) => {
  const folder = mkdtempSync(join(temporary, prefix))
  folders.add(folder)
  return folder
}
process.once("exit", () => folders.forEach(remove))
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1))

const prebuilds = makeFolder("lectern-prebuilds-")
chmodSync(prebuilds, 0o755)

const sqlite = "node_modules/better-sqlite3"

/** Keeps the better-sqlite3 of a checkout in the form in which its package would be fetched. */
const keepPrebuilt = (checkout, env) => {
  const ask = "process.stdout.write(process.versions.modules + ' ' + require('better-sqlite3/package.json').version)"
  const { stdout } = spawnSync("node", ["-e", ask], { cwd: checkout, env, encoding: "utf8" })
  const [abi, version] = stdout.split(" ")
  const file = join(prebuilds, `better-sqlite3-v${version}-node-v${abi}-${process.platform}-${process.arch}.tar.gz`)
  const built = "build/Release/better_sqlite3.node"
  if (version === undefined || existsSync(file) || !existsSync(join(checkout, sqlite, built))) return
  spawnSync("tar", ["czf", file, "-C", join(checkout, sqlite), built])
  chmodSync(file, 0o644)
}

/** Runs npm in a checkout. `look` sees its output, and may end it. */
const npm = (args, cwd, { env, user }, look) =>
  new Promise((resolve, reject) => {
    const options = { cwd, env, ...user, detached: true, stdio: ["ignore", "pipe", "pipe"] }
    const started = performance.now()
    const child = spawn("npm", args, options)
    const end = () => process.kill(-child.pid, "SIGTERM")
    process.once("exit", end)
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text
        look?.(output, () => child.exitCode === null && end())
      })
    }
    child.once("error", reject)
    child.once("close", (status) => {
      process.off("exit", end)
      resolve({ status, output, seconds: Math.round((performance.now() - started) / 1000) })
    })
  })

const short = (output) => output.trim().split("\n").slice(-12).join("\n")

/** Whether output is the sentence that a place has to print, and hardly anything else. */
const says = (expected, { output, status }) =>
  status !== 0 && expected.test(output) && output.trim().split("\n").length <= 12

const start = async (checkout, as, { port = true, start: expected }) => {
  let answered
  const result = await npm(["start", ...(port ? ["--", "--port", "0"] : [])], checkout, as, (output, end) => {
    const [, base] = /Lectern serves (\S+)[\s\S]*\/content\/path\//.exec(output) ?? []
    if (base === undefined || answered !== undefined) return
    answered = fetch(`${base}/healthz`).then(
      ({ status }) => status,
      (error) => error.message
    )
    answered.then(end)
  })
  const answer = await answered
  if (expected !== undefined)
    return { ...result, ok: says(expected, result), said: short(result.output).split("\n").at(-1) }
  return { ...result, ok: answer === 200, said: answer === 200 ? "serves" : short(result.output) }
}

const test = async (checkout, as, { lacks, test: expected }, whole) => {
  const result = await npm(["test", ...(whole ? [] : ["--", ...files])], checkout, as)
  if (expected !== undefined)
    return { ...result, ok: says(expected, result), said: short(result.output).split("\n").at(-1) }
  const output = stripVTControlCharacters(result.output)
  const [, counts] = /^ +Tests +(.*)$/m.exec(output) ?? []
  const ok = result.status === 0 && counts !== undefined && (lacks === undefined || output.match(lacks)?.length === 1)
  const lacking = output.match(/^Skipping the tests that need .*$/gm) ?? []
  return { ...result, ok, said: ok ? [counts, ...lacking].join(". ") : `${counts ?? ""}\n${short(result.output)}` }
}

/** A user who is not root is an ordinary user already, and cannot become anybody else. */
const personOf = (user) => {
  if (user === undefined) return {}
  if (user === "nobody") return nobody
  if (process.getuid?.() !== 0) throw new Failure("needs root")
  if (user === "root") return {}
  if (canRunNameless("/dev/null")) return nameless
  throw new Failure(`the user ${nameless.uid} has a name on this machine`)
}

/** Runs a program that must succeed. */
const must = (program, ...args) => {
  const { status } = spawnSync(program, args, { stdio: "inherit" })
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed`)
}

/** Makes a checkout: a fresh clone, or a copy of this one as a user with the umask would have made it. */
const make = (checkout, built, umask) => {
  remove(checkout)
  mkdirSync(dirname(checkout), { recursive: true })
  if (!built) return must("git", "clone", "--quiet", root, checkout)
  must("cp", "-a", root, checkout)
  rmSync(join(checkout, ".lectern"), { recursive: true, force: true })
  if (umask !== undefined) must("chmod", "-R", "go-rwx", checkout)
}

/** Both commands in a fresh clone, or, if `built`, the second one in a copy. */
const tryPlace = async (place, { built, whole }) => {
  const { cache = true, copies = 1, folder = "lectern", prebuilt = true, umask } = place
  const user = personOf(place.user)
  const before = process.umask()
  const base = makeFolder("lectern-place-")
  try {
    if (umask !== undefined) process.umask(umask)
    else chmodSync(base, 0o755)
    const home = join(base, "home")
    mkdirSync(home)
    // The npm that runs this passes on settings of its user.
    const { CI: _, npm_config_nodedir: __, npm_config_cache: fetched = join(homedir(), ".npm"), ...own } = process.env
    const added = await place.prepare?.(base)
    const ownCache = user.uid !== undefined || added?.npm_config_cache !== undefined
    if (ownCache && cache && existsSync(fetched)) must("cp", "-a", fetched, join(home, ".npm"))
    const npmSettings = { npm_config_prefer_offline: "true", npm_config_update_notifier: "false" }
    const env = { ...own, ...npmSettings, ...(user.uid !== undefined && { HOME: home }), ...added }
    if (prebuilt)
      writeFileSync(join(base, ".prebuild-installrc"), JSON.stringify({ "local-prebuilds": prebuilds }), {
        mode: 0o644
      })
    const checkouts = Array.from({ length: copies }, (_, index) =>
      join(base, index === 0 ? folder : `${folder}-${index}`)
    )
    const makeAll = (built) => {
      for (const checkout of checkouts) make(checkout, built, umask)
      if (user.uid !== undefined) handOver(base, user)
    }
    const both = async (work) => {
      const results = await Promise.all(checkouts.map(work))
      return { ...results[0], ok: results.every(({ ok }) => ok), said: results.map(({ said }) => said).join("; ") }
    }
    makeAll(false)
    const started = await both((checkout) => start(checkout, { env, user }, place))
    keepPrebuilt(checkouts[0], env)
    if (built && place.test === undefined) makeAll(true)
    const tested = await both((checkout) => test(checkout, { env, user }, place, whole))
    return { started, tested }
  } finally {
    process.umask(before)
    remove(base)
    if (user === nameless) remove(browserFolder(user.uid))
  }
}

await main(async () => {
  const { only = Object.keys(places), ...how } = parseArgs({
    options: { only: { type: "string", multiple: true }, whole: { type: "boolean" }, built: { type: "boolean" } }
  }).values
  const unknown = only.filter((name) => !(name in places))
  if (unknown.length > 0)
    throw new Failure(`unknown: ${unknown.join(", ")}; expected some of ${Object.keys(places).join(", ")}`)
  if (how.built && !isInstalled(true))
    throw new Failure("--built needs what npm test installs and builds: run it first.")
  keepPrebuilt(root, process.env)
  let failed = 0
  for (const name of only) {
    try {
      const { started, tested } = await tryPlace(places[name], how)
      if (!started.ok || !tested.ok) failed++
      for (const [command, { ok, said, seconds }] of [
        ["npm start", started],
        ["npm test", tested]
      ]) {
        console.log(`${ok ? "ok    " : "FAILED"} ${name}: ${command}: ${seconds} s, ${said}`)
      }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      console.log(`skipped ${name}: ${error.message}`)
    }
  }
  if (failed > 0) throw new Failure(`${failed} places failed`)
})
