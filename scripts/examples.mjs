/**
 * Runs every example and its test, and compares the output with its `expected.txt`, if it has one. Arguments: names of examples
 * (default: all), and `--json FILE` to write `{passed, failed}`.
 */
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { root } from "./lib/toolchain.mjs"

const timeout = 180_000
const { values, positionals } = parseArgs({ options: { json: { type: "string" } }, allowPositionals: true })
const folder = join(root, "examples")
const names = positionals.length > 0 ? positionals : readdirSync(folder)

const runScript = (cwd, script) => {
  const result = spawnSync("npm", ["run", "--silent", script], {
    cwd,
    timeout,
    encoding: "utf8",
    killSignal: "SIGKILL",
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "pipe"]
  })
  if (result.error) return `${result.error.message} (limit ${timeout / 1000} s)\n${result.stderr}`
  if (result.status !== 0) return `exit ${result.status}\n${result.stdout}${result.stderr}`
  const expected = join(cwd, "expected.txt")
  if (script !== "start" || !existsSync(expected) || readFileSync(expected, "utf8").trim() === result.stdout.trim())
    return undefined
  return `printed something else than expected.txt:\n${result.stdout}`
}

/** The first problem of an example. */
const run = (name) => {
  const cwd = join(folder, name)
  const { scripts } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))
  for (const script of ["start", "test"]) {
    const problem = scripts[script] && runScript(cwd, script)
    if (problem) return problem
  }
  return undefined
}

let failed = 0
for (const name of names) {
  const started = performance.now()
  const problem = run(name)
  if (problem) failed++
  console.log(`${problem ? "FAIL" : "ok  "} examples/${name} (${Math.round(performance.now() - started)} ms)`)
  if (problem) console.log(problem)
}
if (values.json) writeFileSync(values.json, JSON.stringify({ passed: names.length - failed, failed }))
process.exitCode = failed === 0 ? 0 : 1
