/**
 * Measures the processor time of the commands that people wait for, relative to `node -e 0`, and fails if it is more
 * than eight times as much. Uses processor time and the median of several runs, since other programs may be running.
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { programFolder } from "../scripts/lib/bundle.mjs"

const most = 8
const rounds = 15
const program = join(programFolder, "lectern.js")
const folder = mkdtempSync(join(tmpdir(), "lectern-startup-"))
const data = join(folder, "data")

/** The processor time of a run of Node in milliseconds, user and system, as the shell measures it. */
const time = (args) => {
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>"$0"'
  const errors = join(folder, "errors")
  const { status, stderr } = spawnSync("bash", ["-c", script, errors, process.execPath, ...args], { encoding: "utf8" })
  if (status !== 0) throw new Error(`${args.join(" ")} failed: exit ${status}`)
  const [user, system] = stderr.trim().split(" ").map(Number)
  return (user + system) * 1000
}

const middle = (values) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)]

try {
  writeFileSync(join(folder, "page.md"), "# Page\n")
  const made = spawnSync(process.execPath, [program, "import", folder, "--data-dir", data], { encoding: "utf8" })
  if (made.status !== 0) throw new Error(made.stderr)
  const commands = {
    "--help": [program, "--help"],
    "token create": [program, "token", "create", "--data-dir", data],
    "token create --help": [program, "token", "create", "--help"]
  }
  const base = []
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    base.push(time(["-e", "0"]))
    for (const [name, args] of Object.entries(commands)) times[name].push(time(args))
  }
  const nothing = middle(base)
  console.log(`node -e 0: ${nothing.toFixed(0)} ms`)
  for (const [name, values] of Object.entries(times)) {
    const ratio = middle(values) / nothing
    const verdict = ratio <= most ? "ok" : "TOO MUCH"
    console.log(
      `lectern ${name}: ${middle(values).toFixed(0)} ms, ${ratio.toFixed(1)} times (at most ${most}): ${verdict}`
    )
    if (ratio > most) process.exitCode = 1
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
