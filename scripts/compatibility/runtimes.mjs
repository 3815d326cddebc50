/**
 * `npm run compatibility -- runtimes`: installs the packed packages with install scripts off, and uses them on other
 * versions of Node, on Bun and on Deno, which npm has. Arguments: substrings of the names of the runtimes to try.
 */
import { match, ok } from "node:assert/strict"
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { build } from "esbuild"
import { create, installing, pack, programOf, run, runChecks } from "../../.ci/lib/project.mjs"
import { manual, served } from "../../.ci/lib/served.mjs"
import { newestBetterSqlite as newest, runtimes } from "../lib/runtimes.mjs"
import { main, root } from "../lib/toolchain.mjs"

/** The most that an installation of the engine on SQLite may take: seconds, and megabytes besides `effect`. */
const limits = { seconds: 15, megabytes: 60 }

/** The Node on which better-sqlite3 and `node:sqlite` are compared, and the least rate of calls of the second one. */
const compared = "Node 24"
const leastRatio = 0.8

/** `effect` with its dependencies, which whoever embeds the engine may have already. */
const ofEffect = ["effect", "fast-check", "pure-rand", "@standard-schema"]

/** Programs of `.ci/outside` that serve the API in other ways. */
const outside = ["effect", "express", "hono", "route"]

/** Their `@effect/sql-sqlite-node` has better-sqlite3 12, which these runtimes would have to compile. */
const examplesOfBetterSqlite = ["own-tables"]

const folder = mkdtempSync(join(tmpdir(), "lectern-runtimes-"))
const project = join(folder, "project")
const small = join(folder, "small")
const aliasOf = (name) => name.toLowerCase().replaceAll(" ", "-")

/** The program of a runtime, and its first arguments. */
const commandOf = (name) => {
  const [program, ...args] = runtimes[name].command
  return [join(folder, "runtimes/node_modules", aliasOf(name), program), ...args]
}

const runOn = (name, args, cwd) => {
  const [program, ...first] = commandOf(name)
  return run(program, [...first, ...args], cwd, { timeout: 120_000 })
}

const npm = (...packages) => ["npm", [...installing, ...packages]]

const setUp = async (tarballs) => {
  const read = (path) => JSON.parse(readFileSync(join(root, path), "utf8"))
  const aliases = Object.entries(runtimes).map(([name, each]) => [aliasOf(name), `npm:${each.package}@${each.version}`])
  create(join(folder, "runtimes"), { dependencies: Object.fromEntries(aliases) })
  await run(...npm(), join(folder, "runtimes"), { timeout: 300_000 })
  const { express, hono, vitest } = read(".ci/outside/package.json").dependencies
  const effectVitest = read("package.json").devDependencies["@effect/vitest"]
  const ours = Object.fromEntries([...tarballs].map(([name, file]) => [name, `file:${file}`]))
  create(project, { dependencies: { ...ours, "@effect/vitest": effectVitest, express, hono, vitest } })
  await run(...npm(), project, { timeout: 300_000 })
  cpSync(join(root, ".ci/runtimes"), project, { recursive: true })
  cpSync(join(root, ".ci/peers/smoke.mjs"), join(project, "smoke.mjs"))
  for (const [name, page] of [
    ["readme", "README.md"],
    ["reader", "packages/reader/README.md"],
    ["console", "packages/console/README.md"]
  ])
    writeFileSync(join(project, `${name}.mjs`), programOf(join(root, page)))
  const entryPoints = [...outside, "workspace"].map((name) => join(root, `.ci/outside/src/${name}.ts`))
  await build({ entryPoints, outdir: project, format: "esm" })
}

const sizeOf = (path) =>
  readdirSync(path, { recursive: true }).reduce((sum, file) => sum + lstatSync(join(path, file)).size, 0)

/** How many seconds an installation of these dependencies takes, by the npm of this machine on another Node. */
const timeOf = async (name, folder, dependencies) => {
  rmSync(folder, { recursive: true, force: true })
  create(folder, { dependencies })
  const started = performance.now()
  await runOn(name, [process.env.npm_execpath, ...installing], folder)
  return (performance.now() - started) / 1000
}

/** Installs the engine on SQLite. */
const measured = (name, tarballs) => async () => {
  const ours = ["core", "storage-sql", "storage-sqlite"].map((each) => `@lectern/${each}`)
  const engine = Object.fromEntries(ours.map((each) => [each, `file:${tarballs.get(each)}`]))
  const { effect } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")).devDependencies
  let seconds = Number.POSITIVE_INFINITY
  // Again where something else may have kept the machine or the registry busy.
  for (let tries = 0; tries < 3 && seconds > limits.seconds; tries++) {
    const alone = await timeOf(name, join(folder, "alone"), { effect })
    seconds = await timeOf(name, small, engine)
    console.log(`     ${seconds.toFixed(1)} s, and effect alone ${alone.toFixed(1)} s`)
  }
  cpSync(join(root, ".ci/runtimes/library.mjs"), join(small, "library.mjs"))
  const modules = join(small, "node_modules")
  const megabytes = ofEffect.reduce((sum, each) => sum - sizeOf(join(modules, each)), sizeOf(modules)) / 1e6
  console.log(`     ${megabytes.toFixed(1)} MB besides effect`)
  ok(!readdirSync(modules).includes("better-sqlite3"), "better-sqlite3 was installed")
  ok(seconds <= limits.seconds && megabytes <= limits.megabytes, `more than ${JSON.stringify(limits)}`)
}

/** Where no library serves, opening a file fails with one sentence that has the reason and the remedy. */
const refused = async () => {
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major > 22 || (major === 22 && minor >= 16)) return console.log("     skipped: this Node has SQLite of its own")
  for (const [version, reason] of [
    [undefined, /\(it is not installed\)/],
    ["12.11.1", /\(Could not locate the bindings file/],
    [newest, /\(version \S+ needs Node 22\)/]
  ]) {
    if (version) await run(...npm(`better-sqlite3@${version}`), small)
    const said = (await run(process.execPath, ["library.mjs"], small)).trim()
    match(
      said,
      /better-sqlite3 cannot be loaded \([^\n]+\): install better-sqlite3@12 [^\n]+ or use Node 22\.16 [^\n]+$/
    )
    match(said, reason)
  }
}

/** A better-sqlite3 that loads serves, except in Bun. */
const withNewest = (names) => async () => {
  await run(...npm(`better-sqlite3@${newest}`), small)
  for (const name of names) {
    const library = name === "Bun" ? "bun:sqlite" : "better-sqlite3"
    match(await runOn(name, ["library.mjs"], small), new RegExp(`^${library} 3\\.\\d+\\.\\d+\\n$`))
  }
}

/** Calls over `node:sqlite` take not much longer than over better-sqlite3 on the same Node. */
const beside = async () => {
  const printed = await runOn(compared, [join(project, "beside.mjs"), small, project], project)
  for (const line of printed.trim().split("\n")) {
    const [name, first, second, ratio] = line.split(" ")
    console.log(`     ${name}: better-sqlite3 ${first} µs, node:sqlite ${second} µs, ratio ${ratio}`)
    ok(Number(ratio) >= leastRatio, `${name}: below ${leastRatio}`)
  }
}

const vitest = join(project, "node_modules/vitest/vitest.mjs")

/** The folder in which a runtime runs programs. */
const placeOf = (name) => {
  const place = join(project, aliasOf(name))
  mkdirSync(place, { recursive: true })
  return place
}

/** Runs a program of a page, whose comment shows what it prints. */
const printing = (name, program) => async () => {
  const [, expected] = /\/\/ => (.*)/.exec(readFileSync(join(project, program), "utf8"))
  const printed = await runOn(name, [join(project, program)], placeOf(name))
  ok(printed.includes(expected), `it printed ${printed}`)
}

const programs = (name) => async () => {
  for (const program of [...outside.map((each) => `${each}.js`), "smoke.mjs", "http.mjs"]) {
    await runOn(name, [join(project, program)], placeOf(name))
  }
}

const server = (name) => async () => {
  const data = join(folder, `data-${aliasOf(name)}`)
  const [program, ...first] = commandOf(name)
  const lectern = join(project, "node_modules/@lectern/server/bin/lectern.mjs")
  for (let start = 0; start < 2; start++) {
    await served(program, [...first, lectern, "start", "--data-dir", data], project, manual(data))
  }
}

const examples = (name) => async () => {
  for (const example of readdirSync(join(root, "examples"))) {
    if (examplesOfBetterSqlite.includes(example)) continue
    const at = join(root, "examples", example)
    const { scripts } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
    const args = scripts.start ? ["dist/main.js"] : [join(root, "node_modules/vitest/vitest.mjs"), "run"]
    const printed = await runOn(name, args, at)
    if (!scripts.start) continue
    const expected = readFileSync(join(at, "expected.txt"), "utf8").trim()
    ok(printed.trim() === expected, `examples/${basename(at)} printed\n${printed}`)
  }
}

const checksOf = (name) => ({
  [`${name}: the library`]: async () =>
    match(
      await runOn(name, [join(project, "library.mjs")], placeOf(name)),
      new RegExp(`^${runtimes[name].library} 3\\.\\d+\\.\\d+\\n$`)
    ),
  [`${name}: the contract of storages`]: () => runOn(name, [vitest, "run", "contract.test.mjs"], project),
  [`${name}: the program of the README`]: printing(name, "readme.mjs"),
  [`${name}: the reader`]: printing(name, "reader.mjs"),
  [`${name}: the console`]: printing(name, "console.mjs"),
  [`${name}: servers of the API, workers, importers, Effect`]: programs(name),
  [`${name}: lectern start, twice`]: server(name),
  [`${name}: examples`]: examples(name)
})

await main(async () => {
  if (`${process.platform}-${process.arch}` !== "linux-x64") {
    console.log("skipped: the runtimes are packages for Linux on x64, which this machine is not")
    return
  }
  const asked = process.argv.slice(2)
  const names = Object.keys(runtimes).filter((name) => asked.length === 0 || asked.some((part) => name.includes(part)))
  try {
    const tarballs = pack(join(folder, "tarballs"), "--no-reference")
    await runChecks({ "npm install": () => setUp(tarballs) })
    if (process.exitCode === 1) return
    const nodes = names.filter((name) => name.startsWith("Node"))
    for (const name of nodes) await runChecks({ [`npm install, ${name}`]: measured(name, tarballs) })
    if (nodes.length > 0) {
      await runChecks({ "without a library": refused, [`better-sqlite3 ${newest}`]: withNewest(names) })
      if (names.includes(compared)) await runChecks({ [`${compared}: node:sqlite beside better-sqlite3`]: beside })
    }
    // Two at a time: most of a check is work of one core.
    const waiting = [...names]
    const next = async () => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await runChecks(checksOf(name))
    }
    await Promise.all([next(), next()])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
