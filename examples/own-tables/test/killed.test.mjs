/** Kills the program between the release and its page, a hundred times: there are always both, or neither. */
import { match, ok } from "node:assert/strict"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { test } from "node:test"
import { fileURLToPath } from "node:url"

const program = fileURLToPath(new URL("../dist/keepReleasing.js", import.meta.url))

/** Runs the program, and kills it when it has been between a release and its page this often. Its first line. */
const runAndKill = async (filename, times) => {
  const child = spawn(process.execPath, [program, filename], { stdio: ["ignore", "pipe", "inherit"] })
  const ended = new Promise((resolve) => child.once("close", (_, signal) => resolve(signal)))
  let first
  let left = times
  for await (const line of createInterface({ input: child.stdout })) {
    first ??= line
    if (line === "between" && left-- === 0) child.kill("SIGKILL")
  }
  ok((await ended) === "SIGKILL", "the program ended by itself")
  return first
}

test("a release and its page survive being killed in between, a hundred times", async () => {
  const folder = mkdtempSync(join(tmpdir(), "own-tables-"))
  const fiftyTimes = async (name) => {
    const filename = join(folder, name)
    let released = 0
    for (let time = 0; time < 50; time++) {
      const first = await runAndKill(filename, time % 4)
      match(first, /^whole: \d+$/)
      const whole = Number(first.slice("whole: ".length))
      ok(whole >= released, `${whole} releases are left of ${released}`)
      released = whole + (time % 4)
    }
  }
  try {
    await Promise.all([fiftyTimes("one.db"), fiftyTimes("other.db")])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
